import type { ScopeChanges, ScriptScopes } from '../script-types.ts';

const token = /\{\{\s*([^{}]+?)\s*\}\}/g;

/** Text of a variable: texts as they are, other values as JSON. */
export function variableText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === undefined) return '';
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return String(value);
  }
}

/** One scope as `pm.environment` shows it; remembers what was changed. */
export class Scope {
  readonly name: string;
  readonly #values: Map<string, unknown>;
  readonly #changed = new Set<string>();
  readonly #replaceIn: (text: unknown) => unknown;

  constructor(name: string, values: Record<string, string>, replaceIn: (text: unknown) => unknown) {
    this.name = name;
    this.#values = new Map(Object.entries(values));
    this.#replaceIn = replaceIn;
  }

  get(name: unknown): unknown {
    return this.#values.get(String(name));
  }

  has(name: unknown): boolean {
    return this.#values.has(String(name));
  }

  set(name: unknown, value: unknown): void {
    this.#values.set(String(name), value);
    this.#changed.add(String(name));
  }

  unset(name: unknown): void {
    this.#values.delete(String(name));
    this.#changed.add(String(name));
  }

  clear(): void {
    for (const name of [...this.#values.keys()]) this.unset(name);
  }

  toObject(): Record<string, unknown> {
    return Object.fromEntries(this.#values);
  }

  toJSON(): Record<string, unknown> {
    return this.toObject();
  }

  replaceIn(text: unknown): unknown {
    return this.#replaceIn(text);
  }

  changes(): ScopeChanges {
    const set: Record<string, string> = {};
    const unset: string[] = [];
    for (const name of this.#changed) {
      if (this.#values.has(name)) set[name] = variableText(this.#values.get(name));
      else unset.push(name);
    }
    return { set, unset };
  }
}

/** All scopes of a script, and `pm.variables` over them: data row, script, suite, environment, globals. */
export class Scopes {
  readonly environment: Scope;
  readonly globals: Scope;
  readonly collection: Scope;
  readonly local: Scope;
  readonly data: Scope;
  readonly variables: Record<string, unknown>;

  constructor(given: ScriptScopes, dynamicValues: Record<string, string>) {
    const replaceIn = (text: unknown) => this.#replaceIn(text, dynamicValues);
    this.environment = new Scope('environment', given.environment, replaceIn);
    this.globals = new Scope('globals', given.globals, replaceIn);
    this.collection = new Scope('collection', given.collection, replaceIn);
    this.local = new Scope('local', given.local, replaceIn);
    this.data = new Scope('data', given.data, replaceIn);
    this.variables = {
      get: (name: unknown) => this.#holder(name)?.get(name),
      has: (name: unknown) => this.#holder(name) !== undefined,
      set: (name: unknown, value: unknown) => this.local.set(name, value),
      unset: (name: unknown) => this.local.unset(name),
      clear: () => this.local.clear(),
      toObject: () => Object.assign({}, ...this.#narrowLast().map((scope) => scope.toObject())),
      replaceIn,
    };
  }

  #narrowLast(): Scope[] {
    return [this.globals, this.environment, this.collection, this.local, this.data];
  }

  #holder(name: unknown): Scope | undefined {
    return this.#narrowLast().findLast((scope) => scope.has(name));
  }

  #replaceIn(input: unknown, dynamicValues: Record<string, string>): unknown {
    if (typeof input !== 'string') return input;
    let text = input;
    for (let pass = 0; pass < 8 && text.includes('{{'); pass += 1) {
      const next = text.replace(token, (whole: string, name: string) => {
        const holder = this.#holder(name);
        if (holder !== undefined) return variableText(holder.get(name));
        return Object.hasOwn(dynamicValues, name) ? dynamicValues[name]! : whole;
      });
      if (next === text || next.length > 4_000_000) break;
      text = next;
    }
    return text;
  }
}
