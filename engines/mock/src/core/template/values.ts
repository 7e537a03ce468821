/** RawText is text that is written without being escaped. */
export class RawText {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** Several is a header, parameter or cookie: written, it is its first value; `[1]` is the second one. */
export class Several {
  readonly values: readonly string[];
  constructor(values: readonly string[]) {
    this.values = values;
  }
}

/** Lookup gives members by a rule of its own, such as headers without regard to case. */
export class Lookup {
  readonly get: (name: string) => unknown;
  readonly entries: () => Iterable<[string, unknown]>;
  /** What the whole is when it is written. */
  readonly text: (() => string) | undefined;
  constructor(get: (name: string) => unknown, entries: () => Iterable<[string, unknown]>, text?: () => string) {
    this.get = get;
    this.entries = entries;
    this.text = text;
  }
}

/** memberOf gives a member of a value: own ones only, so that nothing of the language itself is ever reached. */
export function memberOf(value: unknown, name: string): unknown {
  if (value instanceof Lookup) return value.get(name);
  if (value instanceof Several) return itemOf(value.values, name);
  if (Array.isArray(value)) return itemOf(value, name);
  if (typeof value === 'string') return name === 'length' ? value.length : undefined;
  if (typeof value !== 'object' || value === null || value instanceof RawText) return undefined;
  if (value instanceof Map) return value.get(name);
  return Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
}

function itemOf(list: readonly unknown[], name: string): unknown {
  if (/^-?\d+$/.test(name)) return list.at(Number(name));
  if (name === 'first') return list[0];
  if (name === 'last') return list.at(-1);
  return name === 'length' || name === 'size' ? list.length : undefined;
}

/** plainOf gives what functions work with: the text of raw text, the first of several values. */
export function plainOf(value: unknown): unknown {
  if (value instanceof RawText) return value.text;
  if (value instanceof Several) return value.values[0];
  if (value instanceof Lookup)
    return value.text?.() ?? Object.fromEntries([...value.entries()].map(([k, v]) => [k, plainOf(v)]));
  return value;
}

/** textOf writes a value as a template does. */
export function textOf(value: unknown): string {
  const plain = plainOf(value);
  if (plain === undefined || plain === null) return '';
  if (typeof plain === 'string') return plain;
  if (plain instanceof Date) return plain.toISOString();
  if (typeof plain === 'object')
    return JSON.stringify(plain, (_, item: unknown) => (typeof item === 'bigint' ? Number(item) : plainOf(item))) ?? '';
  return String(plain);
}

/** listOf gives the items of a list, of several values or of one. */
export function listOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  if (value instanceof Several) return [...value.values];
  return value === undefined || value === null ? [] : [value];
}

/** isFalsy is what `if` takes for no: also an empty list and an empty text. */
export function isFalsy(value: unknown): boolean {
  const plain = plainOf(value);
  return !plain || (Array.isArray(plain) && plain.length === 0);
}

/** numberOf reads a number; NaN where it is none. */
export function numberOf(value: unknown): number {
  const plain = plainOf(value);
  if (typeof plain === 'bigint') return Number(plain);
  if (typeof plain === 'number') return plain;
  return typeof plain === 'string' && plain.trim() !== '' ? Number(plain) : Number.NaN;
}
