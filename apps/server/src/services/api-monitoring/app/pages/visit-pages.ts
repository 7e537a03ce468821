import type { Platform } from '../../../../platform/platform.ts';
import type { UserManagement } from '../../../user-management/index.ts';
import { type PageRow, pagesStore, type RenderedRow } from '../../store/pages.store.ts';
import { isPassword } from './pages.ts';
import type { RenderPages } from './render-pages.ts';

/** A page as served to visitors. */
export interface VisitedPage {
  page: PageRow;
  rendered: RenderedRow;
}
const keepMs = 3000;
const maxKept = 500;
const passwordMs = 10 * 60_000;
const maxFailures = 10;
const failureMs = 5 * 60_000;

/** createVisitPages finds pages for visitors; cached for a few seconds, so a rush of visitors costs one query. */
export function createVisitPages({
  platform,
  users,
  render,
}: {
  platform: Platform;
  users: Pick<UserManagement, 'isActiveOrganization'>;
  render: RenderPages;
}) {
  const { database, clock, secrets } = platform;
  const kept = new Map<string, { found: Promise<VisitedPage | undefined>; untilMs: number }>();
  const known = new Map<string, number>();
  const failures = new Map<string, { count: number; untilMs: number }>();
  /** The number of recent wrong passwords from one place. */
  const failed = (place: string): number => {
    const found = failures.get(place);
    return found && found.untilMs > clock.monotonicMs() ? found.count : 0;
  };
  const remember = <T>(map: Map<string, T>, key: string, value: T, most: number): void => {
    if (map.size >= most) map.clear();
    map.set(key, value);
  };

  const read = async (by: { slug: string } | { domain: string }): Promise<VisitedPage | undefined> => {
    const found = await pagesStore.open(database.sql, by);
    if (!found || !(await users.isActiveOrganization(found.page.organizationId))) return undefined;
    if (found.rendered) return { page: found.page, rendered: found.rendered };
    await render.render(found.page);
    const again = await pagesStore.open(database.sql, by);
    return again?.rendered ? { page: again.page, rendered: again.rendered } : undefined;
  };

  return {
    find(by: { slug: string } | { domain: string }): Promise<VisitedPage | undefined> {
      const key = JSON.stringify(by);
      const now = clock.monotonicMs();
      const before = kept.get(key);
      if (before && before.untilMs > now) return before.found;
      if (kept.size >= maxKept) kept.clear();
      const found = read(by);
      kept.set(key, { found, untilMs: now + keepMs });
      found.catch(() => kept.delete(key));
      return found;
    },
    /**
     * Whether a visitor may see a page: checks its password in the Authorization header. `blocked`: too many wrong ones
     * from that address.
     */
    async admits(
      { id, passwordHash }: PageRow,
      { authorization, address }: { authorization: string | undefined; address: string },
    ): Promise<'yes' | 'no' | 'blocked'> {
      if (passwordHash === null) return 'yes';
      const encoded = /^Basic ([\w+/=]+)$/i.exec(authorization ?? '')?.[1];
      if (encoded === undefined) return 'no';
      const now = clock.monotonicMs();
      const [place, given] = [`${id} ${address}`, Buffer.from(encoded, 'base64').toString('utf8')];
      const mark = secrets.fingerprint(`${passwordHash} ${given}`, 'api_monitoring.status_page.password');
      if ((known.get(mark) ?? 0) > now) return 'yes';
      if (failed(place) >= maxFailures) return 'blocked';
      if (await isPassword(given.slice(given.indexOf(':') + 1), passwordHash)) {
        remember(known, mark, now + passwordMs, maxKept);
        return 'yes';
      }
      remember(failures, place, { count: failed(place) + 1, untilMs: now + failureMs }, maxKept * 10);
      return 'no';
    },
  };
}
/** VisitPages finds pages for visitors. */
export type VisitPages = ReturnType<typeof createVisitPages>;
