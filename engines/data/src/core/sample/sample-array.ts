import { deepEquals } from '@touchstone/engine-assert/core';
import type { Sampler } from './sample-from-schema.ts';
import { conjunction, listOf, type Shape, tightest } from './schema-shape.ts';

const lengthLimit = 10_000;
const distinctLimit = 50;

/**
 * arraysFor yields lists that are likely to satisfy all parts: one with an item if that is allowed, then shorter and
 * longer ones.
 */
export function* arraysFor({ parts }: Shape, depth: number, sampler: Sampler): Generator<unknown[]> {
  const least = Math.ceil(Math.max(tightest(parts, 'minItems', 'max') ?? 0, 0));
  const most = tightest(parts, 'maxItems', 'min') ?? Number.POSITIVE_INFINITY;
  if (least > lengthLimit) return;
  const isUnique = parts.some(({ uniqueItems }) => uniqueItems === true);
  const itemSchemas = (index: number): unknown[] =>
    parts
      .map(({ items, prefixItems, additionalItems }) => {
        const prefix = Array.isArray(items) ? items : listOf(prefixItems);
        return index < prefix.length ? prefix[index] : Array.isArray(items) ? additionalItems : items;
      })
      .filter((schema) => schema !== undefined);
  const contained = parts.flatMap(({ contains, minContains }) =>
    contains === undefined ? [] : new Array<unknown>(Math.min(Number(minContains ?? 1), lengthLimit)).fill(contains),
  );
  const firstItems = Math.max(0, ...parts.map(({ prefixItems, items }) => listOf(prefixItems ?? items).length));
  const isShown = itemSchemas(0).length > 0 && sampler.isShown(itemSchemas(0), depth + 1);
  const plain = Math.max(least, contained.length, isShown ? Math.max(firstItems, 1) : 0);
  const make = (length: number) => itemsOf({ length, isUnique, itemSchemas, contained, depth, sampler });
  for (const length of new Set([plain, least, contained.length, least + 1, least + 2, plain + contained.length, 0]))
    if (length <= most && length >= least && length <= lengthLimit) yield make(length);
}

interface ItemsWanted {
  length: number;
  isUnique: boolean;
  itemSchemas: (index: number) => unknown[];
  contained: unknown[];
  depth: number;
  sampler: Sampler;
}

function itemsOf({ length, isUnique, itemSchemas, contained, depth, sampler }: ItemsWanted): unknown[] {
  const made: unknown[] = [];
  const open = [...contained];
  const known = new Map<string, unknown[]>();
  for (let index = 0; index < length; index += 1) {
    const wanted = itemSchemas(index);
    // `contains` items go to the end, so that items with a fixed index keep it.
    const extra = length - index <= open.length ? open.shift() : undefined;
    const schemas = extra === undefined ? wanted : [...wanted, extra];
    const item = isUnique
      ? sampler
          .several(
            schemas.length > 0 ? schemas : [conjunction([])],
            depth + 1,
            Math.min(made.length + 1, distinctLimit),
          )
          .find((value) => !made.some((other) => deepEquals(other, value)))
      : once(known, schemas, () => sampler.first(schemas, depth + 1).value);
    if (item === undefined) break;
    made.push(item);
  }
  return made;
}

/** Equal items are made once. */
function once(known: Map<string, unknown[]>, schemas: unknown[], make: () => unknown): unknown {
  for (const [, [key, value]] of known) if (deepEqualsList(key as unknown[], schemas)) return value;
  const value = make();
  known.set(String(known.size), [schemas, value]);
  return value;
}

const deepEqualsList = (left: unknown[], right: unknown[]): boolean =>
  left.length === right.length && left.every((item, index) => item === right[index]);
