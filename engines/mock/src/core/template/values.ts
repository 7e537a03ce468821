/** RawText is text that is rendered without escaping. */
export class RawText {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** Several is a header, parameter or cookie: it renders as its first value; `[1]` is the second. */
export class Several {
  readonly values: readonly string[];
  constructor(values: readonly string[]) {
    this.values = values;
  }
}

/** Lookup finds members by its own rule, for example headers regardless of case. */
export class Lookup {
  readonly get: (name: string) => unknown;
  readonly entries: () => Iterable<[string, unknown]>;
  /** The rendered form of the whole. */
  readonly text: (() => string) | undefined;
  constructor(get: (name: string) => unknown, entries: () => Iterable<[string, unknown]>, text?: () => string) {
    this.get = get;
    this.entries = entries;
    this.text = text;
  }
}

/** memberOf returns an own member of a value, so that nothing of the language itself is accessible. */
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

/** plainOf returns the value that functions work with: the text of raw text, the first of several values. */
export function plainOf(value: unknown): unknown {
  if (value instanceof RawText) return value.text;
  if (value instanceof Several) return value.values[0];
  if (value instanceof Lookup)
    return value.text?.() ?? Object.fromEntries([...value.entries()].map(([k, v]) => [k, plainOf(v)]));
  return value;
}

/** textOf renders a value as a template does. */
export function textOf(value: unknown): string {
  const plain = plainOf(value);
  if (plain === undefined || plain === null) return '';
  if (typeof plain === 'string') return plain;
  if (plain instanceof Date) return plain.toISOString();
  if (typeof plain === 'object')
    return JSON.stringify(plain, (_, item: unknown) => (typeof item === 'bigint' ? Number(item) : plainOf(item))) ?? '';
  return String(plain);
}

/** listOf returns the items of a list, of several values, or of a single one. */
export function listOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  if (value instanceof Several) return [...value.values];
  return value === undefined || value === null ? [] : [value];
}

/** isFalsy returns whether `if` treats a value as false; this includes empty lists and strings. */
export function isFalsy(value: unknown): boolean {
  const plain = plainOf(value);
  return !plain || (Array.isArray(plain) && plain.length === 0);
}

/** numberOf converts a value to a number; NaN if it isn't one. */
export function numberOf(value: unknown): number {
  const plain = plainOf(value);
  if (typeof plain === 'bigint') return Number(plain);
  if (typeof plain === 'number') return plain;
  return typeof plain === 'string' && plain.trim() !== '' ? Number(plain) : Number.NaN;
}
