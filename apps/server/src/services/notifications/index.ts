import { Waiters } from '../../platform/database/waiters.ts';
import type { EventStreams } from '../../platform/http/event-stream.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Service } from '../../platform/service.ts';
import type { RunEnd, Runs, Transaction } from '../runs/index.ts';
import type { UserManagement } from '../user-management/index.ts';
import { createBroadcasts } from './app/broadcasts.ts';
import { type CloneProgress, cloneChannel, createClones } from './app/clone-progress.ts';
import { createEvents, type PathOfRun } from './app/events.ts';
import { createOwnNotifications, type Notify, userChannel } from './app/notifications.ts';
import { createUnread } from './app/unread.ts';
import { notificationErrors } from './errors.ts';
import { addSweepJob } from './jobs/sweep.job.ts';
import { addBroadcastRoutes, addNotificationRoutes } from './routes/notifications.routes.ts';
import { addStreamRoutes, type OpenRun } from './routes/streams.routes.ts';

export type { CloneProgress } from './app/clone-progress.ts';
export type { PathOfRun } from './app/events.ts';
export type { Notify, NotifyInput } from './app/notifications.ts';
export { notificationErrors } from './errors.ts';
export type { OpenRun } from './routes/streams.routes.ts';

/** Notifications is the front door: how other services tell users something. */
export interface Notifications {
  service: Service;
  notify: Notify;
  /** Does a copy and lets whoever started it follow it. */
  cloneProgress: CloneProgress;
  /** Tells the starter of a run of its end; called in the transaction that ends it. */
  runEnded(transaction: Transaction, run: RunEnd): Promise<void>;
}

/** createNotifications builds the service; `openRun` tells who may follow a run, `pathOfRun` where the page shows it. */
export async function createNotifications(needs: {
  platform: Platform;
  users: UserManagement;
  streams: EventStreams;
  runs: Pick<Runs, 'readEvents'>;
  openRun: OpenRun;
  pathOfRun: PathOfRun;
}): Promise<Notifications> {
  const { platform, users, streams, runs, openRun, pathOfRun } = needs;
  const own = createOwnNotifications({ platform, users });
  const broadcasts = createBroadcasts(platform);
  const unread = createUnread({ own, broadcasts, waiters: await Waiters.start(platform.bell, userChannel) });
  const clones = createClones({ platform, waiters: await Waiters.start(platform.bell, cloneChannel) });
  const events = createEvents({ platform, users, notify: own.notify, pathOfRun });
  users.onActivated(events.userActivated);
  addSweepJob(platform);
  return {
    notify: own.notify,
    cloneProgress: clones.progress,
    runEnded: events.runEnded,
    service: {
      name: 'notifications',
      errors: notificationErrors,
      routes(registrar) {
        addStreamRoutes(registrar, { streams, runs, openRun, clones, unread });
        addNotificationRoutes(registrar, own, unread);
        addBroadcastRoutes(registrar, broadcasts, unread);
      },
    },
  };
}
