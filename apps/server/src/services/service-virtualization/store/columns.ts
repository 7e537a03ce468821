import { type SQL, sql } from 'drizzle-orm';
import { type AnyPgColumn, pgSchema, timestamp } from 'drizzle-orm/pg-core';

/** Schema and columns shared by the tables of service virtualization. */
export const schema = pgSchema('service_virtualization');
export const instant = (name: string) => timestamp(name, { withTimezone: true });
export const at = (name: string) => instant(name).notNull().default(sql`now()`);
export const lower = (column: AnyPgColumn): SQL => sql`lower(${column})`;
