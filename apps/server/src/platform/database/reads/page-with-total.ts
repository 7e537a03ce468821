import { sql } from 'drizzle-orm';

/** The number of all matching rows, regardless of the page. */
export const total = sql<number>`count(*) over ()`.mapWith(Number);

interface Statement<Row> {
  execute(values: Record<string, unknown>): Promise<Row[]>;
}

/**
 * pageWithTotal reads a page whose rows include `total`, with one statement; only an empty page, which has no row to
 * carry it, needs a second.
 */
export async function pageWithTotal<Row>(
  statements: { rows: Statement<{ row: Row; total: number }>; total: Statement<{ value: number }> },
  values: { limit: number; offset: number },
): Promise<{ rows: Row[]; totalElements: number }> {
  const found = await statements.rows.execute(values);
  const [first] = found;
  if (first) return { rows: found.map(({ row }) => row), totalElements: first.total };
  const [counted] = values.offset > 0 ? await statements.total.execute(values) : [];
  return { rows: [], totalElements: counted?.value ?? 0 };
}
