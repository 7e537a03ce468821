import { type AskOptions, checkedJob } from './ask-database.ts';
import type { DatabaseError } from './database-error.ts';
import type { DatabaseColumn, DatabaseTarget, RowsQuery } from './database-link.ts';
import { type DatabaseThread, openDatabaseThread } from './database-thread.ts';

/**
 * DatabaseRows is the result of a query while it is read: its columns, then its rows in batches. It must be closed,
 * whether it was read or not.
 */
export interface DatabaseRows {
  columns: DatabaseColumn[];
  close(): void;
  /** Rejects with a `DatabaseError`. */
  batches: AsyncGenerator<unknown[][]>;
}

type Item = { columns: DatabaseColumn[] } | { rows: unknown[][] } | { end: true } | { error: DatabaseError };

/**
 * readDatabase runs a read-only statement; only a few of its rows are in memory at a time. Throws a `DatabaseError`.
 */
export async function readDatabase(
  target: DatabaseTarget,
  query: RowsQuery & { values: Record<string, string> },
  options: AskOptions,
): Promise<DatabaseRows> {
  const job = await checkedJob(target, { type: 'rows', ...query }, options);
  const items: Item[] = [];
  let wake: (() => void) | undefined;
  const push = (item: Item) => {
    items.push(item);
    wake?.();
  };
  const thread: DatabaseThread = openDatabaseThread(job, options.signal, {
    onFailure: (error) => push({ error }),
    onMessage: (message) => push('answer' in message ? { end: true } : message),
  });
  const take = async (): Promise<Item> => {
    while (items.length === 0)
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    const item = items.shift()!;
    if ('error' in item) throw item.error;
    return item;
  };
  const batches = async function* (): AsyncGenerator<unknown[][]> {
    try {
      for (let item = first; !('end' in item); item = await take())
        if ('rows' in item) {
          thread.next();
          yield item.rows;
        }
    } finally {
      thread.close();
    }
  };
  let first = await take();
  const columns = 'columns' in first ? first.columns : [];
  if ('columns' in first) first = { rows: [] };
  return { columns, batches: skipEmpty(batches()), close: () => thread.close() };
}

async function* skipEmpty(batches: AsyncGenerator<unknown[][]>): AsyncGenerator<unknown[][]> {
  for await (const batch of batches) if (batch.length > 0) yield batch;
}
