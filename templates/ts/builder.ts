/** Builds a `TYPE`, property by property; `build` and `emit` check it. */
export class Builder {
  private readonly draft: { [key: string]: unknown } = {};

  /** Sets a property; the last value counts. */
  set<K extends keyof TYPE & string>(key: K, value: TYPE[K]): this {
    put(this.draft, key, value);
    return this;
  }

  /** The value, with its keys in the schema's order; throws a `SkillContractError` if it is no `TYPE`. */
  build(): TYPE {
    const value: { [key: string]: unknown } = {};
    for (const key of [...KEYS, ...Object.keys(this.draft)]) {
      if (has(this.draft, key) && !has(value, key)) put(value, key, this.draft[key]);
    }
    const result: unknown = withDefaults(value);
    assert(result);
    return result;
  }

  /** Prints the value to stdout as one JSON document and sets the exit code. */
  emit(): void {
    emit(this.build());
  }
}

/** A new `Builder`. */
export function builder(): Builder {
  return new Builder();
}
