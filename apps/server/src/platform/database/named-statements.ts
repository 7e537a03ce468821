import type pg from 'pg';

/** How often a statement is sent before it is prepared; most statements of a start are never repeated. */
const timesBeforeNamed = 10;
/** Each costs memory on every connection. */
const maxNamed = 100;
const maxCounted = 2000;

/**
 * nameStatements has the database parse and plan frequent statements only once per connection. Only for direct
 * connections: a pooler may pass each statement to another connection, which doesn't know the name.
 */
export function nameStatements(pool: pg.Pool): void {
  const names = new Map<string, string>();
  const counts = new Map<string, number>();
  const nameOf = (text: string): string | undefined => {
    const known = names.get(text);
    if (known !== undefined || names.size >= maxNamed) return known;
    const times = (counts.get(text) ?? 0) + 1;
    if (times < timesBeforeNamed) {
      if (counts.size < maxCounted || counts.has(text)) counts.set(text, times);
      return undefined;
    }
    counts.delete(text);
    const name = `touchstone_${names.size}`;
    names.set(text, name);
    return name;
  };
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...input: unknown[]) => unknown;
    client.query = ((first: unknown, second: unknown, third: unknown) => {
      const { text, values, name, submit } = (typeof first === 'object' && first ? first : { text: first }) as Record<
        string,
        unknown
      >;
      const given = Array.isArray(second) ? second : values;
      // Without values it may contain several statements, or one that can't be prepared.
      const own = typeof text === 'string' && Array.isArray(given) && given.length && !name && !submit && nameOf(text);
      if (!own) return query(first, second, third);
      const named = { ...(typeof first === 'object' ? first : { text }), name: own };
      return query(named, second, third);
    }) as typeof client.query;
  });
}
