import { and, asc, count, desc, eq, inArray, isNotNull, notInArray, type SQLWrapper, sql } from 'drizzle-orm';
import type { Sql } from '../../../platform/database/pool.ts';
import type { DayCounts } from '../domain/pages/page-model.ts';
import {
  noticeUpdate,
  renderedPage,
  statusNotice,
  statusPage,
  statusSubscriber,
  subscriberTold,
} from './page-tables.ts';
import { incident, maintenanceWindow, monitor, project, rollup, summary } from './tables.ts';

export type PageRow = typeof statusPage.$inferSelect;
export type RenderedRow = typeof renderedPage.$inferSelect;
export type NoticeRow = typeof statusNotice.$inferSelect;
export type UpdateRow = typeof noticeUpdate.$inferSelect;
export type SubscriberRow = typeof statusSubscriber.$inferSelect;
/** A monitor's state as shown on pages. */
export interface WatchedItem {
  id: string;
  collectionId: string;
  status: string;
  p95Ms: number | null;
}

const awayProject = sql`select 1 from ${project} p where p.id = ${statusPage.projectId} and p.is_away`;
/** Pages that visitors may see; excludes projects in the trash. */
const isShown = and(eq(statusPage.isPublished, true), sql`not exists (${awayProject})`);

/** Status pages and their rendered form. */
export const pagesStore = {
  async insert(db: Sql, values: typeof statusPage.$inferInsert): Promise<PageRow> {
    const [row] = await db.insert(statusPage).values(values).returning();
    return row as PageRow;
  },
  async find(db: Sql, organizationId: string, id: string): Promise<PageRow | undefined> {
    const [row] = await db
      .select()
      .from(statusPage)
      .where(and(eq(statusPage.id, id), eq(statusPage.organizationId, organizationId)));
    return row;
  },
  async get(db: Sql, id: string): Promise<PageRow | undefined> {
    const [row] = await db.select().from(statusPage).where(eq(statusPage.id, id));
    return row;
  },
  async listAll(db: Sql, projectId: string): Promise<PageRow[]> {
    return db
      .select()
      .from(statusPage)
      .where(eq(statusPage.projectId, projectId))
      .orderBy(sql`lower(${statusPage.title})`, statusPage.id);
  },
  async list(
    db: Sql,
    projectId: string,
    { page, size }: { page: number; size: number },
  ): Promise<{ rows: PageRow[]; totalElements: number }> {
    const where = eq(statusPage.projectId, projectId);
    const [rows, totalElements] = await Promise.all([
      db
        .select()
        .from(statusPage)
        .where(where)
        .orderBy(sql`lower(${statusPage.title})`, statusPage.id)
        .limit(size)
        .offset(page * size),
      db.$count(statusPage, where),
    ]);
    return { rows, totalElements };
  },
  /** Pages that automatically notify their subscribers of a monitor's incidents. */
  async telling(db: Sql, projectId: string, monitorId: string): Promise<PageRow[]> {
    const content = { showsIncidents: true, takesSubscribers: true, groups: [{ items: [{ monitorId }] }] };
    return db
      .select()
      .from(statusPage)
      .where(
        and(
          eq(statusPage.projectId, projectId),
          isShown,
          sql`${statusPage.content} @> ${JSON.stringify(content)}::jsonb`,
        ),
      );
  },
  async update(db: Sql, id: string, values: Partial<typeof statusPage.$inferInsert>): Promise<PageRow | undefined> {
    const [row] = await db
      .update(statusPage)
      .set({ ...values, updatedAt: sql`now()` })
      .where(eq(statusPage.id, id))
      .returning();
    return row;
  },
  async delete(db: Sql, id: string): Promise<void> {
    await db.delete(statusPage).where(eq(statusPage.id, id));
  },
  async deleteProject(db: Sql, projectId: string): Promise<void> {
    await db.delete(statusPage).where(eq(statusPage.projectId, projectId));
  },
  /** A public page by its address or domain, with its rendered form. */
  async open(
    db: Sql,
    by: { slug: string } | { domain: string },
  ): Promise<{ page: PageRow; rendered: RenderedRow | null } | undefined> {
    const where = 'slug' in by ? eq(statusPage.slug, by.slug) : eq(statusPage.domain, by.domain);
    const [row] = await db
      .select({ page: statusPage, rendered: renderedPage })
      .from(statusPage)
      .leftJoin(renderedPage, eq(renderedPage.pageId, statusPage.id))
      .where(and(where, isShown));
    return row;
  },

  /** Pages rendered too long ago, or before a monitor of their project changed; locked until the transaction ends. */
  async claimStale(db: Sql, before: Date, most: number): Promise<PageRow[]> {
    const fresh = sql`select 1 from ${renderedPage} r where r.page_id = ${statusPage.id} and r.rendered_at >= ${before.toISOString()}::timestamptz
      and not exists (select 1 from ${monitor} m where m.project_id = ${statusPage.projectId} and m.status_since > r.rendered_at)`;
    return db
      .select()
      .from(statusPage)
      .where(and(isShown, sql`not exists (${fresh})`))
      .limit(most)
      .for('no key update', { skipLocked: true });
  },
  async keepRendered(db: Sql, values: Omit<typeof renderedPage.$inferInsert, 'version'>): Promise<void> {
    await db
      .insert(renderedPage)
      .values(values)
      .onConflictDoUpdate({
        target: renderedPage.pageId,
        set: { ...values, version: sql`${renderedPage.version} + 1` },
      });
  },

  async watched(db: Sql, projectId: string, ids: readonly string[]): Promise<WatchedItem[]> {
    if (ids.length === 0) return [];
    const { id, collectionId, status } = monitor;
    return db
      .select({ id, collectionId, status, p95Ms: summary.p95Ms })
      .from(monitor)
      .leftJoin(summary, eq(summary.monitorId, monitor.id))
      .where(and(eq(monitor.projectId, projectId), inArray(monitor.id, [...ids])));
  },
  /** Checks per day; days from `wholeUntil` on are aggregated from their hours. */
  async days(
    db: Sql,
    ids: readonly string[],
    { from, wholeUntil }: { from: Date; wholeUntil: Date },
  ): Promise<(DayCounts & { monitorId: string })[]> {
    if (ids.length === 0) return [];
    const sum = (column: SQLWrapper) => sql<number>`sum(${column})::int`;
    const day = sql<string>`to_char(${rollup.at} at time zone 'UTC', 'YYYY-MM-DD')`;
    const { monitorId, up, degraded, down } = rollup;
    const since = sql`((${rollup.level} = 1 and ${rollup.at} >= ${from.toISOString()}::timestamptz and ${rollup.at} < ${wholeUntil.toISOString()}::timestamptz)
      or (${rollup.level} = 0 and ${rollup.at} >= ${wholeUntil.toISOString()}::timestamptz))`;
    return db
      .select({ monitorId, day, up: sum(up), degraded: sum(degraded), down: sum(down) })
      .from(rollup)
      .where(and(inArray(rollup.monitorId, [...ids]), since))
      .groupBy(monitorId, day);
  },
  async incidents(db: Sql, ids: readonly string[], since: Date) {
    if (ids.length === 0) return [];
    const { id, monitorId, severity, openedAt, closedAt } = incident;
    return db
      .select({ id, monitorId, severity, openedAt, closedAt })
      .from(incident)
      .where(
        and(
          inArray(incident.monitorId, [...ids]),
          sql`(${closedAt} is null or ${closedAt} >= ${since.toISOString()}::timestamptz)`,
        ),
      )
      .orderBy(desc(openedAt))
      .limit(50);
  },
  /** Maintenance that is active, or starts before `until`. */
  async windows(db: Sql, projectId: string, { now, until }: { now: Date; until: Date }) {
    return db
      .select()
      .from(maintenanceWindow)
      .where(
        and(
          eq(maintenanceWindow.projectId, projectId),
          sql`${maintenanceWindow.endsAt} > ${now.toISOString()}::timestamptz and ${maintenanceWindow.startsAt} < ${until.toISOString()}::timestamptz`,
        ),
      )
      .orderBy(asc(maintenanceWindow.startsAt))
      .limit(20);
  },
};

/** Notices and their updates. */
export const noticesStore = {
  async insert(db: Sql, values: typeof statusNotice.$inferInsert): Promise<NoticeRow> {
    const [row] = await db.insert(statusNotice).values(values).returning();
    return row as NoticeRow;
  },
  async addUpdate(db: Sql, values: typeof noticeUpdate.$inferInsert): Promise<void> {
    await db.insert(noticeUpdate).values(values);
  },
  /** Takes updates that subscribers haven't been notified of; each is taken once. */
  async takeUntold(db: Sql, { most, except }: { most: number; except: string[] }): Promise<string[]> {
    const held = db
      .select({ id: statusNotice.id })
      .from(statusNotice)
      .innerJoin(statusPage, eq(statusPage.id, statusNotice.pageId))
      .where(inArray(statusPage.organizationId, except));
    const chosen = db
      .select({ id: noticeUpdate.id })
      .from(noticeUpdate)
      .where(
        and(eq(noticeUpdate.isUntold, true), except.length > 0 ? notInArray(noticeUpdate.noticeId, held) : undefined),
      )
      .orderBy(noticeUpdate.id)
      .limit(most)
      .for('update', { skipLocked: true });
    const rows = await db
      .update(noticeUpdate)
      .set({ isUntold: false })
      .where(inArray(noticeUpdate.id, chosen))
      .returning({ id: noticeUpdate.id });
    return rows.map(({ id }) => id).sort();
  },
  /** Automatic notices of an incident, locked until the transaction ends. */
  async automaticOf(db: Sql, incidentId: string): Promise<NoticeRow[]> {
    return db
      .select()
      .from(statusNotice)
      .where(and(eq(statusNotice.incidentId, incidentId), eq(statusNotice.isAutomatic, true)))
      .for('update');
  },
  async get(db: Sql, id: string): Promise<NoticeRow | undefined> {
    const [row] = await db.select().from(statusNotice).where(eq(statusNotice.id, id));
    return row;
  },
  async getUpdate(db: Sql, id: string): Promise<{ update: UpdateRow; notice: NoticeRow } | undefined> {
    const [row] = await db
      .select({ update: noticeUpdate, notice: statusNotice })
      .from(noticeUpdate)
      .innerJoin(statusNotice, eq(statusNotice.id, noticeUpdate.noticeId))
      .where(eq(noticeUpdate.id, id));
    return row;
  },
  async change(db: Sql, id: string, values: Partial<typeof statusNotice.$inferInsert>): Promise<NoticeRow | undefined> {
    const [row] = await db.update(statusNotice).set(values).where(eq(statusNotice.id, id)).returning();
    return row;
  },
  async list(
    db: Sql,
    pageId: string,
    { page, size }: { page: number; size: number },
    since?: Date,
  ): Promise<{ rows: NoticeRow[]; totalElements: number }> {
    const where = and(
      eq(statusNotice.pageId, pageId),
      since
        ? sql`(${statusNotice.resolvedAt} is null or ${statusNotice.resolvedAt} >= ${since.toISOString()}::timestamptz)`
        : undefined,
    );
    const [rows, totalElements] = await Promise.all([
      db
        .select()
        .from(statusNotice)
        .where(where)
        .orderBy(sql`${statusNotice.resolvedAt} is not null`, desc(statusNotice.startedAt), desc(statusNotice.id))
        .limit(size)
        .offset(page * size),
      db.$count(statusNotice, where),
    ]);
    return { rows, totalElements };
  },
  async updatesOf(db: Sql, noticeIds: readonly string[]): Promise<UpdateRow[]> {
    if (noticeIds.length === 0) return [];
    return db
      .select()
      .from(noticeUpdate)
      .where(inArray(noticeUpdate.noticeId, [...noticeIds]))
      .orderBy(desc(noticeUpdate.at), desc(noticeUpdate.id));
  },
  async delete(db: Sql, id: string): Promise<void> {
    await db.delete(statusNotice).where(eq(statusNotice.id, id));
  },
};

/** Subscribers of status pages. */
export const subscribersStore = {
  /** Adds a subscriber; an existing one stays unchanged. */
  async insert(db: Sql, values: typeof statusSubscriber.$inferInsert): Promise<SubscriberRow> {
    const [row] = await db
      .insert(statusSubscriber)
      .values(values)
      .onConflictDoUpdate({
        target: [statusSubscriber.pageId, statusSubscriber.targetHash],
        set: { targetHash: values.targetHash },
      })
      .returning();
    return row as SubscriberRow;
  },
  async get(db: Sql, id: string): Promise<SubscriberRow | undefined> {
    const [row] = await db.select().from(statusSubscriber).where(eq(statusSubscriber.id, id));
    return row;
  },
  async update(db: Sql, id: string, values: Partial<Pick<SubscriberRow, 'confirmedAt' | 'problem'>>): Promise<void> {
    await db.update(statusSubscriber).set(values).where(eq(statusSubscriber.id, id));
  },
  async delete(db: Sql, id: string): Promise<void> {
    await db.delete(statusSubscriber).where(eq(statusSubscriber.id, id));
  },
  async list(
    db: Sql,
    pageId: string,
    { page, size }: { page: number; size: number },
  ): Promise<{ rows: SubscriberRow[]; totalElements: number }> {
    const where = eq(statusSubscriber.pageId, pageId);
    const [rows, totalElements] = await Promise.all([
      db
        .select()
        .from(statusSubscriber)
        .where(where)
        .orderBy(desc(statusSubscriber.id))
        .limit(size)
        .offset(page * size),
      db.$count(statusSubscriber, where),
    ]);
    return { rows, totalElements };
  },
  async countOf(db: Sql, pageIds: readonly string[]): Promise<Map<string, number>> {
    if (pageIds.length === 0) return new Map();
    const rows = await db
      .select({ id: statusSubscriber.pageId, value: count() })
      .from(statusSubscriber)
      .where(and(inArray(statusSubscriber.pageId, [...pageIds]), isNotNull(statusSubscriber.confirmedAt)))
      .groupBy(statusSubscriber.pageId);
    return new Map(rows.map(({ id, value }) => [id, value]));
  },
  /** Confirmed subscribers that haven't been notified of an update. */
  async untold(db: Sql, pageId: string, updateId: string, most: number): Promise<SubscriberRow[]> {
    return db
      .select()
      .from(statusSubscriber)
      .where(
        and(
          eq(statusSubscriber.pageId, pageId),
          isNotNull(statusSubscriber.confirmedAt),
          sql`not exists (select 1 from ${subscriberTold} t where t.update_id = ${updateId}::uuid and t.subscriber_id = ${statusSubscriber.id})`,
        ),
      )
      .orderBy(statusSubscriber.id)
      .limit(most);
  },
  /** Records that a subscriber is notified; false if that was already recorded. */
  async tell(db: Sql, updateId: string, subscriberId: string): Promise<boolean> {
    const { rowCount } = await db.insert(subscriberTold).values({ updateId, subscriberId }).onConflictDoNothing();
    return rowCount === 1;
  },
};
