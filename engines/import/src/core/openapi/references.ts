import { isObject, type JsonObject } from '../json-values.ts';
import type { ProblemList } from '../problems.ts';

const hopLimit = 50;

/**
 * References resolves `$ref` on demand, one level at a time. It reads only places within the document: an imported
 * document must not make the product open a file or an address.
 */
export class References {
  readonly #document: JsonObject;
  readonly #problems: ProblemList;

  constructor(document: JsonObject, problems: ProblemList) {
    this.#document = document;
    this.#problems = problems;
  }

  /** Follows references to the target object; undefined if they lead nowhere. */
  resolve(value: unknown, place: string): JsonObject | undefined {
    let current = value;
    for (let hop = 0; hop < hopLimit; hop += 1) {
      if (!isObject(current)) return undefined;
      const reference = current.$ref;
      if (typeof reference !== 'string') return current;
      const target = this.find(reference, place);
      if (target === undefined) return undefined;
      // OpenAPI 3.1 allows a summary and a description next to a reference.
      const { $ref, ...siblings } = current;
      current = isObject(target) && Object.keys(siblings).length > 0 ? { ...target, ...siblings } : target;
    }
    this.#problems.add(place, 'The references lead in a circle.');
    return undefined;
  }

  /**
   * The value at a reference such as `#/components/schemas/Pet`; undefined, with a reported problem, if it doesn't
   * exist.
   */
  find(reference: string, place: string): unknown {
    if (!reference.startsWith('#')) {
      this.#problems.add(
        place,
        `"${reference}" lies outside the document and is not read. Import the file together with it, or bundle both into one.`,
      );
      return undefined;
    }
    const parts = pointerParts(reference);
    let current: unknown = parts === undefined ? undefined : this.#document;
    for (const part of parts ?? []) current = childOf(current, part);
    if (current === undefined) this.#problems.add(place, `"${reference}" leads nowhere in the document.`);
    return current;
  }
}

function childOf(value: unknown, key: string): unknown {
  if (Array.isArray(value)) return /^\d+$/.test(key) ? value[Number(key)] : undefined;
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

function pointerParts(reference: string): string[] | undefined {
  if (reference === '#') return [];
  if (!reference.startsWith('#/')) return undefined;
  try {
    return reference
      .slice(2)
      .split('/')
      .map((part) => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'));
  } catch {
    return undefined;
  }
}
