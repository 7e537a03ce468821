import type { Sql } from './pool.ts';

/** Which of a statement's optional values are given. */
export type Shape<Key extends string> = Readonly<Record<Key, boolean>>;

/**
 * builtOnce caches the statements that `build` creates, one for each set of conditions that callers use: between calls
 * only the placeholders' values differ. So statements and row mappings aren't rebuilt, and the database sees few texts,
 * whose plans it can cache. The returned function takes the values; undefined values of `keys` have no condition.
 */
export function builtOnce<Key extends string, Built>(
  keys: readonly Key[],
  build: (sql: Sql, has: Shape<Key>) => Built,
): (sql: Sql, values: Partial<Record<Key, unknown>>) => Built {
  const known = new WeakMap<Sql, Built[]>();
  return (sql, values) => {
    let shape = 0;
    for (const [at, key] of keys.entries()) if (values[key] !== undefined) shape |= 1 << at;
    const ofSql = known.get(sql) ?? [];
    known.set(sql, ofSql);
    const has = () => Object.fromEntries(keys.map((key) => [key, values[key] !== undefined])) as Shape<Key>;
    const built = ofSql[shape] ?? build(sql, has());
    ofSql[shape] = built;
    return built;
  };
}
