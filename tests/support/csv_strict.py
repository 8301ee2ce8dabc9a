"""Fails unless standard input is RFC 4180 with a header and so many rows (the first argument, "4", or
"0-8" for a number from 0 to 8): lines
that end in CR LF, as many fields in each, names that stand once, and figures that are numbers with a
point, or nothing."""
import csv
import io
import math
import sys

data = sys.stdin.buffer.read()
assert data.endswith(b"\r\n"), "no CR LF at the end"
assert data.count(b"\n") == data.count(b"\r\n"), "a bare line feed"
rows = list(csv.reader(io.StringIO(data.decode("utf-8"), newline=""), strict=True))
header, rows = rows[0], rows[1:]
least, _, most = sys.argv[1].partition("-")
assert int(least) <= len(rows) <= int(most or least), f"{len(rows)} rows"
assert len(set(header)) == len(header), "a name stands twice"
first = header.index("file_system") + 1
for row in rows:
    assert len(row) == len(header), f"{len(row)} fields under {len(header)} names"
    for name, field in zip(header[first:], row[first:]):
        assert not field or math.isfinite(float(field)), f"{name}: {field}"
    for name, field in zip(header, row):
        print(f"{name}={field}")
