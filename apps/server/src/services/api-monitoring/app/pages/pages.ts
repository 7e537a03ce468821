import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { Page } from '@touchstone/contracts';
import type { newPageSchema, PageGroup, StatusPage } from '@touchstone/contracts/api-monitoring';
import { AppError, newId } from '@touchstone/kernel';
import type { z } from 'zod';
import { isUniqueViolation } from '../../../../platform/database/conditions.ts';
import type { Sql } from '../../../../platform/database/pool.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { Actor } from '../../../workspaces/index.ts';
import { apiMonitoringErrors } from '../../errors.ts';
import { monitorsStore } from '../../store/monitors.store.ts';
import { type PageRow, pagesStore, subscribersStore } from '../../store/pages.store.ts';
import { projectsStore } from '../../store/projects.store.ts';
import type { Open } from '../open.ts';
import { pageUrl, type RenderPages } from './render-pages.ts';

type NewValues = z.output<typeof newPageSchema>;
type Change = { [Key in keyof Omit<NewValues, 'projectId'>]?: NewValues[Key] | undefined };
const maxPages = 50;
const derive = promisify<string, Buffer, number, Buffer>(scrypt);

/** hashPassword hashes the password of a page for storage. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  return `${salt.toString('base64url')}.${(await derive(password.normalize('NFKC'), salt, 32)).toString('base64url')}`;
}

/** isPassword returns whether a password matches its stored hash. */
export async function isPassword(password: string, kept: string): Promise<boolean> {
  const [salt = '', hash = ''] = kept.split('.');
  const made = await derive(password.normalize('NFKC'), Buffer.from(salt, 'base64url'), 32);
  return timingSafeEqual(made, Buffer.from(hash, 'base64url'));
}

/** createPages manages status pages. */
export function createPages({ platform, open, render }: { platform: Platform; open: Open; render: RenderPages }) {
  const { database } = platform;

  const find = async (caller: Actor, id: string, need: 'view' | 'edit'): Promise<PageRow> => {
    const row = await pagesStore.find(database.sql, caller.organizationId, id);
    if (!row) throw new AppError(apiMonitoringErrors.pageNotFound);
    await open.project(caller, row.projectId, need);
    return row;
  };
  const show = async (rows: readonly PageRow[]): Promise<StatusPage[]> => {
    const ids = rows.map(({ id }) => id);
    const counts = await subscribersStore.countOf(database.sql, ids);
    return rows.map((row) => toPage(platform, row, counts.get(row.id) ?? 0));
  };
  const assertGroups = async (sql: Sql, projectId: string, groups: readonly PageGroup[]): Promise<void> => {
    const known = new Set(await monitorsStore.idsOf(sql, { projectId }));
    const isKnown = groups.every(({ items }) => items.every(({ monitorId }) => known.has(monitorId)));
    const details = [{ path: 'groups', message: 'Choose monitored APIs of this project.' }];
    if (!isKnown) throw new AppError(apiMonitoringErrors.invalidPage, { details });
  };

  /** Inserts a page; the caller holds the project. */
  const insert = async (sql: Sql, caller: Actor, values: NewValues): Promise<PageRow> => {
    const { projectId, slug, title, isPublished, domain, password, ...content } = values;
    await assertGroups(sql, projectId, content.groups);
    if ((await pagesStore.listAll(sql, projectId)).length >= maxPages)
      throw new AppError(apiMonitoringErrors.tooManyPages, { params: { most: maxPages } });
    const passwordHash = password === null ? null : await hashPassword(password);
    const fixed = { id: newId(), organizationId: caller.organizationId, projectId, createdByName: caller.name };
    return pagesStore.insert(sql, { ...fixed, slug, title, isPublished, domain, content, passwordHash });
  };
  /** Updates a page in a transaction; absent fields keep their value. */
  const change = async (sql: Sql, before: PageRow, given: Change): Promise<PageRow> => {
    const { slug, title, isPublished, domain, password, ...content } = given;
    if (content.groups) await assertGroups(sql, before.projectId, content.groups);
    const kept = Object.fromEntries(Object.entries(content).filter(([, value]) => value !== undefined));
    const row = await pagesStore.update(sql, before.id, {
      slug: slug ?? before.slug,
      title: title ?? before.title,
      isPublished: isPublished ?? before.isPublished,
      domain: domain === undefined ? before.domain : domain,
      content: { ...before.content, ...kept },
      ...(password !== undefined && { passwordHash: password === null ? null : await hashPassword(password) }),
    });
    if (!row) throw new AppError(apiMonitoringErrors.pageNotFound);
    return row;
  };

  return {
    find,
    insert,
    change,
    async list(
      caller: Actor,
      projectId: string,
      { page, size }: { page: number; size: number },
    ): Promise<Page<StatusPage>> {
      await open.project(caller, projectId, 'view');
      const { rows, totalElements } = await pagesStore.list(database.sql, projectId, { page, size });
      return { page, size, totalElements, content: await show(rows) };
    },
    async view(caller: Actor, id: string): Promise<StatusPage> {
      return (await show([await find(caller, id, 'view')]))[0] as StatusPage;
    },
    async create(caller: Actor, values: NewValues): Promise<StatusPage> {
      await open.project(caller, values.projectId, 'edit');
      const row = await addressFree(
        database.transaction(async (sql) => {
          if (!(await projectsStore.holdForNew(sql, values.projectId)))
            throw new AppError(apiMonitoringErrors.projectNotFound);
          return insert(sql, caller, values);
        }),
      );
      await render.render(row);
      await platform.audit(caller, { action: 'status-page.created', target: row.id, detail: { slug: row.slug } });
      return (await show([row]))[0] as StatusPage;
    },
    async update(caller: Actor, id: string, given: Change): Promise<StatusPage> {
      const before = await find(caller, id, 'edit');
      const row = await addressFree(database.transaction((sql) => change(sql, before, given)));
      await render.render(row);
      await platform.audit(caller, { action: 'status-page.updated', target: id });
      return (await show([row]))[0] as StatusPage;
    },
    async delete(caller: Actor, id: string): Promise<void> {
      const { slug } = await find(caller, id, 'edit');
      await pagesStore.delete(database.sql, id);
      await platform.audit(caller, { action: 'status-page.deleted', target: id, detail: { slug } });
    },
  };
}
/** Pages manages status pages. */
export type Pages = ReturnType<typeof createPages>;

function toPage(platform: Platform, row: PageRow, subscribers: number): StatusPage {
  return {
    pageId: row.id,
    projectId: row.projectId,
    slug: row.slug,
    title: row.title,
    isPublished: row.isPublished,
    domain: row.domain,
    ...row.content,
    hasPassword: row.passwordHash !== null,
    url: pageUrl(platform, row),
    subscribers,
    createdByName: row.createdByName,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

/**
 * addressFree turns a unique violation into the "address taken" or "domain taken" error; both are unique across
 * organizations.
 */
export const addressFree = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    if (isUniqueViolation(error, 'status_page_slug')) throw new AppError(apiMonitoringErrors.pageAddressTaken);
    if (isUniqueViolation(error, 'status_page_domain')) throw new AppError(apiMonitoringErrors.pageDomainTaken);
    throw error;
  });
