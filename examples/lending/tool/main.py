"""Reads replies, a line each, and prints a report."""

import sys
from collections import Counter
from datetime import datetime, timezone

from contracts import reply, report


def main() -> None:
    loans, refused = {}, 0
    for line in sys.stdin:
        answer = reply.parse(line)
        if answer["kind"] == "granted":
            loans[answer["loan"]["id"]] = answer["loan"]
        else:
            refused += 1
    now = datetime.now(timezone.utc)
    lent = [loan for loan in loans.values() if loan["returned"] is None]
    report.emit(
        {
            "at": now,
            "lent": dict(Counter(loan["item"] for loan in lent)),
            "refused": refused,
            "overdue": [loan for loan in lent if loan["due"] < now],
        }
    )


if __name__ == "__main__":
    main()
