import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/** containsPattern returns an ILIKE pattern for "contains this text", with its wildcards taken literally. */
export const containsPattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** A search by name. */
export interface NameQuestion {
  /** The complete input, as typed. */
  text: string;
  /** For each typed word, the variants of which a name must contain at least one. */
  words: readonly (readonly string[])[];
  /** The maximum number of results. */
  most: number;
}

/** holdsWords returns the condition that the name contains a variant of every word. */
export const holdsWords = (name: SQLWrapper, { words }: NameQuestion): SQL =>
  sql.join(
    // Lower-casing once per row is cheaper than ILIKE, which does it for each pattern.
    words.map((pieces) => {
      const patterns = pieces.map((piece) => sql`${containsPattern(piece)}`);
      return sql`lower(${name}) like any(array[${sql.join(patterns, sql`, `)}]::text[])`;
    }),
    sql` and `,
  );

/** holdsWhole returns the condition that the name contains the typed text literally. */
export const holdsWhole = (name: SQLWrapper, { text }: NameQuestion): SQL<boolean> =>
  sql<boolean>`lower(${name}) like ${containsPattern(text.toLowerCase())}`;

/** isUniqueViolation returns whether a statement failed because the named unique index already contains the value. */
export function isUniqueViolation(error: unknown, index: string): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    const { code, constraint } = current as { code?: string; constraint?: string };
    if (code === '23505' && constraint === index) return true;
  }
  return false;
}

/**
 * PackedIds are ids in the database's own form: thousands of them pass between services' tables without being parsed.
 */
export type PackedIds = Buffer;

/** packIds aggregates a column of ids. */
export const packIds = (column: SQLWrapper): SQL<PackedIds> =>
  sql`array_send(coalesce(array_agg(${column}), '{}'::uuid[]))`;

/** notAmong returns the condition that the id is none of the packed ones. */
export const notAmong = (column: SQLWrapper, ids: PackedIds): SQL =>
  sql`${column} not in (select unnest(${sql.param(ids)}::uuid[]))`;
