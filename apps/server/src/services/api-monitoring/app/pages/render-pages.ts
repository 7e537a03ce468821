import type { Platform } from '../../../../platform/platform.ts';
import { atomFeed, rssFeed } from '../../domain/pages/feeds.ts';
import {
  barDays,
  fillDays,
  type PageModel,
  type PublicEvent,
  type PublicItem,
  publicStatus,
  uptimeOf,
  worstOf,
} from '../../domain/pages/page-model.ts';
import { basePath, renderPage } from '../../domain/pages/render-page.ts';
import { wholeDaysUntil } from '../../domain/rollup.ts';
import { noticesStore, type PageRow, pagesStore, type WatchedItem } from '../../store/pages.store.ts';

const dayMs = 86_400_000;
const shownDays = 14;
const staleMs = 50_000;
const atOnce = 10;

/** pageUrl returns the public URL of a page. */
export const pageUrl = (
  { config }: Pick<Platform, 'config'>,
  { slug, domain }: Pick<PageRow, 'slug' | 'domain'>,
): string => (domain === null ? `${config.publicUrl}${basePath(slug)}` : `https://${domain}`);

/** createRenderPages renders status pages ahead of time; visitors get the stored result. */
export function createRenderPages(platform: Platform) {
  const { database, clock } = platform;
  const { sql } = database;

  const items = async (row: PageRow, watched: readonly WatchedItem[]): Promise<Map<string, PublicItem>> => {
    const now = clock.now();
    const today = new Date(Math.floor(now.getTime() / dayMs) * dayMs);
    const from = new Date(today.getTime() - (barDays - 1) * dayMs);
    const ids = watched.map(({ id }) => id);
    const days = await pagesStore.days(sql, ids, { from, wholeUntil: wholeDaysUntil(now) });
    const shown = row.content.groups.flatMap((group) => group.items);
    const made = watched.map(({ id, status, p95Ms }): [string, PublicItem] => {
      const { name = '', description = '' } = shown.find(({ monitorId }) => monitorId === id) ?? {};
      const known = days.filter(({ monitorId }) => monitorId === id);
      const filled = fillDays(known, now).map(({ day, up, degraded, down }) => ({ day, up, degraded, down }));
      const responseMs = row.content.showsResponseTimes ? p95Ms : null;
      const state = publicStatus(status);
      const item = {
        monitorId: id,
        name,
        description,
        status: state,
        uptimePercent: uptimeOf(filled),
        responseMs,
        days: filled,
      };
      return [id, item];
    });
    return new Map(made);
  };

  const model = async (row: PageRow): Promise<PageModel> => {
    const ids = row.content.groups.flatMap((group) => group.items.map(({ monitorId }) => monitorId));
    const watched = await pagesStore.watched(sql, row.projectId, ids);
    const found = await items(row, watched);
    const [incidents, maintenance] = await Promise.all([
      incidentsOf(platform, row, found),
      maintenanceOf(platform, row, { watched, found }),
    ]);
    return {
      title: row.title,
      description: row.content.description,
      status: worstOf([...found.values()].map(({ status }) => status)),
      updatedAt: clock.now().toISOString(),
      groups: row.content.groups.map((group) => ({
        name: group.name,
        items: group.items.flatMap(({ monitorId }) => found.get(monitorId) ?? []),
      })),
      incidents,
      maintenance,
    };
  };

  const render = async (row: PageRow): Promise<void> => {
    const made = await model(row);
    const url = pageUrl(platform, row);
    const look = { slug: row.slug, ...row.content };
    await pagesStore.keepRendered(sql, {
      pageId: row.id,
      html: renderPage(made, look),
      json: JSON.stringify(made),
      rss: rssFeed(made, url),
      atom: atomFeed(made, url),
      renderedAt: clock.now(),
    });
  };

  return {
    render,
    /** Renders the pages that are due, except those that another process is rendering; returns how many. */
    async renderStale(): Promise<number> {
      const before = new Date(clock.now().getTime() - staleMs);
      return database.transaction(async (held) => {
        const rows = await pagesStore.claimStale(held, before, atOnce);
        for (const row of rows) await render(row);
        return rows.length;
      });
    },
  };
}
/** RenderPages renders status pages ahead of time. */
export type RenderPages = ReturnType<typeof createRenderPages>;

/** User-written notices, and incidents that have no notice. */
async function incidentsOf(
  { database: { sql }, clock }: Platform,
  row: PageRow,
  found: ReadonlyMap<string, PublicItem>,
): Promise<PublicEvent[]> {
  const since = new Date(clock.now().getTime() - shownDays * dayMs);
  const { rows } = await noticesStore.list(sql, row.id, { page: 0, size: 50 }, since);
  const notices = rows.filter(({ isAutomatic }) => !isAutomatic || row.content.showsIncidents);
  const [updates, incidents] = await Promise.all([
    noticesStore.updatesOf(
      sql,
      notices.map(({ id }) => id),
    ),
    row.content.showsIncidents ? pagesStore.incidents(sql, [...found.keys()], since) : [],
  ]);
  const names = (ids: readonly string[]) => ids.flatMap((id) => found.get(id)?.name ?? []);
  const ofPeople = notices.map(
    (notice): PublicEvent => ({
      id: notice.id,
      title: notice.title,
      impact: notice.impact,
      state: notice.state,
      startedAt: notice.startedAt.toISOString(),
      endedAt: notice.resolvedAt?.toISOString() ?? null,
      items: names(notice.monitorIds),
      updates: updates
        .filter(({ noticeId }) => noticeId === notice.id)
        .map(({ at, state, text }) => ({ at: at.toISOString(), state, text })),
    }),
  );
  const stoodIn = new Set(notices.map(({ incidentId }) => incidentId));
  const bySelf = incidents
    .filter(({ id }) => !stoodIn.has(id))
    .map(({ id, monitorId, severity, openedAt, closedAt }): PublicEvent => {
      const [name = ''] = names([monitorId]);
      const isDown = severity === 'DOWN';
      return {
        id,
        title: `${name} ${closedAt ? 'was' : 'is'} ${isDown ? 'down' : 'slow'}`,
        impact: isDown ? 'down' : 'degraded',
        state: closedAt ? 'resolved' : 'investigating',
        startedAt: openedAt.toISOString(),
        endedAt: closedAt?.toISOString() ?? null,
        items: [name],
        updates: [],
      };
    });
  return [...ofPeople, ...bySelf].sort((a, b) => b.startedAt.localeCompare(a.startedAt));
}

async function maintenanceOf(
  { database: { sql }, clock }: Platform,
  row: PageRow,
  { watched, found }: { watched: readonly WatchedItem[]; found: ReadonlyMap<string, PublicItem> },
): Promise<PublicEvent[]> {
  const now = clock.now();
  const until = new Date(now.getTime() + shownDays * dayMs);
  const windows = await pagesStore.windows(sql, row.projectId, { now, until });
  return windows.flatMap((window): PublicEvent[] => {
    const { monitorIds, collectionIds, startsAt, endsAt } = window;
    const isWhole = monitorIds.length + collectionIds.length === 0;
    const covered = watched.filter(
      ({ id, collectionId }) => isWhole || monitorIds.includes(id) || collectionIds.includes(collectionId),
    );
    if (!startsAt || !endsAt || covered.length === 0) return [];
    const startedAt = startsAt.toISOString();
    return [
      {
        id: window.id,
        title: window.title,
        impact: 'maintenance',
        state: startsAt <= now ? 'in progress' : 'scheduled',
        startedAt,
        endedAt: endsAt.toISOString(),
        items: covered.flatMap(({ id }) => found.get(id)?.name ?? []),
        updates: window.description ? [{ at: startedAt, state: 'planned', text: window.description }] : [],
      },
    ];
  });
}
