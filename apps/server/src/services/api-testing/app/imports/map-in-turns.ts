import { sharedLoop } from '@touchstone/kernel';

/** mapInTurns maps a long list without blocking the event loop; items mapped to undefined are dropped. */
export async function mapInTurns<Item, Result>(
  items: readonly Item[],
  map: (item: Item, index: number) => Result | undefined,
): Promise<Result[]> {
  return await sharedLoop.work(mapped(items, map));
}

/** mapped maps a list and yields after each item; see `sharedLoop.work`. */
export function* mapped<Item, Result>(
  items: readonly Item[],
  map: (item: Item, index: number) => Result | undefined,
): Generator<undefined, Result[]> {
  const results: Result[] = [];
  for (const [index, item] of items.entries()) {
    const result = map(item, index);
    if (result !== undefined) results.push(result);
    yield;
  }
  return results;
}
