// Coercion and defaults by the plans of a schema: one table, followed without recursion. The rules are
// those of `skillgen validate --coerce`.

//= coerce: kind has path
/** How far coercion goes: `off` adds defaults only. */
export type Level = "off" | "safe" | "lenient";

/** One thing that coercion changed; a default has no `from`. */
export interface Change {
  /** JSON Pointer to the place. */
  readonly path: string;
  /** What stood there. */
  readonly from?: unknown;
  /** What stands there now. */
  readonly to: unknown;
  /** The rule that changed it. */
  readonly rule: string;
}

/** A value with all that was changed in it, outermost first. The value that was given is as it was. */
export interface Coerced {
  readonly value: unknown;
  readonly changes: Change[];
}

/** What is expected at a place; numbers name other plans. */
interface Plan {
  readonly types?: readonly string[];
  readonly properties?: readonly (readonly [string, number])[];
  readonly rest?: number;
  readonly prefix?: readonly (number | null)[];
  readonly items?: number;
  readonly default?: unknown;
}

function follow(plans: readonly Plan[], given: unknown, level: Level): Coerced {
  const changes: Change[] = [];
  const top: unknown[] = [copy(given)];
  type Slot = { readonly holder: object; readonly key: string | number; readonly path: Path; readonly plan: number };
  const todo: (Slot & { readonly fill?: true })[] = [{ holder: top, key: 0, path: null, plan: 0 }];
  for (let slot = todo.pop(); slot !== undefined; slot = todo.pop()) {
    const plan = plans[slot.plan];
    if (plan === undefined) continue;
    let value = (slot.holder as { readonly [key: string]: unknown })[slot.key];
    const { path } = slot;
    if (slot.fill === true) {
      const object = value as Dict;
      const added: Slot[] = [];
      for (const [name, id] of plan.properties ?? []) {
        const missing = plans[id];
        if (missing === undefined || has(object, name) || !has(missing as Dict, "default")) continue;
        put(object, name, copy(missing.default));
        changes.push({ path: pointer(at(path, name)), to: copy(missing.default), rule: "default" });
        added.push({ holder: object, key: name, path: at(path, name), plan: id });
      }
      todo.push(...added.reverse());
      continue;
    }
    const better = level === "off" ? undefined : convert(value, plan.types ?? [], level === "lenient");
    if (better !== undefined) {
      changes.push({ path: pointer(path), from: copy(value), to: copy(better.to), rule: better.rule });
      value = better.to;
      put(slot.holder, slot.key, value);
    }
    const below: (Slot & { readonly fill?: true })[] = [];
    if (Array.isArray(value)) {
      for (let index = 0; index < value.length; index++) {
        const id = (index < (plan.prefix?.length ?? 0) ? plan.prefix?.[index] : plan.items) ?? -1;
        below.push({ holder: value, key: index, path: at(path, index), plan: id });
      }
    } else if (typeof value === "object" && value !== null) {
      const known = new Map(plan.properties ?? []);
      for (const name of Object.keys(value)) {
        below.push({ holder: value, key: name, path: at(path, name), plan: known.get(name) ?? plan.rest ?? -1 });
      }
      below.push({ ...slot, fill: true });
    }
    for (let next = below.pop(); next !== undefined; next = below.pop()) todo.push(next);
  }
  return { value: top[0], changes };
}

/** Sets an own property, whatever its name. */
function put(holder: object, key: string | number, value: unknown): void {
  Object.defineProperty(holder, key, { value, writable: true, enumerable: true, configurable: true });
}

/** A copy that shares nothing with the value; made without recursion. */
function copy(value: unknown): unknown {
  const top: unknown[] = [value];
  const todo: { readonly holder: object; readonly key: string | number; readonly value: unknown }[] = [
    { holder: top, key: 0, value },
  ];
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    const { holder, key, value: from } = next;
    if (typeof from !== "object" || from === null) {
      put(holder, key, from);
    } else if (Array.isArray(from)) {
      const list: unknown[] = from.map(() => null);
      put(holder, key, list);
      from.forEach((item: unknown, index) => todo.push({ holder: list, key: index, value: item }));
    } else {
      const object = {};
      put(holder, key, object);
      for (const name of Object.keys(from)) put(object, name, null);
      for (const name of Object.keys(from)) {
        todo.push({ holder: object, key: name, value: (from as Dict)[name] });
      }
    }
  }
  return top[0];
}

/** The value as one of `types` takes it, and the rule that makes it so; nothing if it is fine or can't be. */
function convert(value: unknown, types: readonly string[], lenient: boolean): { to: unknown; rule: string } | undefined {
  const word = kind(value);
  const fine = types.includes(word) || (types.includes("integer") && Number.isInteger(value));
  if (types.length === 0 || fine || value === null) return undefined;
  if (typeof value === "string") {
    const fraction = types.includes("number");
    if (fraction || types.includes("integer")) {
      const to = numeral(value, fraction);
      if (to !== undefined) return { to, rule: fraction ? "string-to-number" : "string-to-integer" };
    }
    if (types.includes("boolean")) {
      const lower = value.toLowerCase();
      const yes = lower === "true" || (lenient && (lower === "yes" || lower === "1"));
      if (yes || lower === "false" || (lenient && (lower === "no" || lower === "0"))) {
        return { to: yes, rule: "string-to-boolean" };
      }
    }
    if (types.includes("object") && value.trimStart().startsWith("{")) {
      try {
        return { to: JSON.parse(value) as unknown, rule: "json-to-object" };
      } catch {
        // No JSON text: it stays a string.
      }
    }
  }
  if (types.includes("array") && word !== "array") return { to: [value], rule: "wrap-in-array" };
  if (lenient && types.includes("string") && (word === "number" || word === "boolean")) {
    return { to: String(value), rule: `${word}-to-string` };
  }
  return undefined;
}

/** A decimal numeral that a double holds without loss. */
function numeral(text: string, fraction: boolean): number | undefined {
  if (!/^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text) || (!fraction && text.includes("."))) return undefined;
  const plain = (decimal: string): string => {
    const [mantissa = "", exponent = "0"] = decimal.split("e");
    const [whole = "", rest = ""] = mantissa.replace("-", "").split(".");
    const digits = (whole + rest).replace(/^0+/, "");
    const kept = digits.replace(/0+$/, "");
    return kept === "" ? "0" : `${kept}e${Number(exponent) - rest.length + digits.length - kept.length}`;
  };
  const value = Number(text);
  return Number.isFinite(value) && plain(String(value)) === plain(text) ? value : undefined;
}
