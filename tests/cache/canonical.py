"""Writes random JSON documents, and beside each the SHA-256 of its canonical form (RFC 8785), with numbers
as ECMAScript prints them, made here from Python's shortest digits and by nothing of skillgen."""

import hashlib
import json
import random
import struct
import sys


def number(value):
    value = float(value)
    if value == 0:
        return "0"
    sign = "-" if value < 0 else ""
    mantissa, exponent = f"{abs(value)!r}e0".split("e")[:2] if "e" not in repr(value) else repr(abs(value)).split("e")
    whole, _, fraction = mantissa.partition(".")
    if fraction == "0":
        fraction = ""
    digits = (whole + fraction).lstrip("0")
    point = len(whole) + int(exponent) - (len(whole + fraction) - len(digits))
    digits = digits.rstrip("0")
    count = len(digits)
    if count <= point <= 21:
        text = digits + "0" * (point - count)
    elif 0 < point <= 21:
        text = digits[:point] + "." + digits[point:]
    elif -6 < point <= 0:
        text = "0." + "0" * -point + digits
    else:
        power = point - 1
        text = digits[0] + ("." + digits[1:] if count > 1 else "") + "e" + ("+" if power > 0 else "-") + str(abs(power))
    return sign + text


def text(value):
    return json.dumps(value, ensure_ascii=False)


def canonical(value):
    if isinstance(value, dict):
        keys = sorted(value, key=lambda key: key.encode("utf-16-be"))
        return "{" + ",".join(text(key) + ":" + canonical(value[key]) for key in keys) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(canonical, value)) + "]"
    if isinstance(value, bool) or value is None:
        return json.dumps(value)
    return text(value) if isinstance(value, str) else number(value)


LETTERS = ["a", "Z", "0", "é", "\u20ac", "\U0001f600", "\ufb33", '"', "\\", "/", "\n", "\t", "\b", "\x0c", "\x01", "\x7f", "\u2028", "\ud7ff", "\ue000"]
ODD = [0.0, -0.0, 1e21, 1e-7, 1e-6, 123456789012345680000.0, 5e-324, 1.7976931348623157e308, 2**53, 2**53 + 1, 10**30, -(2**63), 0.1, 1.0, 100]


def scalar(dice):
    kind = dice.randrange(8)
    if kind == 0:
        return dice.choice(ODD)
    if kind == 1:
        return dice.randrange(-(10**dice.randrange(1, 40)), 10 ** dice.randrange(1, 40))
    if kind == 2:
        while True:
            value = struct.unpack(">d", dice.randbytes(8))[0]
            if value == value and abs(value) != float("inf"):
                return value
    if kind == 3:
        return round(dice.uniform(-1e6, 1e6), dice.randrange(6))
    if kind == 4:
        return dice.choice([True, False, None])
    return "".join(dice.choices(LETTERS, k=dice.randrange(6)))


def value(dice, depth):
    if depth and dice.random() < 0.4:
        return [value(dice, depth - 1) for _ in range(dice.randrange(5))]
    if depth and dice.random() < 0.6:
        return {scalar_key(dice): value(dice, depth - 1) for _ in range(dice.randrange(6))}
    return scalar(dice)


def scalar_key(dice):
    return "".join(dice.choices(LETTERS, k=dice.randrange(4)))


def main(folder, count, members):
    dice = random.Random(8785)
    for index in range(count):
        document = {f"{scalar_key(dice)}{n}": value(dice, 3) for n in range(members)}
        with open(f"{folder}/{index}.json", "w", encoding="utf-8") as out:
            json.dump(document, out, ensure_ascii=dice.random() < 0.5)
        print(hashlib.sha256(canonical(document).encode()).hexdigest())


main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
