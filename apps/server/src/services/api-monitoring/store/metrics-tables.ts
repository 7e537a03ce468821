import { text, uuid } from 'drizzle-orm/pg-core';
import { instant, schema } from './columns.ts';

/** The token with which Prometheus reads a project. */
export const metricsToken = schema.table('metrics_token', {
  projectId: uuid('project_id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  tokenHash: text('token_hash').notNull(),
  createdByName: text('created_by_name').notNull(),
  createdAt: instant('created_at').notNull(),
  lastUsedAt: instant('last_used_at'),
});
