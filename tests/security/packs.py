# Writes a repository into the current folder with a pack that git would not write. Its argument names what is in it.
import hashlib, os, struct, sys, zlib
kind = sys.argv[1]
TYPES = {"commit": 1, "tree": 2, "blob": 3}
objects = []  # (id, packed bytes)
packed = {}


def number(n):
    return bytes.fromhex("%040x" % n)

def head(kind, size):
    out, size = [(kind << 4) | (size & 15)], size >> 4
    while size:
        out[-1] |= 0x80
        out.append(size & 0x7F)
        size >>= 7
    return bytes(out)

def varint(n):
    out = bytearray()
    while n >= 0x80:
        out.append(n & 0x7F | 0x80)
        n >>= 7
    return bytes(out + bytes([n]))

def whole(kind, data):
    id = hashlib.sha1(b"%s %d\0" % (kind.encode(), len(data)) + data).digest()
    objects.append((id, head(TYPES[kind], len(data)) + zlib.compress(data)))
    return id

def huge(id, kind, first, byte, size):
    """`first`, filled up with a byte; packed once."""
    if (first, byte, size) not in packed:
        pack, body = zlib.compressobj(), b""
        body += pack.compress(first)
        for start in range(len(first), size, 1 << 20):
            body += pack.compress(byte * min(1 << 20, size - start))
        packed[first, byte, size] = body + pack.flush()
    objects.append((number(id), head(TYPES[kind], size) + packed[first, byte, size]))
    return number(id)

def delta(id, base, base_size, data):
    text = varint(base_size) + varint(len(data))
    for start in range(0, len(data), 127):
        part = data[start:start + 127]
        text += bytes([len(part)]) + part
    objects.append((number(id), head(7, len(text)) + number(base) + zlib.compress(text)))
    return number(id)

def copy(id, base, size):
    """A delta that copies the whole of its base."""
    text, at = varint(size) + varint(size), 0
    while at < size:
        n = min(size - at, 0xFFFFFF)
        text += bytes([0xFF]) + struct.pack("<I", at) + struct.pack("<I", n)[:3]
        at += n
    objects.append((number(id), head(7, len(text)) + number(base) + zlib.compress(text)))
    return number(id)

SCHEMA = b'{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"string","title":"%d"}'
names = [b"c%03d.schema.json" % n for n in range(30)]
HUGE = 450_000_000
entries = []
for n, name in enumerate(names):
    if kind == "files":
        huge(1000 + n, "blob", b"", b"\0", HUGE)
        entries.append((b"100644", name, delta(2000 + n, 1000 + n, HUGE, SCHEMA % n)))
    elif kind == "chain":
        if n == 0:
            huge(100000, "blob", b"", b"\0", 2_000_000)
            for level in range(1, 2000):
                copy(100000 + level, 100000 + level - 1, 2_000_000)
        entries.append((b"100644", name, delta(2000 + n, 101999 - n, 2_000_000, SCHEMA % n)))
    elif kind == "circle":
        copy(1000 + n, 2000 + n, 100)
        entries.append((b"100644", name, copy(2000 + n, 1000 + n, 100)))
    elif kind == "links":
        huge(1000 + n, "blob", b"", b"\0", HUGE)
        entries.append((b"120000", name, delta(2000 + n, 1000 + n, HUGE, b"x.schema.json")))
    elif kind == "long-links":
        entries.append((b"120000", name, huge(1000 + n, "blob", b"x", b"x", HUGE)))
    elif kind == "trees":
        huge(1000 + n, "tree", b"", b"\0", HUGE)
        blob = whole("blob", SCHEMA % n)
        tree = delta(2000 + n, 1000 + n, HUGE, b"100644 " + name + b"\0" + blob)
        entries.append((b"40000", b"d%03d" % n, tree))
if kind == "manifest":
    huge(1000, "blob", b"", b"\0", 1_200_000_000)
    entries.append((b"100644", b"package.json", delta(2000, 1000, 1_200_000_000, b'{"version":"1.0.0"}')))
    names = [b"x.schema.json"]
if kind in ("links", "long-links", "manifest"):
    entries.append((b"100644", b"x.schema.json", whole("blob", SCHEMA % 1)))
tree = whole("tree", b"".join(mode + b" " + name + b"\0" + id for mode, name, id in entries))
commit = b"tree %s\nauthor a <a> 1 +0000\ncommitter a <a> 1 +0000\n\na\n" % tree.hex().encode()
commit = whole("commit", commit)

pack, places = bytearray(b"PACK" + struct.pack(">II", 2, len(objects))), []
for id, data in objects:
    places.append((id, zlib.crc32(data), len(pack)))
    pack += data
pack += b"\1" * 20
places.sort()
index = bytearray(b"\xfftOc" + struct.pack(">I", 2))
for byte in range(256):
    index += struct.pack(">I", sum(id[0] <= byte for id, _, _ in places))
index += b"".join(id for id, _, _ in places)
index += b"".join(struct.pack(">I", crc) for _, crc, _ in places)
index += b"".join(struct.pack(">I", at) for _, _, at in places)
index += b"\1" * 20 + b"\2" * 20
folder = ".git/objects/pack"
os.makedirs(folder)
os.makedirs(".git/refs/heads")
for file, text in [("pack-1.pack", pack), ("pack-1.idx", index)]:
    with open(f"{folder}/{file}", "wb") as out:
        out.write(text)
with open(".git/HEAD", "w") as out:
    out.write("ref: refs/heads/main\n")
with open(".git/refs/heads/main", "w") as out:
    out.write(commit.hex() + "\n")
with open(".git/config", "w") as out:
    out.write("[core]\n\trepositoryformatversion = 0\n")
for n, name in enumerate(names):
    name = name.decode()
    if kind == "trees":
        os.makedirs("d%03d" % n)
        name = "d%03d/%s" % (n, name)
    with open(name, "w") as out:
        out.write('{"type":"object"}')
