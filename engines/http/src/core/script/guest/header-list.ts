import type { HeaderChange, ScriptPair } from '../script-types.ts';

/** Headers as `pm.request.headers` and `pm.response.headers` give them; names are compared without case. */
export class HeaderList {
  readonly #pairs: ScriptPair[];
  readonly #changes: HeaderChange[] | undefined;

  constructor(pairs: readonly ScriptPair[], changes?: HeaderChange[]) {
    this.#pairs = pairs.map(({ key, value }) => ({ key, value }));
    this.#changes = changes;
  }

  get(name: unknown): string | undefined {
    return this.one(name)?.value;
  }

  one(name: unknown): ScriptPair | undefined {
    const wanted = String(name).toLowerCase();
    return this.#pairs.findLast((pair) => pair.key.toLowerCase() === wanted);
  }

  has(name: unknown, value?: unknown): boolean {
    const found = this.one(name);
    return found !== undefined && (value === undefined || found.value === String(value));
  }

  all(): ScriptPair[] {
    return this.#pairs.map((pair) => ({ ...pair }));
  }

  toObject(): Record<string, string> {
    return Object.fromEntries(this.#pairs.map(({ key, value }) => [key, value]));
  }

  toJSON(): ScriptPair[] {
    return this.all();
  }

  count(): number {
    return this.#pairs.length;
  }

  each(visit: (pair: ScriptPair) => void): void {
    for (const pair of this.all()) visit(pair);
  }

  map<T>(change: (pair: ScriptPair) => T): T[] {
    return this.all().map((pair) => change(pair));
  }

  filter(test: (pair: ScriptPair) => unknown): ScriptPair[] {
    return this.all().filter((pair) => test(pair));
  }

  find(test: (pair: ScriptPair) => unknown): ScriptPair | undefined {
    return this.all().find((pair) => test(pair));
  }

  add(...input: unknown[]): void {
    const pair = pairOf(input);
    this.#pairs.push(pair);
    this.#changes?.push({ operation: 'add', ...pair });
  }

  upsert(...input: unknown[]): void {
    const pair = pairOf(input);
    const known = this.one(pair.key);
    if (known === undefined) this.#pairs.push(pair);
    else known.value = pair.value;
    this.#changes?.push({ operation: 'upsert', ...pair });
  }

  remove(given: unknown): void {
    const name = given !== null && typeof given === 'object' ? (given as ScriptPair).key : given;
    const wanted = String(name).toLowerCase();
    const kept = this.#pairs.filter((pair) => pair.key.toLowerCase() !== wanted);
    this.#pairs.splice(0, this.#pairs.length, ...kept);
    this.#changes?.push({ operation: 'remove', key: String(name), value: '' });
  }

  clear(): void {
    for (const { key } of this.all()) this.remove(key);
  }

  [Symbol.iterator](): Iterator<ScriptPair> {
    return this.all()[Symbol.iterator]();
  }
}

/** A pair from `{ key, value }`, `Name: value` or two texts. */
function pairOf([first, second]: unknown[]): ScriptPair {
  if (first !== null && typeof first === 'object') {
    const { key, name, value } = first as { key?: unknown; name?: unknown; value?: unknown };
    return { key: String(key ?? name ?? ''), value: String(value ?? '') };
  }
  const text = String(first);
  if (second !== undefined) return { key: text, value: String(second) };
  const colon = text.indexOf(':');
  return colon < 0
    ? { key: text, value: '' }
    : { key: text.slice(0, colon).trim(), value: text.slice(colon + 1).trim() };
}
