import type { Page } from '@touchstone/contracts';
import {
  type MailPreference,
  type Notification,
  type NotificationKind,
  notificationKinds,
} from '@touchstone/contracts/notifications';
import { AppError, newId } from '@touchstone/kernel';
import { createWake } from '../../../platform/database/notifier.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { UserManagement } from '../../user-management/index.ts';
import { notificationErrors } from '../errors.ts';
import { type NotificationRow, notificationsStore } from '../store/notifications.store.ts';
import { notificationMail } from './mail.ts';

export const userChannel = 'notifications_user';

/** A notification from another service to users of an organization. */
export interface NotifyInput {
  organizationId: string;
  userIds: readonly string[];
  kind: NotificationKind;
  /** One line without a full stop. */
  title: string;
  /** Further sentences; never contains secrets, because it may be mailed. */
  text: string;
  /** Path of the page it is about, such as `/dashboard`. */
  link?: string;
  /** Identifies the event: a repeated one isn't stored again. */
  onceKey?: string;
}

/** Notifies users: stored for each of them, pushed to their open pages, mailed to those who want it. Never throws. */
export type Notify = (input: NotifyInput) => Promise<void>;

type Own = Pick<Caller, 'userId' | 'organizationId'>;

/** createOwnNotifications manages each user's notifications, and which of them are mailed. */
export function createOwnNotifications({ platform, users }: { platform: Platform; users: UserManagement }) {
  const { database, clock, mailer, config, log } = platform;
  const db = database.sql;
  const wake = createWake(platform);

  const isMailed = async (userIds: string[], kind: NotificationKind) => {
    const chosen = await notificationsStore.listPreferences(db, userIds);
    const byUser = new Map(chosen.filter((row) => row.kind === kind).map((row) => [row.userId, row.isMailed]));
    return (userId: string) => byUser.get(userId) ?? notificationKinds[kind].isMailed;
  };
  const mail = async (rows: NotificationRow[], kind: NotificationKind) => {
    const wants = await isMailed(
      rows.map(({ userId }) => userId),
      kind,
    );
    for (const row of rows.filter(({ userId }) => wants(userId))) {
      const user = await users.findUser(row.userId);
      if (!user?.active || !user.activated) continue;
      const { organizationId } = row;
      await mailer.send({ to: user.email, organizationId, ...notificationMail(user, row, config.publicUrl) });
    }
  };
  const deliver = async ({ organizationId, userIds, kind, title, text, link, onceKey }: NotifyInput) => {
    if (!userIds.length) return;
    const createdAt = clock.now();
    const rows = await notificationsStore.insert(
      db,
      [...new Set(userIds)].map((userId) => ({
        id: newId(),
        organizationId,
        userId,
        kind,
        text,
        createdAt,
        title: title.slice(0, 300),
        link: link ?? null,
        onceKey: onceKey ?? null,
      })),
    );
    for (const { userId } of rows) await wake(userChannel, userId);
    if (rows.length) await mail(rows, kind);
  };
  const preferences = async ({ userId }: Own): Promise<{ preferences: MailPreference[] }> => {
    const chosen = new Map(
      (await notificationsStore.listPreferences(db, [userId])).map((row) => [row.kind, row.isMailed]),
    );
    const kinds = Object.keys(notificationKinds) as NotificationKind[];
    return {
      preferences: kinds.map((kind) => ({ kind, isMailed: chosen.get(kind) ?? notificationKinds[kind].isMailed })),
    };
  };

  /**
   * Throws NOTIFICATIONS_NOTIFICATION_NOT_FOUND if none of them is the user's own; another tab may have deleted some.
   */
  const assertOwn = async (own: Own, ids: string[]) => {
    if (ids.length > 0 && (await notificationsStore.countOf(db, own, ids)) === 0)
      throw new AppError(notificationErrors.notificationNotFound);
  };

  const notify: Notify = (input) =>
    deliver(input).catch((error: Error) => log.error({ err: error, kind: input.kind }, 'a notification was not kept'));

  return {
    notify,
    async page(own: Own, { page, size, before }: { page: number; size: number; before?: string | undefined }) {
      const paging = { page, size, ...(before && { before }) };
      const { rows, totalElements } = await notificationsStore.page(db, own, paging);
      return { content: rows.map(toNotification), totalElements, page, size } satisfies Page<Notification>;
    },
    countUnread: (own: Own) => notificationsStore.countUnread(db, own),
    /** Marks the given ones, or all. */
    async markRead(own: Own, ids: string[] | undefined): Promise<void> {
      if (ids) await assertOwn(own, ids);
      await notificationsStore.markRead(db, own, ids, clock.now());
      await wake(userChannel, own.userId);
    },
    async delete(own: Own, ids: string[]): Promise<number> {
      await assertOwn(own, ids);
      const deleted = await notificationsStore.delete(db, own, ids);
      await wake(userChannel, own.userId);
      return deleted;
    },
    preferences,
    async setPreference(own: Own, { kind, isMailed }: MailPreference) {
      await notificationsStore.setPreference(db, { userId: own.userId, kind, isMailed });
      return preferences(own);
    },
  };
}

export type OwnNotifications = ReturnType<typeof createOwnNotifications>;

const toNotification = ({ id, kind, title, text, link, readAt, createdAt }: NotificationRow): Notification => ({
  notificationId: id,
  kind,
  title,
  text,
  link,
  isRead: readAt !== null,
  createdAt: createdAt.toISOString(),
});
