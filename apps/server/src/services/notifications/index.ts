import { Waiters } from '../../platform/database/waiters.ts';
import { on } from '../../platform/events.ts';
import type { OpenTopic } from '../../platform/http/topics.ts';
import type { Platform } from '../../platform/platform.ts';
import { defineService, type ServiceParts } from '../../platform/service.ts';
import type { ValuesOf } from '../../platform/settings.ts';
import { type RunsDoor, runEnded, runsService } from '../runs/index.ts';
import { type UserManagement, userActivated, userManagementService } from '../user-management/index.ts';
import { createBroadcasts } from './app/broadcasts.ts';
import { type CloneProgress, cloneChannel, createClones } from './app/clone-progress.ts';
import { createEventNotices } from './app/event-notices.ts';
import { createOwnNotifications, type Notify, userChannel } from './app/notifications.ts';
import { createUnread } from './app/unread.ts';
import { notificationSettings } from './config.ts';
import { notificationErrors } from './errors.ts';
import { addSweepJob } from './jobs/sweep.job.ts';
import { addBroadcastRoutes, addNotificationRoutes } from './routes/notifications.routes.ts';
import { addStreamRoutes } from './routes/streams.routes.ts';

export type { CloneProgress } from './app/clone-progress.ts';
export type { Notify, NotifyInput } from './app/notifications.ts';

/** Notifications is the front door: how other services notify users. */
export interface Notifications {
  notify: Notify;
  /** Runs a copy and lets its starter follow it. */
  cloneProgress: CloneProgress;
}

async function createNotifications(
  platform: Platform,
  { users, runs }: { users: UserManagement; runs: RunsDoor },
  config: ValuesOf<typeof notificationSettings>,
): Promise<ServiceParts<Notifications>> {
  const { streams, topics } = platform;
  const own = createOwnNotifications({ platform, users });
  const broadcasts = createBroadcasts(platform);
  const unread = createUnread({ own, broadcasts, waiters: await Waiters.start(platform.notifier, userChannel) });
  const clones = createClones({ platform, waiters: await Waiters.start(platform.notifier, cloneChannel) });
  const notices = createEventNotices({ users, runs, notify: own.notify });
  const openClone: OpenTopic = async (caller, id) =>
    async function* (after, signal) {
      for await (const { seq, ...data } of clones.follow(caller, id, { after, signal }))
        yield { id: seq, event: 'status', data };
    };
  topics.add('clone', openClone);
  topics.add(
    'unread',
    async (caller) =>
      async function* (_, signal) {
        for await (const data of unread.follow(caller, signal)) yield { event: 'unread', data };
      },
  );
  addSweepJob(platform, config.NOTIFICATION_RETENTION_DAYS);
  return {
    door: { notify: own.notify, cloneProgress: clones.progress },
    on: [on(runEnded, notices.runEnded), on(userActivated, notices.userActivated)],
    routes(registrar) {
      addStreamRoutes(registrar, { streams, topics, openRun: runs.openEvents, openClone });
      addNotificationRoutes(registrar, own, unread);
      addBroadcastRoutes(registrar, broadcasts, unread);
    },
  };
}

const needs = { users: userManagementService, runs: runsService };

/** notificationsService notifies users of what concerns them, in the page and by mail. */
export const notificationsService = defineService<Notifications, typeof needs, typeof notificationSettings>({
  name: 'notifications',
  needs,
  config: notificationSettings,
  errors: notificationErrors,
  migrations: new URL('./store/migrations/', import.meta.url),
  create: createNotifications,
});
