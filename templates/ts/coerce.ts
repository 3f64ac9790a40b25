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

/** What decides a part of a schema. */
type Decider = Validator | boolean;

/** What one schema says of a value; numbers name other shapes. */
interface Shape {
  readonly types?: readonly string[];
  readonly all?: readonly number[];
  readonly references?: readonly number[];
  readonly dependent?: readonly (readonly [string, number])[];
  readonly test?: Decider;
  readonly then?: number;
  readonly other?: number;
  readonly properties?: readonly (readonly [string, number])[];
  readonly patterns?: readonly (readonly [RegExp, number])[];
  readonly rest?: readonly number[];
  readonly prefix?: readonly number[];
  readonly items?: number;
  readonly alternatives?: readonly (readonly (readonly [number, Decider])[])[];
  readonly default?: unknown;
}

type Shapes = readonly (Shape | null)[];

/** A place that is coerced, with the shapes that apply there. */
interface Slot {
  readonly holder: object;
  readonly key: string | number;
  readonly path: Path;
  readonly level: number;
  readonly ids: readonly number[];
  /** The defaults that the place is inside of: none is added inside of itself. */
  readonly inside: Inside | null;
}

/** A default that is being added: its shapes, and those that it is inside of. */
interface Inside {
  readonly ids: readonly number[];
  readonly above: Inside | null;
  readonly level: number;
}

/** What is still to be done at a place: its value, its missing properties from one on, its alternatives. */
interface Step extends Slot {
  readonly fill?: { readonly shapes: readonly Shape[]; readonly names: readonly string[]; readonly from: number };
  readonly choose?: readonly (readonly [number, Decider])[];
}

/** Deeper levels are left as they are, and so is all that more steps would reach. */
const DEEPEST_COERCED = 2000;
const MOST_STEPS = 5_000_000;
/** The steps of a default inside of none, one, two, and more other defaults. */
const STEPS_OF_DEFAULT = [1, 10, 100] as const;
/** Alternatives within alternatives. */
const DEEPEST_CHOICE = 100;

function holds(decider: Decider, value: unknown): boolean {
  return typeof decider === "boolean" ? decider : run(decider, value, null);
}

/** All shapes that apply to a value, through references, `allOf` and what conditions pick. */
function gather(shapes: Shapes, ids: readonly number[], value: unknown): Shape[] {
  const [all, seen] = [[] as Shape[], new Set<number>()];
  const open = [...ids].reverse();
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const shape = shapes[id];
    if (seen.has(id) || shape === undefined || shape === null) continue;
    seen.add(id);
    all.push(shape);
    open.push(...[...(shape.all ?? [])].reverse(), ...(shape.references ?? []));
    if (kind(value) === "object") {
      for (const [name, dependent] of shape.dependent ?? []) if (has(value as Dict, name)) open.push(dependent);
    }
    if (shape.test !== undefined) {
      const picked = holds(shape.test, value) ? shape.then : shape.other;
      if (picked !== undefined) open.push(picked);
    }
  }
  return all;
}

/** The types that all of some shapes take; nothing where none of them names types. */
function typesOf(shapes: readonly Shape[]): readonly string[] | undefined {
  const sets = shapes.flatMap((shape) => (shape.types === undefined ? [] : [shape.types]));
  if (sets.length < 2) return sets[0];
  const words = ["null", "boolean", "integer", "number", "string", "array", "object"];
  return words.filter((word) => sets.every((set) => set.includes(word) || (word === "integer" && set.includes("number"))));
}

function ofProperty(shapes: readonly Shape[], name: string): number[] {
  return shapes.flatMap(({ properties = [], patterns = [], rest = [] }) => {
    const own = properties.filter(([known]) => known === name).map(([, id]) => id);
    const found = [...own, ...patterns.filter(([pattern]) => pattern.test(name)).map(([, id]) => id)];
    return found.length > 0 ? found : rest;
  });
}

function ofItem(shapes: readonly Shape[], index: number): number[] {
  return shapes.flatMap(({ prefix, items }) => prefix?.[index] ?? items ?? []);
}

function follow(shapes: Shapes, given: unknown, level: Level): Coerced {
  const top: unknown[] = [copy(given)];
  const changes: Change[] = [];
  let left = MOST_STEPS;
  walk({ holder: top, key: 0, path: null, level: 0, ids: [0], inside: null }, true, 0);
  return { value: top[0], changes };

  function walk(root: Slot, defaults: boolean, choices: number): void {
    const todo: Step[] = [root];
    for (let step = todo.pop(); step !== undefined && left > 0; step = todo.pop()) {
      const value = (step.holder as { readonly [key: string]: unknown })[step.key];
      if (step.choose !== undefined) {
        if (choices < DEEPEST_CHOICE) choose(step, step.choose, value, choices);
      } else if (step.fill !== undefined) {
        fill(step, step.fill, value as Dict, todo);
      } else if (step.level < DEEPEST_COERCED && step.ids.some((id) => shapes[id] != null)) {
        left--;
        enter(step, value, defaults, todo);
      }
    }
  }

  /** Converts a value, and puts what is below it on the list. */
  function enter(slot: Slot, given: unknown, defaults: boolean, todo: Step[]): void {
    const { holder, key, path, inside } = slot;
    let value = given;
    let here = gather(shapes, slot.ids, value);
    const better = level === "off" ? undefined : convert(value, typesOf(here) ?? [], level === "lenient");
    if (better !== undefined) {
      changes.push({ path: pointer(path), from: copy(value), to: copy(better.to), rule: better.rule });
      value = better.to;
      put(holder, key, value);
      // Conditions may see another value now.
      here = gather(shapes, slot.ids, value);
    }
    if (level !== "off") {
      const lists = here.flatMap((shape) => shape.alternatives ?? []);
      for (const choose of lists.reverse()) todo.push({ ...slot, choose });
    }
    const below = slot.level + 1;
    if (Array.isArray(value)) {
      for (let index = value.length - 1; index >= 0; index--) {
        todo.push({ holder: value, key: index, path: at(path, index), level: below, ids: ofItem(here, index), inside });
      }
    } else if (typeof value === "object" && value !== null) {
      if (defaults) {
        const names = [...new Set(here.flatMap(({ properties = [] }) => properties.map(([name]) => name)))];
        todo.push({ ...slot, fill: { shapes: here, names, from: 0 } });
      }
      for (const name of Object.keys(value).reverse()) {
        todo.push({ holder: value, key: name, path: at(path, name), level: below, ids: ofProperty(here, name), inside });
      }
    }
  }

  /** Adds the default of the first missing property that has one; the rest comes behind its inside. */
  function fill(slot: Slot, { shapes: here, names, from }: NonNullable<Step["fill"]>, object: Dict, todo: Step[]): void {
    for (let index = from; index < names.length; index++) {
      const name = names[index] ?? "";
      if (has(object, name)) continue;
      const ids = ofProperty(here, name);
      const named = gather(shapes, ids, null).find((shape) => has(shape as Dict, "default"));
      if (named === undefined || isInside(slot.inside, ids)) continue;
      left -= STEPS_OF_DEFAULT[slot.inside?.level ?? 0] ?? 1_000;
      if (left < 0) return;
      const path = at(slot.path, name);
      const inside = { ids, above: slot.inside, level: (slot.inside?.level ?? 0) + 1 };
      put(object, name, copy(named.default));
      changes.push({ path: pointer(path), to: copy(named.default), rule: "default" });
      todo.push({ ...slot, fill: { shapes: here, names, from: index + 1 } });
      todo.push({ holder: object, key: name, path, level: slot.level + 1, ids, inside });
      return;
    }
  }

  /** Takes the first alternative that the value can be made to fit, if it fits none as it stands. */
  function choose(slot: Slot, list: NonNullable<Step["choose"]>, value: unknown, choices: number): void {
    if (list.some(([, decider]) => holds(decider, value))) return;
    const before = changes.length;
    for (const [id, decider] of list) {
      const candidate: unknown[] = [copy(value)];
      // Which alternative is meant is a guess: no default is added.
      const { path, level: above } = slot;
      walk({ holder: candidate, key: 0, path, level: above + 1, ids: [id], inside: null }, false, choices + 1);
      if (changes.length > before && holds(decider, candidate[0])) {
        put(slot.holder, slot.key, candidate[0]);
        return;
      }
      changes.length = before;
    }
  }
}

function isInside(inside: Inside | null, ids: readonly number[]): boolean {
  for (let one = inside; one !== null; one = one.above) {
    const known = one.ids;
    if (known.length === ids.length && known.every((id, index) => id === ids[index])) return true;
  }
  return false;
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
    let end = digits.length;
    while (digits.charAt(end - 1) === "0") end--;
    return end === 0 ? "0" : `${digits.slice(0, end)}e${Number(exponent) - rest.length + digits.length - end}`;
  };
  const value = Number(text);
  return Number.isFinite(value) && plain(String(value)) === plain(text) ? value : undefined;
}
