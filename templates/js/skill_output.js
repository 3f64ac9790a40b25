/**
 * Parses a skill's output: the last envelope in it or, without one, legacy text. The results equal
 * those of `skillgen parse`; one parser serves many outputs.
 */
class SkillOutputParser {
  constructor(options = {}) {
    this.legacy = options.enableLegacyParsing ?? true;
    this.confidence = options.defaultConfidence ?? 0.5;
    this.strict = options.strictValidation ?? false;
    this.exitCode = options.exitCode;
    if (!(this.confidence >= 0 && this.confidence <= 1)) {
      throw new RangeError(
        `defaultConfidence: expected a number from 0 to 1, got ${this.confidence}`,
      );
    }
  }

  /** Parses one output. */
  parse(output) {
    const text = withoutEscapes(output);
    const found = findEnvelope(text);
    if (found.envelope !== undefined) {
      const errors = envelopeProblems(found.envelope, this.strict);
      if (errors.length > 0) return failedParse(errors);
      return {
        success: true,
        parseMethod: "json",
        output: JSON.parse(found.envelope),
        errors,
      };
    }
    const object = found.partial ?? found.lone;
    const errors =
      object === undefined ? [] : envelopeProblems(object, this.strict);
    if (found.unfinished !== undefined) {
      const { line, how } = found.unfinished;
      errors.push(unfinishedObject(line, how));
    }
    if (!this.legacy) {
      if (
        errors.length === 0 ||
        errors.some((error) => error.message.startsWith("JSON parsing"))
      ) {
        errors.unshift({
          path: "",
          message: "JSON parsing failed and legacy parsing disabled",
        });
      }
      return failedParse(errors);
    }
    if (errors.length === 0) {
      const line = cutOffObject(text);
      if (line > 0) errors.push(unfinishedObject(line, "is cut off"));
    }
    if (errors.length > 0) return failedParse(errors);
    const legacy = readLegacy(text, this.confidence, this.exitCode);
    if (legacy !== undefined)
      return { success: true, parseMethod: "legacy", output: legacy, errors };
    return failedParse([
      { path: "", message: "The output is empty: no JSON and no text to read" },
    ]);
  }

  /** Parses many outputs, in order. */
  parseBatch(outputs) {
    return outputs.map((output) => this.parse(output));
  }
}

function unfinishedObject(line, how) {
  const message = `JSON parsing failed: the object that begins in line ${line} ${how}`;
  return { path: "", message };
}

function failedParse(errors) {
  const output = {
    success: false,
    confidence: 0,
    deliverables: [],
    metrics: {},
    errors: [],
  };
  return { success: false, parseMethod: "validation_failed", output, errors };
}

/** The text without terminal escape sequences; line ends are kept. */
function withoutEscapes(text) {
  if (!text.includes("\u001b")) return text;
  let kept = "";
  let state = "plain";
  for (let at = 0; at < text.length;) {
    const code = text.charCodeAt(at);
    if (state === "plain") {
      const end = text.indexOf("\u001b", at);
      kept += text.slice(at, end < 0 ? text.length : end);
      if (end < 0) break;
      at = end + 1;
      state = "escape";
      continue;
    }
    let taken = true;
    if (state === "escape" && code === 0x5b) state = "control";
    else if (state === "escape" && "]PX^_".includes(text.charAt(at)))
      state = "title";
    else if (state === "escape" && code >= 0x20 && code <= 0x2f)
      state = "escape";
    else if (state === "escape" && code >= 0x30 && code <= 0x7e)
      state = "plain";
    else if (state === "control" && code >= 0x20 && code <= 0x3f)
      state = "control";
    else if (state === "control" && code >= 0x40 && code <= 0x7e)
      state = "plain";
    else if (state === "title" && code === 0x07) state = "plain";
    else if (state === "title" && code === 0x1b) state = "titleEscape";
    else if (state === "title" && code !== 0x0a && code !== 0x0d)
      state = "title";
    else if (state === "titleEscape" && code === 0x5c) state = "plain";
    else {
      state = state === "titleEscape" ? "escape" : "plain";
      taken = false;
    }
    if (taken) at++;
  }
  return kept;
}

const FIELDS = ["success", "confidence", "deliverables", "metrics", "errors"];

/** A larger object is not a skill's output: neither it nor the text after it is read. */
const LARGEST_OBJECT = 64 * 1024 * 1024;

/**
 * The last complete top-level object with all five fields. After an invalid byte the search continues
 * there, so nothing is read twice.
 */
function findEnvelope(text) {
  let envelope;
  let partial;
  let lone;
  let unfinished;
  let [others, noise, at] = [0, false, 0];
  /** An object that may begin inside of what looked like a string: its start and end. */
  let again;
  const line = (end) => text.slice(0, end).split("\n").length;
  for (;;) {
    const next = again?.start ?? text.indexOf("{", at);
    if (again === undefined) {
      noise = noise || isNoise(text.slice(at, next < 0 ? text.length : next));
      if (next < 0) break;
    }
    const place = again?.told ?? next;
    again = undefined;
    const scan = scanObject(text, next);
    at = scan.end;
    if (isLarger(text, next, at, LARGEST_OBJECT)) {
      return {
        unfinished: { line: line(place), how: "is larger than 64 MiB" },
      };
    }
    if (scan.state === "cut off") {
      noise = true;
      unfinished = { place, how: "is cut off" };
      break;
    }
    if (scan.state === "complete") {
      const object = text.slice(next, at);
      if (scan.seen === FIELDS.length) {
        [envelope, partial, lone, unfinished] = [
          object,
          undefined,
          undefined,
          undefined,
        ];
      } else if (scan.seen > 0) {
        if (envelope === undefined) partial = object;
      } else if (++others === 1 && !noise) {
        lone = object;
      }
      continue;
    }
    noise = true;
    if (scan.begins) unfinished = { place, how: "is broken" };
    if (scan.behindText && text.charAt(at - 1) === '"') {
      let start = at - 2;
      while (start > next && " \t\r\n".includes(text.charAt(start))) start--;
      if (start > next && text.charAt(start) === "{")
        again = { start, told: at };
    }
  }
  if (envelope !== undefined) return { envelope };
  return {
    partial,
    lone: noise || others !== 1 ? undefined : lone,
    unfinished: unfinished && {
      line: line(unfinished.place),
      how: unfinished.how,
    },
  };
}

/** Whether a part of a text has more than this many bytes. */
function isLarger(text, from, end, most) {
  if ((end - from) * 3 <= most || end - from > most) return end - from > most;
  let bytes = 0;
  for (let at = from; at < end; at++) {
    const code = text.charCodeAt(at);
    // Each half of a surrogate pair counts as two bytes.
    bytes +=
      code < 0x80
        ? 1
        : code < 0x800 || (code >= 0xd800 && code < 0xe000)
          ? 2
          : 3;
  }
  return bytes > most;
}

/** Whether text outside of objects is more than blanks and code fences. */
function isNoise(text) {
  return text.split("\n").some((line) => {
    const bare = line
      .slice(0, 64)
      .replace(/^\ufeff/, "")
      .replace(/^[ \t\f\r\0]+/, "");
    return bare !== "" && !bare.startsWith("```") && !bare.startsWith("~~~");
  });
}

function scanObject(text, start) {
  const open = ["{"];
  const seen = new Set();
  let at = start + 1;
  let want = "key or end";
  const ended = (state, key) => {
    const begun =
      key !== undefined &&
      key !== "" &&
      FIELDS.some((field) => field.startsWith(key));
    const behindText = want === "colon" || want === "more";
    return {
      state,
      end: at,
      seen: seen.size,
      begins: seen.size > 0 || begun,
      behindText,
    };
  };
  for (;;) {
    while (at < text.length && " \t\n\r".includes(text.charAt(at))) at++;
    if (at >= text.length) return ended("cut off");
    const sign = text.charAt(at);
    const inObject = open[open.length - 1] === "{";
    const closes = sign === (inObject ? "}" : "]");
    if (
      closes &&
      (want === "key or end" || want === "value or end" || want === "more")
    ) {
      at++;
      open.pop();
      want = "more";
      if (open.length === 0) return ended("complete");
    } else if (want === "key" || want === "key or end") {
      if (sign !== '"') return ended("broken");
      const from = at + 1;
      at = endOfText(text, from);
      const root = open.length === 1;
      const closed = text.charAt(at) === '"';
      if (!closed) {
        want = "key";
        // One character of a key is not enough to recognize an envelope.
        const key = root && at - from > 1 ? text.slice(from, at) : undefined;
        return ended(at >= text.length ? "cut off" : "broken", key);
      }
      at++;
      if (root) {
        const key = JSON.parse(text.slice(from - 1, at));
        if (FIELDS.includes(key)) seen.add(key);
      }
      want = "colon";
    } else if (want === "colon") {
      if (sign !== ":") return ended("broken");
      at++;
      want = "value";
    } else if (want === "more") {
      if (sign !== ",") return ended("broken");
      at++;
      want = inObject ? "key" : "value";
    } else if (sign === "{" || sign === "[") {
      at++;
      open.push(sign);
      want = sign === "{" ? "key or end" : "value or end";
    } else if (sign === '"') {
      at = endOfText(text, at + 1);
      want = "value";
      if (text.charAt(at) !== '"')
        return ended(at >= text.length ? "cut off" : "broken");
      at++;
      want = "more";
    } else {
      const whole = endOfWord(text, at);
      at = whole.end;
      want = "value";
      if (!whole.complete)
        return ended(at >= text.length ? "cut off" : "broken");
      want = "more";
    }
  }
}

/** The position of the closing quote, or of the first invalid character. */
function endOfText(text, from) {
  let at = from;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22 || code < 0x20) return at;
    if (code !== 0x5c) continue;
    at++;
    const escape = text.charAt(at);
    if (escape === "u") {
      for (let left = 4; left > 0; left--) {
        if (!/^[0-9a-fA-F]$/.test(text.charAt(at + 1)))
          return Math.min(at + 1, text.length);
        at++;
      }
    } else if (escape === "" || !'"\\/bfnrt'.includes(escape)) {
      return Math.min(at, text.length);
    }
  }
  return text.length;
}

/** The position after a number or a literal, or of the first invalid character. */
function endOfWord(text, from) {
  const first = text.charAt(from);
  const literal = ["true", "false", "null"].find((word) =>
    word.startsWith(first),
  );
  if (literal !== undefined) {
    let end = from;
    while (
      end - from < literal.length &&
      text.charAt(end) === literal.charAt(end - from)
    )
      end++;
    return { end, complete: end - from === literal.length };
  }
  const numeral = /-?(?:(?:0|[1-9][0-9]*)(?:\.[0-9]*)?)?/y;
  numeral.lastIndex = from;
  const plain = numeral.exec(text)?.[0] ?? "";
  let end = from + plain.length;
  if (plain === "" || plain === "-" || plain.endsWith("."))
    return { end, complete: false };
  if (!/^[eE]$/.test(text.charAt(end)))
    return { end, complete: end < text.length };
  end++;
  if (/^[+-]$/.test(text.charAt(end))) end++;
  const power = end;
  while (/^[0-9]$/.test(text.charAt(end))) end++;
  return { end, complete: end > power && end < text.length };
}

/** The JSON type of a text. */
function kindOfJson(json) {
  const kinds = {
    "{": "object",
    "[": "array",
    '"': "string",
    t: "boolean",
    f: "boolean",
    n: "null",
  };
  return kinds[json.charAt(0)] ?? "number";
}

function endOfJson(json, start) {
  let [at, depth] = [start, 0];
  for (; at < json.length; at++) {
    const sign = json.charAt(at);
    if (sign === '"') at = endOfText(json, at + 1);
    else if (sign === "{" || sign === "[") depth++;
    else if (depth === 0 && /[,}\] \t\r\n]/.test(sign)) return at;
    else if (sign === "}" || sign === "]") depth--;
    if (depth === 0 && /["}\]]/.test(sign)) return at + 1;
  }
  return json.length;
}

function past(json, start, signs) {
  let at = start;
  while (at < json.length && signs.includes(json.charAt(at))) at++;
  return at;
}

/** The members of an object's text, with the exact texts of their values. */
function membersOf(object) {
  const members = [];
  for (
    let at = past(object, 1, ", \t\r\n");
    object.charAt(at) === '"';
    at = past(object, at, ", \t\r\n")
  ) {
    const end = endOfText(object, at + 1) + 1;
    const start = past(object, end, ": \t\r\n");
    const key = JSON.parse(object.slice(at, end));
    at = endOfJson(object, start);
    members.push([key, object.slice(start, at)]);
  }
  return members;
}

/** The exact texts of an array's items. */
function itemsOf(array) {
  const items = [];
  for (
    let at = past(array, 1, ", \t\r\n");
    at < array.length && array.charAt(at) !== "]";
    at = past(array, at, ", \t\r\n")
  ) {
    const start = at;
    at = endOfJson(array, start);
    items.push(array.slice(start, at));
  }
  return items;
}

/** The decimal value of a JSON number. */
function decimalOf(json) {
  const [, sign, whole = "", fraction = "", exponent = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(json) ?? [];
  const all = whole + fraction;
  const kept = all.replace(/^0+/, "");
  const digits = before(kept, "0");
  if (digits === "") return { negative: false, digits, point: 0 };
  return {
    negative: sign === "-",
    digits,
    point: Number(exponent) + whole.length - (all.length - kept.length),
  };
}

/** The start of a value, for messages. */
function shownJson(json) {
  const points = Array.from(json.slice(0, 200));
  return points.length > 60 ? points.slice(0, 60).join("") + "…" : json;
}

/** All errors of an object's text as an envelope, in the words of the output format. */
function envelopeProblems(object, strict) {
  const MOST = 200;
  const problems = [];
  let more = 0;
  const tell = (path, message) => {
    if (problems.length < MOST) problems.push({ path, message });
    else more++;
  };
  const surplus = (members, known) =>
    [...new Set(members.map(([key]) => key))]
      .filter((key) => !known.includes(key))
      .slice(0, MOST);
  const members = membersOf(object);
  const fields = new Map(members);
  const scalar = (field, wanted) => {
    const json = fields.get(field);
    if (json !== undefined && kindOfJson(json) === wanted) return json;
    const name = field.charAt(0).toUpperCase() + field.slice(1);
    tell(
      `/${field}`,
      json === undefined
        ? `Missing required field: ${field} (must be ${wanted})`
        : `${name} must be ${wanted}, got ${kindOfJson(json)}`,
    );
    return undefined;
  };
  const holder = (field, wanted, rule) => {
    const json = fields.get(field);
    if (json === undefined)
      tell(`/${field}`, `Missing required field: ${field} (${rule})`);
    else if (kindOfJson(json) === wanted) return json;
    else tell(`/${field}`, `${rule}, got ${kindOfJson(json)}`);
    return undefined;
  };

  scalar("success", "boolean");
  const confidence = scalar("confidence", "number");
  if (confidence !== undefined) {
    const { negative, digits, point } = decimalOf(confidence);
    if (negative || point > 1 || (point === 1 && digits > "1")) {
      tell(
        "/confidence",
        `Confidence must be between 0.0 and 1.0, got ${shownJson(confidence)}`,
      );
    }
  }
  const deliverables = holder(
    "deliverables",
    "array",
    "Deliverables must be an array",
  );
  (deliverables === undefined ? [] : itemsOf(deliverables)).forEach(
    (item, index) => {
      if (item.startsWith('"') && item !== '""') return;
      const got = item === '""' ? "an empty string" : kindOfJson(item);
      tell(
        `/deliverables/${index}`,
        `Deliverables must be an array of file paths: item ${index} is ${got}`,
      );
    },
  );
  const metrics = holder("metrics", "object", "Metrics must be an object");
  for (const [key, item] of metrics === undefined ? [] : membersOf(metrics)) {
    const path = `/metrics/${key.replace(/~/g, "~0").replace(/\//g, "~1")}`;
    if (kindOfJson(item) !== "number") {
      tell(
        path,
        `Metrics must be an object of numbers: ${shownJson(key)} is ${kindOfJson(item)}`,
      );
    } else if (
      [
        "execution_time_ms",
        "files_modified",
        "files_created",
        "files_deleted",
      ].includes(key)
    ) {
      const { negative, digits, point } = decimalOf(item);
      if (!negative && point >= digits.length) continue;
      tell(
        path,
        `Metrics: ${key} must be a whole number, 0 or more, got ${shownJson(item)}`,
      );
    }
  }
  const errors = holder("errors", "array", "Errors must be an array");
  (errors === undefined ? [] : itemsOf(errors)).forEach((item, index) => {
    const path = `/errors/${index}`;
    if (kindOfJson(item) !== "object") {
      tell(
        path,
        `Errors must be an array of objects: item ${index} is ${kindOfJson(item)}`,
      );
      return;
    }
    const parts = membersOf(item);
    const part = new Map(parts);
    for (const field of ["code", "message"]) {
      const json = part.get(field);
      if (json !== undefined && json.startsWith('"') && json !== '""') continue;
      const wrong =
        json === undefined
          ? "is missing"
          : json === '""'
            ? "is empty"
            : `is ${kindOfJson(json)}`;
      tell(
        `${path}/${field}`,
        `Errors must have code and message (strings): ${field} of error ${index} ${wrong}`,
      );
    }
    for (const [field, wanted] of [
      ["stack", "string"],
      ["context", "object"],
    ]) {
      const json = part.get(field);
      if (json === undefined || kindOfJson(json) === wanted) continue;
      tell(
        `${path}/${field}`,
        `Errors: ${field} of error ${index} must be ${wanted}, got ${kindOfJson(json)}`,
      );
    }
    const code = part.get("code");
    // The specification's text requires it; only its schema checks it.
    if (
      strict &&
      code !== undefined &&
      code.startsWith('"') &&
      code !== '""' &&
      !/^[A-Z][A-Z0-9_]*$/.test(String(JSON.parse(code)))
    ) {
      tell(
        `${path}/code`,
        `Errors: code of error ${index} must be in UPPER_SNAKE_CASE, got ${shownJson(code)}`,
      );
    }
    const names = strict
      ? surplus(parts, ["code", "message", "stack", "context"])
      : [];
    if (names.length > 0)
      tell(path, `Unexpected fields in error ${index}: ${names.join(", ")}`);
  });
  const names = strict ? surplus(members, FIELDS) : [];
  if (names.length > 0)
    tell("", `Unexpected fields in output: ${names.join(", ")}`);
  if (more > 0)
    problems.push({ path: "", message: `and ${more} more of the same kind` });
  return problems;
}
