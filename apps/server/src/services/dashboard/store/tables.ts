import { sql } from 'drizzle-orm';
import { jsonb, pgSchema, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';

export const dashboard = pgSchema('dashboard');

/** How a user arranged the widgets of a service; `team` is empty for an arrangement that applies to every team. */
export const widgetLayout = dashboard.table(
  'widget_layout',
  {
    userId: uuid('user_id').notNull(),
    service: text().notNull(),
    team: text().notNull(),
    widgets: jsonb().$type<{ widgetId: string; hidden: boolean; width: 'half' | 'full' }[]>().notNull(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().default(sql`now()`),
  },
  (t) => [primaryKey({ columns: [t.userId, t.service, t.team] })],
);
