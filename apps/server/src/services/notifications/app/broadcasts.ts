import type { Broadcast } from '@touchstone/contracts/notifications';
import { AppError, newId } from '@touchstone/kernel';
import { createWake } from '../../../platform/database/notifier.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import type { Platform } from '../../../platform/platform.ts';
import { notificationErrors } from '../errors.ts';
import { type BroadcastRow, broadcastsStore } from '../store/broadcasts.store.ts';
import { userChannel } from './notifications.ts';

/** The key that wakes every page on the users' channel. */
export const everybody = 'everybody';
const listed = 100;

/** createBroadcasts manages the messages of super administrators to all users of the installation. */
export function createBroadcasts(platform: Platform) {
  const { database, clock, audit } = platform;
  const db = database.sql;
  const wake = createWake(platform);

  return {
    async list({ userId }: Pick<Caller, 'userId'>): Promise<Broadcast[]> {
      return (await broadcastsStore.list(db, userId, clock.now(), listed)).map(toBroadcast);
    },
    countUnread: ({ userId }: Pick<Caller, 'userId'>) => broadcastsStore.countUnread(db, userId, clock.now()),
    async create(caller: Caller, input: { text: string; endsAt?: string | undefined }): Promise<Broadcast> {
      const createdAt = clock.now();
      const endsAt = input.endsAt ? new Date(input.endsAt) : null;
      if (endsAt && endsAt <= createdAt) throw new AppError(notificationErrors.broadcastEndsInPast);
      const made = { createdBy: caller.userId, createdByName: caller.name, createdAt };
      const row = { id: newId(), text: input.text, endsAt, ...made };
      await broadcastsStore.insert(db, row);
      await wake(userChannel, everybody);
      await audit(caller, { action: 'broadcast.created', target: row.id });
      return toBroadcast({ ...row, isRead: false });
    },
    async end(caller: Caller, broadcastId: string): Promise<void> {
      if (!(await broadcastsStore.end(db, broadcastId, clock.now())))
        throw new AppError(notificationErrors.broadcastNotFound);
      await wake(userChannel, everybody);
      await audit(caller, { action: 'broadcast.ended', target: broadcastId });
    },
    async markAllRead({ userId }: Pick<Caller, 'userId'>): Promise<void> {
      await broadcastsStore.markAllRead(db, userId, clock.now());
      await wake(userChannel, userId);
    },
  };
}

export type Broadcasts = ReturnType<typeof createBroadcasts>;

const toBroadcast = (row: BroadcastRow & { isRead: boolean }): Broadcast => ({
  broadcastId: row.id,
  text: row.text,
  createdBy: row.createdByName,
  isRead: row.isRead,
  createdAt: row.createdAt.toISOString(),
  endsAt: row.endsAt?.toISOString() ?? null,
});
