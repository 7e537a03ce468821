import type { FlagRule } from '@touchstone/contracts/feature-flags';
import { sql } from 'drizzle-orm';
import { jsonb, pgSchema, text, timestamp, uuid } from 'drizzle-orm/pg-core';

export const featureFlags = pgSchema('feature_flags');

/** Flags that differ from the product's defaults. */
export const changedFlag = featureFlags.table('changed_flag', {
  key: text().primaryKey(),
  value: jsonb().$type<boolean | string>().notNull(),
  rules: jsonb().$type<FlagRule[]>().notNull(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().default(sql`now()`),
  /** Email of the user who made the change. */
  updatedBy: text('updated_by'),
  /** Changes with every update. */
  revision: uuid().notNull().defaultRandom(),
});
