import type { Sql } from './pool.ts';

/** Which of the values that a statement may take are given. */
export type Shape<Key extends string> = Readonly<Record<Key, boolean>>;

/**
 * builtOnce keeps the statements that `build` makes, one for each set of conditions that callers ask for: what differs from call to call are
 * the values of its placeholders. So neither its text nor the reading of its rows is worked out again, and the database sees few texts,
 * whose plans it may keep. The answered function takes the values; those of `keys` that are undefined have no condition.
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
