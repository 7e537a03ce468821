import type { FlagRule } from '@touchstone/contracts/feature-flags';
import { sql } from 'drizzle-orm';
import { jsonb, pgSchema, text, timestamp, uuid } from 'drizzle-orm/pg-core';

export const featureFlags = pgSchema('feature_flags');

/** Flags that differ from what the product brings. */
export const changedFlag = featureFlags.table('changed_flag', {
  key: text().primaryKey(),
  value: jsonb().$type<boolean | string>().notNull(),
  rules: jsonb().$type<FlagRule[]>().notNull(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().default(sql`now()`),
  /** E-mail of who made the change. */
  updatedBy: text('updated_by'),
  /** Another one with each change. */
  revision: uuid().notNull().defaultRandom(),
});
