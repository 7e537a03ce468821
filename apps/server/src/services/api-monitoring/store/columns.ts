import { type SQL, sql } from 'drizzle-orm';
import { type AnyPgColumn, customType, pgSchema, timestamp } from 'drizzle-orm/pg-core';

/** Schema and columns shared by the tables of monitoring. */
export const schema = pgSchema('api_monitoring');
export const instant = (name: string) => timestamp(name, { withTimezone: true });
export const at = (name: string) => instant(name).notNull().default(sql`now()`);
export const lower = (column: AnyPgColumn): SQL => sql`lower(${column})`;
export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
