import { createHash, timingSafeEqual } from 'node:crypto';
import { newId } from '@touchstone/kernel';
import type { JobTransaction } from '../../../../platform/jobs/jobs.ts';
import { composeMail } from '../../../../platform/mail/compose.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { UserManagement } from '../../../user-management/index.ts';
import type { PostMessage } from '../../clients/alerts/post-message.ts';
import { basePath } from '../../domain/pages/render-page.ts';
import {
  noticesStore,
  type PageRow,
  pagesStore,
  type SubscriberRow,
  subscribersStore,
} from '../../store/pages.store.ts';
import { pageUrl } from './render-pages.ts';

const noticeQueue = 'api-monitoring.status-notice';
const webhookQueue = 'api-monitoring.status-webhook';
const atOnce = 100;
const emailForm = /^[^\s@<>"]{1,64}@[^\s@<>"]{1,190}\.[^\s@<>"]{2,}$/;
const placeOf = (id: string): string => `api_monitoring.status_subscriber.target:${id}`;
type Purpose = 'confirm' | 'unsubscribe';

const targetOf = ({ secrets }: Pick<Platform, 'secrets'>, row: SubscriberRow): string =>
  secrets.open(row.target, placeOf(row.id));
/** shownTarget returns a subscriber's target as project members see it; webhook URLs contain secrets. */
export function shownTarget(platform: Pick<Platform, 'secrets'>, row: SubscriberRow): string {
  const target = targetOf(platform, row);
  return row.kind === 'email' ? target : new URL(target).host;
}

/** createSubscriptions manages subscriptions; only confirmed subscribers are notified. */
export function createSubscriptions({
  platform,
  users,
  post,
}: {
  platform: Platform;
  users: Pick<UserManagement, 'isActiveOrganization'>;
  post: PostMessage;
}) {
  const { database, clock, secrets, jobs, config, mailer } = platform;

  /** Proves that the message sent to a subscriber was read. Derived from the subscriber's id, so it isn't stored. */
  const tokenOf = (id: string, purpose: Purpose): string =>
    `${id}.${secrets.fingerprint(id, `api_monitoring.status_subscriber.${purpose}`).slice(0, 32)}`;
  const linkOf = ({ slug }: PageRow, id: string, purpose: Purpose): string =>
    `${config.publicUrl}${basePath(slug)}/${purpose}?token=${tokenOf(id, purpose)}`;
  const idOf = (token: string, purpose: Purpose): string | undefined => {
    const [id = ''] = token.split('.');
    if (!/^[0-9a-f-]{36}$/.test(id)) return undefined;
    const [given, right] = [Buffer.from(token), Buffer.from(tokenOf(id, purpose))];
    return given.length === right.length && timingSafeEqual(given, right) ? id : undefined;
  };

  const askToConfirm = async (page: PageRow, row: SubscriberRow, target: string): Promise<void> => {
    const url = linkOf(page, row.id, 'confirm');
    if (row.kind === 'email') {
      const mail = composeMail({
        subject: `Confirm your subscription to ${page.title}`,
        to: { firstName: target },
        what: `This address was given to be told of news of the status page “${page.title}”.`,
        link: { url, label: 'Confirm the subscription' },
        otherwise: 'If you did not ask for this, do nothing: without this confirmation you get no further mail.',
      });
      await mailer.send({ to: target, ...mail });
      return;
    }
    const body = JSON.stringify({ event: 'subscription.confirm', page: page.title, confirmUrl: url });
    const request = { url: target, headers: { 'content-type': 'application/json' }, body };
    await post(request, { key: newId(), hidden: [] });
  };

  const find = async (slug: string, id: string | undefined) => {
    const row = id === undefined ? undefined : await subscribersStore.get(database.sql, id);
    const page = row && (await pagesStore.get(database.sql, row.pageId));
    return row && page?.slug === slug ? { row, page } : undefined;
  };

  addTelling({ platform, post, linkOf });

  return {
    /** Orders the notification of subscribers, in the transaction that adds the update. */
    order: (client: JobTransaction, updateId: string): Promise<void> => jobs.send(noticeQueue, { updateId }, client),
    /** Stores a subscription. Returns whether the address is valid, which doesn't reveal whether it was known. */
    async subscribe(page: PageRow, given: string): Promise<boolean> {
      const target = given.trim();
      const kind = /^https?:\/\//i.test(target) ? 'webhook' : 'email';
      if (target.length > 2000 || !(kind === 'email' ? emailForm.test(target) : URL.canParse(target))) return false;
      const id = newId();
      const row = await subscribersStore.insert(database.sql, {
        id,
        pageId: page.id,
        kind,
        target: secrets.seal(target, placeOf(id)),
        targetHash: createHash('sha256').update(target.toLowerCase()).digest('base64url'),
        createdAt: clock.now(),
      });
      if (row.confirmedAt === null) await askToConfirm(page, row, target);
      return true;
    },
    /** Confirms a subscription to the page with this address; false if the token is invalid. */
    async confirm(slug: string, token: string): Promise<boolean> {
      const found = await find(slug, idOf(token, 'confirm'));
      if (!found || !(await users.isActiveOrganization(found.page.organizationId))) return false;
      const { row } = found;
      if (row.confirmedAt === null) await subscribersStore.update(database.sql, row.id, { confirmedAt: clock.now() });
      return true;
    },
    /** Deletes a subscription; idempotent. Works even while the organization is deactivated: it is the visitor's. */
    async unsubscribe(slug: string, token: string): Promise<boolean> {
      const id = idOf(token, 'unsubscribe');
      if (id === undefined) return false;
      const found = await find(slug, id);
      if (found) await subscribersStore.delete(database.sql, found.row.id);
      return true;
    },
  };
}
/** Subscriptions manages subscriptions. */
export type Subscriptions = ReturnType<typeof createSubscriptions>;

/** Adds the jobs that notify subscribers: mails go to the outbox together, each webhook is a job with retries. */
function addTelling({
  platform,
  post,
  linkOf,
}: {
  platform: Platform;
  post: PostMessage;
  linkOf: (page: PageRow, id: string, purpose: Purpose) => string;
}): void {
  const { database, jobs, mailer } = platform;
  const read = async (updateId: string) => {
    const found = await noticesStore.getUpdate(database.sql, updateId);
    const page = found && (await pagesStore.get(database.sql, found.notice.pageId));
    return found && page && { ...found, page };
  };

  jobs.handle(noticeQueue, async ({ updateId }: { updateId: string }) => {
    const found = await read(updateId);
    if (!found) return;
    const { update, notice, page } = found;
    for (;;) {
      const rows = await subscribersStore.untold(database.sql, page.id, updateId, atOnce);
      if (rows.length === 0) return;
      for (const row of rows)
        await database.transaction(async (sql, client) => {
          if (!(await subscribersStore.tell(sql, updateId, row.id))) return;
          if (row.kind === 'webhook') return jobs.send(webhookQueue, { updateId, subscriberId: row.id }, client);
          const to = targetOf(platform, row);
          const mail = composeMail({
            subject: `${page.title}: ${notice.title} (${update.state})`,
            to: { firstName: to },
            what: update.text,
            link: { url: pageUrl(platform, page), label: 'Open the status page' },
            otherwise: `You subscribed to this status page. To end that: ${linkOf(page, row.id, 'unsubscribe')}`,
          });
          await mailer.send({ to, ...mail }, { sql, client });
        });
    }
  });

  jobs.handle(webhookQueue, async ({ updateId, subscriberId }: { updateId: string; subscriberId: string }) => {
    const found = await read(updateId);
    const row = found && (await subscribersStore.get(database.sql, subscriberId));
    if (!found || !row) return;
    const { update, notice, page } = found;
    const body = JSON.stringify({
      event: 'notice.updated',
      page: { title: page.title, url: pageUrl(platform, page) },
      notice: { id: notice.id, title: notice.title, impact: notice.impact, state: update.state },
      update: { id: update.id, at: update.at.toISOString(), state: update.state, text: update.text },
      unsubscribeUrl: linkOf(page, row.id, 'unsubscribe'),
    });
    const request = { url: targetOf(platform, row), headers: { 'content-type': 'application/json' }, body };
    const outcome = await post(request, { key: `${updateId}-${subscriberId}`, hidden: [] });
    await subscribersStore.update(database.sql, row.id, { problem: outcome.message });
    // The queue retries it.
    if (!outcome.isDelivered && !outcome.isPermanent) throw new Error(outcome.message ?? 'not delivered');
  });
}
