"""A small MCP server on stdio for tests. SERVER_MODE names what it does wrong; each page has one item."""

import json
import os
import subprocess
import sys
import time

MODE = os.environ.get("SERVER_MODE", "")
TOOLS = [
    {"name": "find", "description": "Finds notes.", "annotations": {"readOnlyHint": True},
     "inputSchema": {"type": "object", "properties": {"word": {"type": "string"}, "limit": {"type": "integer"}},
                     "required": ["word", "limit"]}},
    {"name": "delete", "description": "Deletes a note.", "annotations": {"destructiveHint": False},
     "inputSchema": {"type": "object", "properties": {"id": {"type": "string"}}, "required": ["id"]}},
]
PROMPTS = [{"name": "review", "arguments": [{"name": "topic"}]}]
RESOURCES = [{"uri": "notes://all", "name": "all", "mimeType": "text/plain", "size": int(time.time())}]
TEMPLATES = [{"uriTemplate": "notes://{id}", "name": "one"}]
LISTS = {
    "tools/list": ("tools", TOOLS),
    "prompts/list": ("prompts", PROMPTS),
    "resources/list": ("resources", RESOURCES),
    "resources/templates/list": ("resourceTemplates", TEMPLATES),
}
CAPABILITIES = {"tools": {}, "prompts": {}, "resources": {}}
if MODE == "other-order":
    TOOLS.reverse()
    TOOLS[1]["inputSchema"]["required"].reverse()
if MODE == "destructive":
    TOOLS[1]["annotations"]["destructiveHint"] = True
if MODE == "described":
    TOOLS[0]["description"] = "Finds notes by their words."
if MODE == "bad-schema":
    TOOLS[0]["inputSchema"]["type"] = "objct"
if MODE == "no-prompts":
    del CAPABILITIES["prompts"]


def write(message):
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


def error(request, text):
    write({"jsonrpc": "2.0", "id": request["id"], "error": {"code": -32601, "message": text}})


def page(request):
    key, items = LISTS[request["method"]]
    start = int(request.get("params", {}).get("cursor", "0"))
    result = {key: items[start : start + 1]}
    if start + 1 < len(items):
        result["nextCursor"] = str(start + 1)
    if MODE == "endless":
        result["nextCursor"] = "0"
    if MODE == "always-more":
        result["nextCursor"] = str(start + 1)
    if MODE == "no-list":
        del result[key]
    return result


def answer(request):
    method = request.get("method")
    if "id" not in request or method is None:
        return
    modern = request.get("params", {}).get("_meta", {}).get("io.modelcontextprotocol/protocolVersion")
    if method == "initialize" and MODE != "modern":
        info = {"name": "notes", "version": "1.0.0"}
        version = request["params"]["protocolVersion"]
        result = {"protocolVersion": version, "serverInfo": info, "capabilities": CAPABILITIES}
    elif method == "server/discover" and MODE == "modern" and modern:
        info = {"io.modelcontextprotocol/serverInfo": {"name": "notes", "version": "1.0.0"}}
        result = {"supportedVersions": ["2026-07-28"], "capabilities": CAPABILITIES, "_meta": info,
                  "resultType": "complete", "ttlMs": 1000, "cacheScope": "public"}
    elif method in LISTS and (MODE != "modern" or modern):
        if MODE == "no-templates" and method == "resources/templates/list":
            return error(request, "Method not found")
        result = page(request)
    else:
        return error(request, "Method not found")
    write({"jsonrpc": "2.0", "id": request["id"], "result": result})


def main():
    if MODE == "exits":
        print("no key: set NOTES_KEY", file=sys.stderr)
        sys.exit(3)
    if MODE in ("leaves-processes", "leaves-and-answers"):
        # One that leaves the group, and one that outlives the server.
        for seconds in ("3", "4"):
            command = f"sleep {seconds}; echo left >> {os.environ['SERVER_MARKER']}"
            subprocess.Popen(["setsid", "bash", "-c", command], stdout=subprocess.DEVNULL)
    if MODE == "banner":
        print("notes server is ready")
    if MODE == "escapes":
        print("\x1b[2Jall is well", file=sys.stderr)
        sys.exit(1)
    if MODE == "chatter":
        print("\n".join("ready" for _ in range(2000)), flush=True)
    if MODE == "large":
        sys.stdout.write("x" * (40 << 20))
    for line in sys.stdin:
        if MODE in ("silent", "leaves-processes"):
            time.sleep(60)
        if MODE == "asks" and "initialize\"" in line:
            write({"jsonrpc": "2.0", "id": "s1", "method": "ping"})
            reply = json.loads(sys.stdin.readline())
            assert reply == {"jsonrpc": "2.0", "id": "s1", "result": {}}, reply
        answer(json.loads(line))


main()
