import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/** containsPattern is an ILIKE pattern for "contains this text", with its wildcards taken literally. */
export const containsPattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** What was typed to find something by its name. */
export interface NameQuestion {
  /** As typed, whole. */
  text: string;
  /** For each typed word, the pieces of which a name holds at least one. */
  words: readonly (readonly string[])[];
  /** The most that are wanted. */
  most: number;
}

/** holdsWords holds where a name has a piece of every word. */
export const holdsWords = (name: SQLWrapper, { words }: NameQuestion): SQL =>
  sql.join(
    // Lower case once a row is less work than ILIKE, which does it for each pattern.
    words.map((pieces) => {
      const patterns = pieces.map((piece) => sql`${containsPattern(piece)}`);
      return sql`lower(${name}) like any(array[${sql.join(patterns, sql`, `)}]::text[])`;
    }),
    sql` and `,
  );

/** holdsWhole holds where a name has the typed text as it is. */
export const holdsWhole = (name: SQLWrapper, { text }: NameQuestion): SQL<boolean> =>
  sql<boolean>`lower(${name}) like ${containsPattern(text.toLowerCase())}`;

/** isUniqueViolation tells whether a statement failed because the named unique index has the value already. */
export function isUniqueViolation(error: unknown, index: string): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    const { code, constraint } = current as { code?: string; constraint?: string };
    if (code === '23505' && constraint === index) return true;
  }
  return false;
}

/** PackedIds are ids in the database's own form: thousands of them pass from one service's table to another's without being read. */
export type PackedIds = Buffer;

/** packIds collects a column of ids. */
export const packIds = (column: SQLWrapper): SQL<PackedIds> =>
  sql`array_send(coalesce(array_agg(${column}), '{}'::uuid[]))`;

/** notAmong holds where the id is none of the packed ones. */
export const notAmong = (column: SQLWrapper, ids: PackedIds): SQL =>
  sql`${column} not in (select unnest(${sql.param(ids)}::uuid[]))`;
