import type { NoticeState, noticeImpacts, StatusPage } from '@touchstone/contracts/api-monitoring';
import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { at, instant, schema } from './columns.ts';

/** The part of a status page that is stored in one column. */
export type PageContent = Pick<
  StatusPage,
  'description' | 'groups' | 'showsIncidents' | 'showsResponseTimes' | 'takesSubscribers' | 'accent' | 'appearance'
>;

/** A status page. */
export const statusPage = schema.table(
  'status_page',
  {
    id: uuid().primaryKey(),
    organizationId: uuid('organization_id').notNull(),
    projectId: uuid('project_id').notNull(),
    slug: text().notNull(),
    domain: text(),
    title: text().notNull(),
    isPublished: boolean('is_published').notNull(),
    content: jsonb().$type<PageContent>().notNull(),
    /** Null: public. */
    passwordHash: text('password_hash'),
    createdByName: text('created_by_name').notNull(),
    createdAt: at('created_at'),
    updatedAt: at('updated_at'),
  },
  (t) => [
    uniqueIndex('status_page_slug').on(t.slug),
    uniqueIndex('status_page_domain').on(t.domain).where(sql`${t.domain} is not null`),
    index('status_page_project').on(t.projectId),
  ],
);

/** A status page as served to visitors. */
export const renderedPage = schema.table('rendered_page', {
  pageId: uuid('page_id')
    .primaryKey()
    .references(() => statusPage.id, { onDelete: 'cascade' }),
  html: text().notNull(),
  json: text().notNull(),
  rss: text().notNull(),
  atom: text().notNull(),
  /** Null: to be rendered again. */
  renderedAt: instant('rendered_at'),
  version: integer().notNull().default(1),
});

/** An incident as described to visitors. */
export const statusNotice = schema.table(
  'status_notice',
  {
    id: uuid().primaryKey(),
    pageId: uuid('page_id')
      .notNull()
      .references(() => statusPage.id, { onDelete: 'cascade' }),
    title: text().notNull(),
    impact: text().$type<(typeof noticeImpacts)[number]>().notNull(),
    state: text().$type<NoticeState>().notNull(),
    monitorIds: uuid('monitor_ids').array().notNull(),
    incidentId: uuid('incident_id'),
    /** Written by the product when the incident opened, and ended with it. */
    isAutomatic: boolean('is_automatic').notNull().default(false),
    startedAt: instant('started_at').notNull(),
    resolvedAt: instant('resolved_at'),
  },
  (t) => [
    index('status_notice_page').on(t.pageId, t.startedAt),
    index('status_notice_incident').on(t.incidentId).where(sql`${t.incidentId} is not null`),
  ],
);

/** A single update of a notice. */
export const noticeUpdate = schema.table(
  'notice_update',
  {
    id: uuid().primaryKey(),
    noticeId: uuid('notice_id')
      .notNull()
      .references(() => statusNotice.id, { onDelete: 'cascade' }),
    at: instant('at').notNull(),
    state: text().$type<NoticeState>().notNull(),
    text: text().notNull(),
    byName: text('by_name').notNull(),
    /** Subscribers haven't been notified yet. */
    isUntold: boolean('is_untold').notNull().default(false),
  },
  (t) => [
    index('notice_update_notice').on(t.noticeId, t.id),
    index('notice_update_untold').on(t.id).where(sql`${t.isUntold}`),
  ],
);

/** A subscriber of a status page. */
export const statusSubscriber = schema.table(
  'status_subscriber',
  {
    id: uuid().primaryKey(),
    pageId: uuid('page_id')
      .notNull()
      .references(() => statusPage.id, { onDelete: 'cascade' }),
    kind: text().$type<'email' | 'webhook'>().notNull(),
    /** Sealed. */
    target: text().notNull(),
    targetHash: text('target_hash').notNull(),
    confirmedAt: instant('confirmed_at'),
    problem: text(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [uniqueIndex('status_subscriber_target').on(t.pageId, t.targetHash)],
);

/** Which subscriber was notified of which update: each once. */
export const subscriberTold = schema.table(
  'subscriber_told',
  {
    updateId: uuid('update_id')
      .notNull()
      .references(() => noticeUpdate.id, { onDelete: 'cascade' }),
    subscriberId: uuid('subscriber_id')
      .notNull()
      .references(() => statusSubscriber.id, { onDelete: 'cascade' }),
  },
  (t) => [
    primaryKey({ columns: [t.updateId, t.subscriberId] }),
    index('subscriber_told_subscriber').on(t.subscriberId),
  ],
);
