import type { Page } from '@touchstone/contracts';
import type { NoticeState, noticeImpacts, PageSubscriber, StatusNotice } from '@touchstone/contracts/api-monitoring';
import { AppError, newId } from '@touchstone/kernel';
import type { PoolClient, Sql } from '../../../../platform/database/pool.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { Actor } from '../../../workspaces/index.ts';
import { apiMonitoringErrors } from '../../errors.ts';
import { incidentsStore } from '../../store/incidents.store.ts';
import {
  type NoticeRow,
  noticesStore,
  type PageRow,
  pagesStore,
  type SubscriberRow,
  subscribersStore,
  type UpdateRow,
} from '../../store/pages.store.ts';
import type { Pages } from './pages.ts';
import type { RenderPages } from './render-pages.ts';
import { type Subscriptions, shownTarget } from './subscriptions.ts';

interface Told {
  text: string;
  state: NoticeState;
}
type Impact = (typeof noticeImpacts)[number];

/** createNotices lets users inform visitors and subscribers about incidents in their own words. */
export function createNotices({
  platform,
  pages,
  render,
  subscriptions,
}: {
  platform: Platform;
  pages: Pages;
  render: RenderPages;
  subscriptions: Subscriptions;
}) {
  const { database, clock } = platform;

  const find = async (caller: Actor, id: string): Promise<{ notice: NoticeRow; page: PageRow }> => {
    const notice = await noticesStore.get(database.sql, id);
    if (!notice) throw new AppError(apiMonitoringErrors.noticeNotFound);
    const page = await pages.find(caller, notice.pageId, 'edit');
    return { notice, page };
  };
  const show = async (rows: readonly NoticeRow[]): Promise<StatusNotice[]> => {
    const ids = rows.map(({ id }) => id);
    const updates = await noticesStore.updatesOf(database.sql, ids);
    return rows.map((row) => toNotice(row, updates));
  };
  /** Adds an update and orders the notification of subscribers, in one transaction. */
  const tell = async (
    { sql, client }: { sql: Sql; client: PoolClient },
    { noticeId, text, state, byName }: Told & { noticeId: string; byName: string },
  ): Promise<void> => {
    const id = newId();
    await noticesStore.addUpdate(sql, { id, noticeId, at: clock.now(), state, text, byName });
    await subscriptions.order(client, id);
  };

  return {
    async list(caller: Actor, pageId: string, page: { page: number; size: number }): Promise<Page<StatusNotice>> {
      await pages.find(caller, pageId, 'view');
      const { rows, totalElements } = await noticesStore.list(database.sql, pageId, page);
      return { ...page, totalElements, content: await show(rows) };
    },
    async create(
      caller: Actor,
      pageId: string,
      { text, ...given }: Told & { title: string; impact: Impact; monitorIds: string[]; incidentId: string | null },
    ): Promise<StatusNotice> {
      const page = await pages.find(caller, pageId, 'edit');
      const now = clock.now();
      await assertShown(database.sql, page, given);
      const row = await database.transaction(async (sql, client) => {
        const resolvedAt = given.state === 'resolved' ? now : null;
        const made =
          (await adopt(sql, pageId, { ...given, resolvedAt })) ??
          (await noticesStore.insert(sql, { id: newId(), pageId, ...given, startedAt: now, resolvedAt }));
        await tell({ sql, client }, { noticeId: made.id, text, state: given.state, byName: caller.name });
        return made;
      });
      await render.render(page);
      await platform.audit(caller, { action: 'status-notice.created', target: row.id, detail: { title: row.title } });
      return (await show([row]))[0] as StatusNotice;
    },
    async update(
      caller: Actor,
      id: string,
      { text, state, impact, title }: Told & { impact?: Impact | undefined; title?: string | undefined },
    ): Promise<StatusNotice> {
      const { notice, page } = await find(caller, id);
      const row = await database.transaction(async (sql, client) => {
        const changed = await noticesStore.change(sql, id, {
          state,
          impact: impact ?? notice.impact,
          title: title ?? notice.title,
          resolvedAt: state === 'resolved' ? (notice.resolvedAt ?? clock.now()) : null,
        });
        if (!changed) throw new AppError(apiMonitoringErrors.noticeNotFound);
        await tell({ sql, client }, { noticeId: id, text, state, byName: caller.name });
        return changed;
      });
      await render.render(page);
      return (await show([row]))[0] as StatusNotice;
    },
    async delete(caller: Actor, id: string): Promise<void> {
      const { page } = await find(caller, id);
      await noticesStore.delete(database.sql, id);
      await render.render(page);
      await platform.audit(caller, { action: 'status-notice.deleted', target: id });
    },
    async subscribers(
      caller: Actor,
      pageId: string,
      page: { page: number; size: number },
    ): Promise<Page<PageSubscriber>> {
      await pages.find(caller, pageId, 'edit');
      const { rows, totalElements } = await subscribersStore.list(database.sql, pageId, page);
      return { ...page, totalElements, content: rows.map((row) => toSubscriber(platform, row)) };
    },
    async removeSubscriber(caller: Actor, id: string): Promise<void> {
      const row = await subscribersStore.get(database.sql, id);
      const page = row && (await pagesStore.find(database.sql, caller.organizationId, row.pageId));
      if (!page) throw new AppError(apiMonitoringErrors.subscriberNotFound);
      await pages.find(caller, page.id, 'edit');
      await subscribersStore.delete(database.sql, id);
    },
  };
}
/** Notices lets users inform visitors and subscribers about incidents. */
export type Notices = ReturnType<typeof createNotices>;

/** Throws if the notice names monitored APIs that the page doesn't show, or an incident of another project. */
async function assertShown(
  sql: Sql,
  { content, organizationId, projectId }: PageRow,
  { monitorIds, incidentId }: Pick<NoticeRow, 'monitorIds' | 'incidentId'>,
): Promise<void> {
  const refuse = (path: string, message: string) => {
    throw new AppError(apiMonitoringErrors.invalidPage, { details: [{ path, message }] });
  };
  const shown = content.groups.flatMap(({ items }) => items.map(({ monitorId }) => monitorId));
  if (!monitorIds.every((id) => shown.includes(id))) refuse('monitorIds', 'Choose monitored APIs of this page.');
  if (incidentId === null) return;
  const incident = await incidentsStore.find(sql, organizationId, incidentId);
  if (incident?.projectId !== projectId) refuse('incidentId', 'Choose an incident of this project.');
}

/** Turns the automatic notice of the same incident into the user's, so visitors and subscribers see only one. */
async function adopt(
  sql: Sql,
  pageId: string,
  { incidentId, ...given }: Partial<NoticeRow> & { incidentId: string | null },
): Promise<NoticeRow | undefined> {
  if (incidentId === null) return undefined;
  const begun = (await noticesStore.automaticOf(sql, incidentId)).find((notice) => notice.pageId === pageId);
  return begun && noticesStore.change(sql, begun.id, { ...given, isAutomatic: false });
}

const toSubscriber = (platform: Platform, row: SubscriberRow): PageSubscriber => ({
  subscriberId: row.id,
  kind: row.kind,
  target: shownTarget(platform, row),
  isConfirmed: row.confirmedAt !== null,
  createdAt: row.createdAt.toISOString(),
  problem: row.problem,
});

const toNotice = (row: NoticeRow, updates: readonly UpdateRow[]): StatusNotice => ({
  noticeId: row.id,
  pageId: row.pageId,
  title: row.title,
  impact: row.impact,
  state: row.state,
  monitorIds: row.monitorIds,
  incidentId: row.incidentId,
  startedAt: row.startedAt.toISOString(),
  resolvedAt: row.resolvedAt?.toISOString() ?? null,
  updates: updates
    .filter(({ noticeId }) => noticeId === row.id)
    .map(({ id, at, state, text, byName }) => ({ updateId: id, at: at.toISOString(), state, text, byName })),
});
