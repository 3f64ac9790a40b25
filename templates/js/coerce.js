// Coercion and defaults, without recursion. The rules are those of `skillgen validate --coerce`.

//= coerce: kind has path regex put members definition run is_object error

/** The maximum depth; deeper values are not changed. */
const DEEPEST_COERCED = 2000;
/**
 * What may be added as defaults, as weight of values: this much, and that much more for each weight of the document.
 * Beyond it, `coerce` fails.
 */
const BASE_DEFAULTS = 5_000_000;
const DEFAULTS_PER_WEIGHT = 64;
/** The cost of a default beside its weight, by the number of defaults around it. */
const COST_OF_DEFAULT = [1, 10, 100];
/** The maximum depth of nested alternatives. */
const DEEPEST_CHOICE = 40;
/** The maximum number of lists that are made around one value: a recursive schema would make them without end. */
const MOST_WRAPS = 2;
/**
 * What may be tried to find the intended alternatives, as weight of values: this much, and that much more for
 * each weight of the document. Beyond it, a value that no alternative accepts is not changed.
 */
const BASE_ATTEMPTS = 50_000;
const ATTEMPTS_PER_WEIGHT = 64;

/**
 * A copy with the schema's defaults for missing properties. If defaults within defaults are too many, it adds an issue
 * to `out`, or throws a `SkillContractError` without it.
 */
function defaults(of, value, out) {
  const done = follow(of.schema, value, "off");
  const { issues } = done;
  if (out !== undefined) out.push(...issues);
  else if (issues.length > 0) throw new SkillContractError(issues);
  return done.value;
}

/** All keywords that apply to a value, through references, `allOf` and conditions. */
function gather(schemas, value) {
  const [all, seen] = [[], new Set()];
  const open = [...schemas].reverse();
  for (let schema = open.pop(); schema !== undefined; schema = open.pop()) {
    if (typeof schema === "boolean" || seen.has(schema)) continue;
    seen.add(schema);
    all.push(schema);
    open.push(...[...(schema.allOf ?? [])].reverse());
    for (const reference of [schema.$ref, schema.$dynamicRef]) {
      if (reference !== undefined)
        open.push(typeof reference === "function" ? reference() : reference);
    }
    if (schema.dependentSchemas !== undefined && isObject(value)) {
      for (const [name, dependent] of schemasOf(schema.dependentSchemas))
        if (has(value, name)) open.push(dependent);
    }
    if (schema.if !== undefined) {
      const picked = run(schema.if, value, null) ? schema.then : schema.else;
      if (picked !== undefined) open.push(picked);
    }
  }
  return all;
}

/**
 * The types that all of these schemas accept; undefined if none of them has a `type`.
 */
function typesOf(here) {
  const sets = here.flatMap(({ type }) =>
    type === undefined ? [] : [typeof type === "string" ? [type] : type],
  );
  if (sets.length < 2) return sets[0];
  const words = [
    "null",
    "boolean",
    "integer",
    "number",
    "string",
    "array",
    "object",
  ];
  return words.filter((word) =>
    sets.every(
      (set) =>
        set.includes(word) || (word === "integer" && set.includes("number")),
    ),
  );
}

function ofProperty(here, name) {
  return here.flatMap((schema) => {
    const found = [];
    const own = schemasOf(schema.properties ?? {}).get(name);
    if (own !== undefined) found.push(own);
    for (const [pattern, sub] of schemasOf(schema.patternProperties ?? {})) {
      if (regex(schema, pattern).test(name)) found.push(sub);
    }
    if (found.length > 0) return found;
    const rest = schema.additionalProperties ?? schema.unevaluatedProperties;
    return rest === undefined ? [] : [rest];
  });
}

function ofItem(here, index) {
  return here.flatMap(
    ({ prefixItems, items }) => prefixItems?.[index] ?? items ?? [],
  );
}

function follow(schema, given, level) {
  const top = [copy(given)];
  const changes = [];
  const issues = [];
  let left = BASE_DEFAULTS + DEFAULTS_PER_WEIGHT * weight(given);
  // Below 0 it did not suffice; then no attempt succeeds, also none of those that are under way.
  let attempts =
    level === "off" ? 0 : BASE_ATTEMPTS + ATTEMPTS_PER_WEIGHT * weight(given);
  walk(
    {
      holder: top,
      key: 0,
      path: null,
      level: 0,
      schemas: [schema],
      inside: null,
      wraps: 0,
    },
    true,
    0,
  );
  return { value: top[0], changes, issues };

  function walk(root, defaults, choices) {
    const todo = [root];
    for (
      let step = todo.pop();
      step !== undefined && issues.length === 0;
      step = todo.pop()
    ) {
      const value = step.holder[step.key];
      if (step.choose !== undefined) {
        if (choices < DEEPEST_CHOICE) choose(step, step.choose, value, choices);
      } else if (step.fill !== undefined) {
        fill(step, step.fill, value, todo);
      } else if (
        step.level < DEEPEST_COERCED &&
        step.schemas.some((schema) => typeof schema === "object")
      ) {
        enter(step, value, defaults, todo);
      }
    }
  }

  /** Converts a value and queues its parts. */
  function enter(slot, given, defaults, todo) {
    const { holder, key, path, inside } = slot;
    let { wraps } = slot;
    let value = given;
    let here = gather(slot.schemas, value);
    const better =
      level === "off"
        ? undefined
        : convert(value, typesOf(here) ?? [], level === "lenient");
    const wrap = better?.rule === "wrap-in-array";
    if (better !== undefined && !(wrap && wraps === MOST_WRAPS)) {
      if (wrap) wraps++;
      changes.push({
        path: pointer(path),
        from: copy(value),
        to: copy(better.to),
        rule: better.rule,
      });
      value = better.to;
      put(holder, key, value);
      // The value changed, so conditions are evaluated again.
      here = gather(slot.schemas, value);
    }
    if (level !== "off") {
      const lists = here.flatMap(({ anyOf, oneOf }) =>
        [anyOf, oneOf].flatMap((list) => (list === undefined ? [] : [list])),
      );
      for (const choose of lists.reverse())
        todo.push({ ...slot, wraps, choose });
    }
    const below = slot.level + 1;
    if (Array.isArray(value)) {
      for (let index = value.length - 1; index >= 0; index--) {
        todo.push({
          holder: value,
          key: index,
          path: at(path, index),
          level: below,
          schemas: ofItem(here, index),
          inside,
          wraps,
        });
      }
    } else if (typeof value === "object" && value !== null) {
      if (defaults) {
        todo.push({
          ...slot,
          fill: { here, names: declaredBy(here), from: 0 },
        });
      }
      for (const name of Object.keys(value).reverse()) {
        todo.push({
          holder: value,
          key: name,
          path: at(path, name),
          level: below,
          schemas: ofProperty(here, name),
          inside,
          wraps: 0,
        });
      }
    }
  }

  /**
   * Adds the default of the first missing property that has one; the others follow after its content.
   */
  function fill(slot, { here, names, from }, object, todo) {
    for (let index = from; index < names.length; index++) {
      const name = names[index] ?? "";
      if (has(object, name)) continue;
      const schemas = ofProperty(here, name);
      const below = gather(schemas, null);
      const named = below.find((one) => has(one, "default"));
      if (named === undefined) continue;
      const declared = declaredBy(below);
      if (isInside(slot.inside, name, declared)) continue;
      const level = slot.inside?.level ?? 0;
      left -= (COST_OF_DEFAULT[level] ?? 1_000) + weight(named.default);
      const path = at(slot.path, name);
      if (left < 0) {
        issues.push(tooManyDefaults(path, named.default));
        return;
      }
      const inside = { name, declared, above: slot.inside, level: level + 1 };
      put(object, name, copy(named.default));
      changes.push({
        path: pointer(path),
        to: copy(named.default),
        rule: "default",
      });
      todo.push({ ...slot, fill: { here, names, from: index + 1 } });
      todo.push({
        holder: object,
        key: name,
        path,
        level: slot.level + 1,
        schemas,
        inside,
        wraps: 0,
      });
      return;
    }
  }

  /** Coerces to the first alternative that then accepts the value, if none accepts it unchanged. */
  function choose(slot, list, value, choices) {
    if (attempts < 0 || list.some((one) => run(one, value, null))) return;
    attempts -= weight(value) * list.length;
    const before = changes.length;
    for (const one of list) {
      if (attempts < 0) return;
      const candidate = [copy(value)];
      // The intended alternative is not known, so no default is added.
      const { path, level: above, wraps } = slot;
      walk(
        {
          holder: candidate,
          key: 0,
          path,
          level: above + 1,
          schemas: [one],
          inside: null,
          wraps,
        },
        false,
        choices + 1,
      );
      if (
        changes.length > before &&
        attempts >= 0 &&
        run(one, candidate[0], null)
      ) {
        put(slot.holder, slot.key, candidate[0]);
        return;
      }
      changes.length = before;
    }
  }
}

/** The names of the properties that these schemas declare. */
function declaredBy(here) {
  const names = here.flatMap(({ properties }) => [
    ...schemasOf(properties ?? {}).keys(),
  ]);
  return [...new Set(names)];
}

/** Whether a default of the same name whose schemas declare the same properties is being added. */
function isInside(inside, name, declared) {
  for (let one = inside; one !== null; one = one.above) {
    const same =
      one.name === name &&
      one.declared.length === declared.length &&
      one.declared.every((other, index) => other === declared[index]);
    if (same) return true;
  }
  return false;
}

function tooManyDefaults(path, expected) {
  const message =
    "default: defaults within defaults are too many; remove `default` from schemas that contain each other";
  return {
    path: pointer(path),
    keyword: "default",
    expected,
    got: null,
    message,
  };
}

/** The size of a value as it counts for attempts: one for each value, and one for 16 characters of texts and names. */
function weight(value) {
  const length = (text) => {
    let characters = 0;
    for (const _ of text) characters++;
    return Math.floor(characters / 16);
  };
  const todo = [value];
  let sum = 0;
  while (todo.length > 0) {
    const next = todo.pop();
    sum++;
    if (typeof next === "string") {
      sum += length(next);
    } else if (Array.isArray(next)) {
      for (const item of next) todo.push(item);
    } else if (isObject(next)) {
      for (const name of Object.keys(next)) {
        sum += length(name);
        todo.push(next[name]);
      }
    }
  }
  return sum;
}

/** A deep copy; made without recursion. */
function copy(value) {
  const top = [value];
  const todo = [{ holder: top, key: 0, value }];
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    const { holder, key, value: from } = next;
    if (typeof from !== "object" || from === null) {
      put(holder, key, from);
    } else if (Array.isArray(from)) {
      const list = from.map(() => null);
      put(holder, key, list);
      from.forEach((item, index) =>
        todo.push({ holder: list, key: index, value: item }),
      );
    } else {
      const object = {};
      const members = from;
      put(holder, key, object);
      for (const name of Object.keys(members)) put(object, name, null);
      for (const name of Object.keys(members)) {
        todo.push({ holder: object, key: name, value: members[name] });
      }
    }
  }
  return top[0];
}

/**
 * The value converted to one of `types`, and the rule that converts it; undefined if it fits or can't be
 * converted.
 */
function convert(value, types, lenient) {
  const word = kind(value);
  const fine =
    types.includes(word) ||
    (types.includes("integer") && Number.isInteger(value));
  if (types.length === 0 || fine || value === null) return undefined;
  if (typeof value === "string") {
    const fraction = types.includes("number");
    if (fraction || types.includes("integer")) {
      const to = numeral(value, fraction);
      if (to !== undefined)
        return {
          to,
          rule: fraction ? "string-to-number" : "string-to-integer",
        };
    }
    if (types.includes("boolean")) {
      const lower = value.toLowerCase();
      const yes =
        lower === "true" || (lenient && (lower === "yes" || lower === "1"));
      if (
        yes ||
        lower === "false" ||
        (lenient && (lower === "no" || lower === "0"))
      ) {
        return { to: yes, rule: "string-to-boolean" };
      }
    }
    if (types.includes("object") && value.trimStart().startsWith("{")) {
      try {
        return { to: JSON.parse(value), rule: "json-to-object" };
      } catch {
        // Not JSON: it stays a string.
      }
    }
    if (types.includes("array") && value.trimStart().startsWith("[")) {
      try {
        return { to: JSON.parse(value), rule: "json-to-array" };
      } catch {
        // Not JSON: it becomes an item.
      }
    }
  }
  if (types.includes("array") && word !== "array")
    return { to: [value], rule: "wrap-in-array" };
  if (
    lenient &&
    types.includes("string") &&
    (word === "number" || word === "boolean")
  ) {
    return { to: String(value), rule: `${word}-to-string` };
  }
  return undefined;
}

/**
 * A JSON numeral that a double holds without loss, with an exponent of at most two digits. An integer has no fraction.
 */
function numeral(text, fraction) {
  const form = fraction
    ? /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d{1,2})?$/
    : /^-?(?:0|[1-9]\d*)(?:[eE]\+?\d{1,2})?$/;
  if (!form.test(text)) return undefined;
  const plain = (decimal) => {
    const [mantissa = "", exponent = "0"] = decimal.toLowerCase().split("e");
    const [whole = "", rest = ""] = mantissa.replace("-", "").split(".");
    const digits = (whole + rest).replace(/^0+/, "");
    let end = digits.length;
    while (digits.charAt(end - 1) === "0") end--;
    return end === 0
      ? "0"
      : `${digits.slice(0, end)}e${Number(exponent) - rest.length + digits.length - end}`;
  };
  const value = Number(text);
  return Number.isFinite(value) && plain(String(value)) === plain(text)
    ? value
    : undefined;
}

//= coerce_value: coerce valid

/**
 * A copy with corrected types and added defaults; the copy is not checked. Throws a `SkillContractError` if
 * defaults within defaults are too many.
 */
function coerceValue(type, value, level = "safe") {
  const mode = fits(type, value) ? "off" : level;
  const { issues, ...coerced } = follow(type.schema, value, mode);
  if (issues.length > 0) throw new SkillContractError(issues);
  return coerced;
}

//= mapped: coerce fail
/** Replaces strings of a valid value by types of the program. */
function mapped(schema, given, mapping, issues) {
  const top = [given];
  const todo = [{ holder: top, key: 0, path: null, schemas: [schema] }];
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    const { holder, key, path, schemas } = next;
    const value = holder[key];
    const here = chosen(schemas, value);
    if (typeof value === "string") {
      const format = mappedFormat(here);
      const read = format === undefined ? undefined : mapping.readers[format];
      if (read === undefined) continue;
      try {
        const made = read(value);
        if (made instanceof Date && Number.isNaN(made.getTime()))
          throw new RangeError("no time that a Date holds");
        put(holder, key, made);
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        const message = `the program's type does not take the value: ${why}`;
        const place = pointer(path);
        issues.push({
          path: place,
          keyword: "format",
          expected: format,
          got: value,
          message,
        });
      }
    } else if (Array.isArray(value)) {
      for (let index = value.length - 1; index >= 0; index--) {
        const below = { holder: value, key: index, path: at(path, index) };
        todo.push({ ...below, schemas: ofItem(here, index) });
      }
    } else if (isObject(value)) {
      for (const name of Object.keys(value).reverse()) {
        const below = { holder: value, key: name, path: at(path, name) };
        todo.push({ ...below, schemas: ofProperty(here, name) });
      }
    }
  }
  return top[0];
}

/** All schemas that apply to a valid value, with those of matching alternatives. */
function chosen(schemas, value) {
  const found = [];
  for (let todo = schemas; todo.length > 0;) {
    const here = gather(todo, value).filter((one) => !found.includes(one));
    found.push(...here);
    const all = here.flatMap((one) => [
      ...(one.anyOf ?? []),
      ...(one.oneOf ?? []),
    ]);
    todo = all.filter((branch) => run(branch, value, null));
  }
  return found;
}

/** The format of a string that becomes a type of the program; constants stay strings. */
function mappedFormat(here) {
  if (here.some((one) => "enum" in one || "const" in one)) return undefined;
  const isText = (one) => {
    const { type } = one;
    return typeof type === "string"
      ? type === "string"
      : (type ?? []).includes("string");
  };
  return here.find((one) => isText(one) && one.format !== undefined)?.format;
}

//= put:
/** Sets an own property, whatever its name. */
function put(holder, key, value) {
  Object.defineProperty(holder, key, {
    value,
    writable: true,
    enumerable: true,
    configurable: true,
  });
}
