// Checks of a schema that is stored as data. They recurse to a fixed depth and queue deeper values, so
// deep values take time and no stack.

//= run: visit

/** Values below this depth are checked separately, with a fresh stack. */
const DEEPEST = 64;
let level = 0;
let putOff = [];
let answers = new Map();

/** Checks a value; adds its issues to `out`. */
function run(schema, value, out) {
  if (typeof schema === "boolean") {
    return schema || fail(out, null, "false", false, value);
  }
  const outer = [level, putOff, answers];
  [level, putOff] = [0, []];
  try {
    const issues = out === null ? null : [];
    const ok = visit(schema, value, null, issues, null);
    if (putOff.length === 0 || typeof value !== "object" || value === null) {
      for (const issue of issues ?? []) out?.push(issue);
      return ok;
    }
    return runDeep(schema, value, out);
  } finally {
    [level, putOff, answers] = outer;
  }
}

/** Checks the queued values, innermost first, then each schema above with those results. */
function runDeep(root, value, out) {
  answers = new Map();
  const stack = [[root, value]];
  const asked = new Map();
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    const [schema, here] = top;
    const answer = answers.get(schema)?.get(here) ?? decide(schema, here, out);
    if (answer !== null) {
      settle(schema, here, answer);
      continue;
    }
    const known = asked.get(schema) ?? new Set();
    asked.set(schema, known.add(here));
    const fresh = putOff.filter(([needed, place]) => {
      return !(asked.get(needed)?.has(place) ?? false);
    });
    // A cyclic value is not JSON; it is accepted as far as it can be followed.
    if (fresh.length === 0) {
      for (const [needed, place] of putOff) {
        settle(needed, place, { ok: true, issues: [], seen: unseen() });
      }
    }
    stack.push(top, ...fresh);
  }
  const answer = answers.get(root)?.get(value);
  for (const issue of answer?.issues ?? []) out?.push(issue);
  return answer?.ok ?? false;
}

/** Checks a value with a fresh stack; null if something was queued. */
function decide(schema, value, out) {
  [level, putOff] = [0, []];
  const issues = [];
  const seen = unseen();
  const ok = visit(schema, value, null, out === null ? null : issues, seen);
  return putOff.length === 0 ? { ok, issues, seen } : null;
}

function settle(schema, value, answer) {
  const known = answers.get(schema) ?? new Map();
  answers.set(schema, known.set(value, answer));
}

/** The result for a value that is too deep for the stack, if there is one already. */
function postponed(schema, value, path, out, seen) {
  const known = answers.get(schema)?.get(value);
  if (known === undefined) {
    putOff.push([schema, value]);
    return true;
  }
  if (out !== null && known.issues.length > 0) {
    const here = pointer(path);
    for (const issue of known.issues) {
      out.push({ ...issue, path: here + issue.path });
    }
  }
  if (seen !== null) learn(seen, known.seen);
  return known.ok;
}

//= visit: schema fail seen holds check_type check_$ref check_end
/** Checks all keywords of a schema; stops at the first failure if no issues are collected. */
function visit(schema, value, path, out, outer) {
  const asks =
    "unevaluatedItems" in schema || "unevaluatedProperties" in schema;
  const seen = asks ? unseen() : outer;
  let ok = true;
  for (const keyword in schema) {
    if (holds(schema, keyword, value, path, out, seen)) continue;
    if (out === null) return false;
    ok = false;
  }
  if (asks && seen !== null && outer !== null) learn(outer, seen);
  return ok;
}

/** Applies a schema to the value itself; a `false` schema is an issue of `keyword`. */
function apply(schema, value, path, out, seen, keyword) {
  const sub = typeof schema === "function" ? schema() : schema;
  if (sub === true) return true;
  if (sub === false) return fail(out, path, keyword, false, value);
  if (level >= DEEPEST && typeof value === "object" && value !== null) {
    return postponed(sub, value, path, out, seen);
  }
  level++;
  const ok = visit(sub, value, path, out, seen);
  level--;
  return ok;
}

//= below: visit
/**
 * Applies a schema to a part of the value; a `false` schema is an issue of the whole, with the
 * part's key.
 */
function applyBelow(schema, value, path, out, key, keyword) {
  if (schema === true) return true;
  if (schema === false) return fail(out, path, keyword, false, key);
  return apply(schema, value, out && at(path, key), out, null, keyword);
}

//= first_of:
/** The values of an `enum` that an issue lists. */
function firstOf(values) {
  return values.length > 100 ? values.slice(0, 100) : values;
}

//= branch: visit
/**
 * Whether a branch accepts the value; its evaluated names and items count only then.
 */
function branch(schema, value, seen) {
  const notes = seen && unseen();
  const ok = apply(schema, value, null, null, notes, "");
  if (ok && seen !== null && notes !== null) learn(seen, notes);
  return ok;
}

//= no_branch: visit kind is_object has
/**
 * The only branch that the value's constants and types don't rule out; no branch has accepted it.
 */
function nearest(branches, signs, value) {
  const left = branches.filter((_, index) => {
    const { type, const: constants = {} } = signs?.[index] ?? {};
    if (type !== undefined && !type.includes(kind(value))) return false;
    if (!isObject(value)) return true;
    return Object.entries(constants).every(([name, constant]) => {
      return !has(value, name) || value[name] === constant;
    });
  });
  return left.length === 1 ? left[0] : undefined;
}

/** Issues of unions are reported without their branches, for use in another message. */
let plainUnions = false;

/**
 * Explains why no branch of a union accepts the value: by the issues of the nearest branch, else by
 * one issue of each.
 */
function noBranch(branches, signs, value, told) {
  const most = 5;
  if (plainUnions) return fail(...told);
  const [out, path, keyword] = told;
  const near = nearest(branches, signs, value);
  if (near !== undefined) return apply(near, value, path, out, null, keyword);
  const here = pointer(path);
  const reasons = [];
  plainUnions = true;
  for (const [index, sub] of branches.slice(0, most).entries()) {
    const issues = [];
    apply(sub, value, path, issues, null, keyword);
    // A wrong constant is the strongest evidence.
    const constant = issues.find((issue) => issue.keyword === "const");
    const first = constant ?? issues[0];
    if (first === undefined) continue;
    const place = first.path === here ? "" : `${first.path}: `;
    reasons.push(`${index + 1}: ${place}${first.message}`);
  }
  plainUnions = false;
  const more =
    branches.length > most ? `; and ${branches.length - most} more` : "";
  return fail(...told, ` (${reasons.join("; ")}${more})`);
}

//= holds: visit
/** Checks one keyword. */
function holds(schema, keyword, value, path, out, seen) {
  const s = schema;
  const word = schema.spelled?.[keyword] ?? keyword;
  const no = (expected, got) => fail(out, path, word, expected, got);
  switch (keyword) {
    //+ check_type: visit kind check_types
    case "type": {
      const { type } = s;
      const ok =
        typeof type === "string"
          ? isOfType(type, value)
          : type.some((one) => isOfType(one, value));
      return ok || no(type, kind(value));
    }
    //+ check_enum: visit equal first_of
    case "enum":
      return (
        s.enum.some((one) => equal(one, value)) || no(firstOf(s.enum), value)
      );
    //+ check_const: visit equal
    case "const":
      return equal(s.const, value) || no(s.const, value);
    //+ check_multipleOf: visit multiple numeric
    case "multipleOf":
      if (!isNumeric(value) || multiple(value, s.multipleOf)) return true;
      return no(s.multipleOf, value);
    //+ check_minimum: visit numeric
    case "minimum":
      if (!isNumeric(value) || !(value < s.minimum)) return true;
      return no(s.minimum, value);
    //+ check_maximum: visit numeric
    case "maximum":
      if (!isNumeric(value) || !(value > s.maximum)) return true;
      return no(s.maximum, value);
    //+ check_exclusiveMinimum: visit numeric
    case "exclusiveMinimum":
      if (!isNumeric(value) || !(value <= s.exclusiveMinimum)) return true;
      return no(s.exclusiveMinimum, value);
    //+ check_exclusiveMaximum: visit numeric
    case "exclusiveMaximum":
      if (!isNumeric(value) || !(value >= s.exclusiveMaximum)) return true;
      return no(s.exclusiveMaximum, value);
    //+ check_minLength: visit points
    case "minLength": {
      if (typeof value !== "string" || value.length >= 2 * s.minLength) {
        return true;
      }
      const length = points(value);
      return length >= s.minLength || no(s.minLength, length);
    }
    //+ check_maxLength: visit points
    case "maxLength": {
      if (typeof value !== "string" || value.length <= s.maxLength) {
        return true;
      }
      const length = points(value);
      return length <= s.maxLength || no(s.maxLength, length);
    }
    //+ check_pattern: visit regex too_long
    case "pattern":
      if (typeof value !== "string" || isTooLong(schema, value)) return true;
      return regex(schema, s.pattern).test(value) || no(s.pattern, value);
    //+ check_format: visit formats
    case "format":
      if (typeof value !== "string") return true;
      return formats[s.format]?.(value) !== false || no(s.format, value);
    //+ check_minItems: visit
    case "minItems":
      if (!Array.isArray(value) || value.length >= s.minItems) return true;
      return no(s.minItems, value.length);
    //+ check_maxItems: visit
    case "maxItems":
      if (!Array.isArray(value) || value.length <= s.maxItems) return true;
      return no(s.maxItems, value.length);
    //+ check_uniqueItems: visit unique
    case "uniqueItems":
      return !Array.isArray(value) || unique(value) || no(true, value);
    //+ check_prefixItems: visit below
    case "prefixItems": {
      if (!Array.isArray(value)) return true;
      let ok = true;
      for (const [index, sub] of s.prefixItems.entries()) {
        if (index >= value.length) break;
        seen?.items.add(index);
        const item = value[index];
        ok = applyBelow(sub, item, path, out, index, word) && ok;
      }
      return ok;
    }
    //+ check_items: visit below
    case "items": {
      if (!Array.isArray(value)) return true;
      const from = schema.prefixItems?.length ?? 0;
      let ok = true;
      for (let index = from; index < value.length; index++) {
        seen?.items.add(index);
        if (s.items === false) continue;
        const item = value[index];
        ok = applyBelow(s.items, item, path, out, index, word) && ok;
        if (!ok && out === null) return false;
      }
      if (s.items === false && value.length > from)
        return no(from, value.length);
      return ok;
    }
    //+ check_contains: visit branch
    case "contains": {
      if (!Array.isArray(value)) return true;
      const [least, most] = [schema.minContains ?? 1, schema.maxContains];
      let count = 0;
      for (let index = 0; index < value.length; index++) {
        if (!branch(s.contains, value[index], null)) continue;
        count++;
        if (schema.containsUnnoted !== true) seen?.items.add(index);
      }
      if (count === 0 && least > 0) {
        return fail(out, path, "contains", least, count);
      }
      // If no count can be right, the maximum is reported, as in Python's jsonschema.
      if (count < Math.min(least, (most ?? least) + 1)) {
        return fail(out, path, "minContains", least, count);
      }
      if (most === undefined || count <= most) return true;
      return fail(out, path, "maxContains", most, count);
    }
    //+ check_unevaluatedItems: visit below
    case "unevaluatedItems": {
      if (!Array.isArray(value)) return true;
      let ok = true;
      for (let index = 0; index < value.length; index++) {
        if (seen === null || seen.items.has(index)) continue;
        const item = value[index];
        ok = applyBelow(s.unevaluatedItems, item, path, out, index, word) && ok;
        if (s.unevaluatedItems !== false) seen.items.add(index);
      }
      return ok;
    }
    //+ check_minProperties: visit is_object
    case "minProperties": {
      const count = isObject(value) ? Object.keys(value).length : Infinity;
      return count >= s.minProperties || no(s.minProperties, count);
    }
    //+ check_maxProperties: visit is_object
    case "maxProperties": {
      const count = isObject(value) ? Object.keys(value).length : 0;
      return count <= s.maxProperties || no(s.maxProperties, count);
    }
    //+ check_required: visit is_object has
    case "required": {
      if (!isObject(value)) return true;
      let ok = true;
      for (const name of s.required) {
        if (!has(value, name)) ok = no(name, null);
      }
      return ok;
    }
    //+ check_dependentRequired: visit is_object has
    case "dependentRequired": {
      if (!isObject(value)) return true;
      let ok = true;
      for (const [name, wanted] of Object.entries(s.dependentRequired)) {
        if (!has(value, name)) continue;
        for (const other of wanted) {
          if (!has(value, other)) ok = no(other, null);
        }
      }
      return ok;
    }
    //+ check_properties: visit below is_object has members
    case "properties": {
      if (!isObject(value)) return true;
      let ok = true;
      for (const [name, sub] of schemasOf(s.properties)) {
        if (!has(value, name)) continue;
        seen?.names.add(name);
        ok = applyBelow(sub, value[name], path, out, name, word) && ok;
        if (!ok && out === null) return false;
      }
      return ok;
    }
    //+ check_patternProperties: visit below is_object members regex
    case "patternProperties": {
      if (!isObject(value)) return true;
      let ok = true;
      for (const [pattern, sub] of schemasOf(s.patternProperties)) {
        const wanted = regex(schema, pattern);
        for (const name of Object.keys(value)) {
          if (!wanted.test(name)) continue;
          seen?.names.add(name);
          ok = applyBelow(sub, value[name], path, out, name, word) && ok;
        }
      }
      return ok;
    }
    //+ check_additionalProperties: visit below is_object members regex
    case "additionalProperties": {
      if (!isObject(value)) return true;
      const named = schemasOf(schema.properties ?? {});
      const patterns = [...schemasOf(schema.patternProperties ?? {}).keys()];
      let ok = true;
      for (const name of Object.keys(value)) {
        if (named.has(name)) continue;
        if (patterns.some((one) => regex(schema, one).test(name))) continue;
        const sub = s.additionalProperties;
        const holds = applyBelow(sub, value[name], path, out, name, word);
        if (holds) seen?.names.add(name);
        ok = holds && ok;
        if (!ok && out === null) return false;
      }
      return ok;
    }
    //+ check_propertyNames: visit is_object
    case "propertyNames": {
      if (!isObject(value)) return true;
      let ok = true;
      for (const name of Object.keys(value)) {
        ok = apply(s.propertyNames, name, path, out, null, word) && ok;
      }
      return ok;
    }
    //+ check_unevaluatedProperties: visit below is_object
    case "unevaluatedProperties": {
      if (!isObject(value)) return true;
      let ok = true;
      for (const name of Object.keys(value)) {
        if (seen === null || seen.names.has(name)) continue;
        const sub = s.unevaluatedProperties;
        const holds = applyBelow(sub, value[name], path, out, name, word);
        if (holds) seen.names.add(name);
        ok = holds && ok;
      }
      return ok;
    }
    //+ check_dependentSchemas: visit is_object has members
    case "dependentSchemas": {
      if (!isObject(value)) return true;
      let ok = true;
      for (const [name, sub] of schemasOf(s.dependentSchemas)) {
        if (!has(value, name)) continue;
        ok = apply(sub, value, path, out, seen, word) && ok;
      }
      return ok;
    }
    //+ check_$ref: visit
    case "$ref":
      return apply(s.$ref, value, path, out, seen, word);
    //+ check_$dynamicRef: visit
    case "$dynamicRef":
      return apply(s.$dynamicRef, value, path, out, seen, word);
    //+ check_allOf: visit
    case "allOf": {
      let ok = true;
      for (const sub of s.allOf) {
        const notes = seen && unseen();
        const holds = apply(sub, value, path, out, notes, word);
        if (holds && seen !== null && notes !== null) learn(seen, notes);
        ok = holds && ok;
        if (!ok && out === null) return false;
      }
      return ok;
    }
    //+ check_anyOf: visit branch no_branch
    case "anyOf": {
      let ok = false;
      for (const sub of s.anyOf) {
        ok = branch(sub, value, seen) || ok;
        if (ok && seen === null) break;
      }
      if (ok || out === null) return ok;
      const told = [out, path, word, s.anyOf.length, kind(value)];
      return noBranch(s.anyOf, schema.anyOfSigns, value, told);
    }
    //+ check_oneOf: visit branch no_branch
    case "oneOf": {
      let count = 0;
      for (const sub of s.oneOf) {
        if (branch(sub, value, seen)) count++;
      }
      if (count > 0 || out === null) return count === 1 || no(1, count);
      const told = [out, path, word, 1, count];
      return noBranch(s.oneOf, schema.oneOfSigns, value, told);
    }
    //+ check_not: visit branch kind
    case "not":
      return !branch(s.not, value, null) || no(null, kind(value));
    //+ check_if: visit branch
    case "if": {
      const picked = branch(s.if, value, seen) ? "then" : "else";
      return apply(schema[picked] ?? true, value, path, out, seen, picked);
    }
    //+ check_end:
    default:
      return true;
  }
}

//= too_long: schema points
/**
 * Whether `maxLength` rejects a text: then its pattern, which may take long, is not tried.
 */
function isTooLong({ maxLength }, text) {
  if (maxLength === undefined || text.length <= maxLength) return false;
  return points(text) > maxLength;
}

//= numeric:
/** JSON numbers: neither NaN nor infinite. */
function isNumeric(value) {
  return typeof value === "number" && value - value === 0;
}

//= check_types: numeric is_object
function isOfType(type, value) {
  switch (type) {
    case "integer":
      return Number.isInteger(value);
    case "number":
      return isNumeric(value);
    case "array":
      return Array.isArray(value);
    case "object":
      return isObject(value);
    case "null":
      return value === null;
    default:
      return typeof value === type;
  }
}
