import { setImmediate as turn } from 'node:timers/promises';

const itemsPerTurn = 100;

/** mapInTurns maps a long list and lets other calls be answered in between; what maps to undefined is left out. */
export async function mapInTurns<Item, Result>(
  items: readonly Item[],
  map: (item: Item) => Result | undefined,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const [index, item] of items.entries()) {
    if (index > 0 && index % itemsPerTurn === 0) await turn();
    const result = map(item);
    if (result !== undefined) results.push(result);
  }
  return results;
}
