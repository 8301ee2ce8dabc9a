/* tour.h: `fsyncscope tour`: from options to a plan, and through it without a screen. */
#ifndef FSYNCSCOPE_APP_TOUR_H
#define FSYNCSCOPE_APP_TOUR_H

#include "app/options.h"
#include "app/output.h"
#include "source/source.h"
#include "source/tour.h"

/* The tour that OPTIONS ask for; NULL when there is no memory. */
struct tour *tour_of_options(const struct options *options);

/* Leads SOURCE, which was opened with what runs first, through TOUR, delivers its tables to OUTPUT,
 * text on standard output section by section, and returns the exit status. The main thread, with
 * signals blocked. */
int tour_headless(struct source *source, struct tour *tour, const struct options *options,
                  struct output *output);

#endif
