import type { AnyRoute } from '@touchstone/contracts';
import type { FastifyInstance } from 'fastify';
import { createWake } from '../../platform/database/notifier.ts';
import { Waiters } from '../../platform/database/waiters.ts';
import { on } from '../../platform/events.ts';
import { defineService } from '../../platform/service.ts';
import { add } from '../../platform/slots.ts';
import { notificationsService } from '../notifications/index.ts';
import { planLimits, subscriptionService } from '../subscription/index.ts';
import { userManagementService } from '../user-management/index.ts';
import { downgradeRules, workspaceDeleted, workspacesService } from '../workspaces/index.ts';
import { createAnswerInvitations } from './app/answer-invitations.ts';
import { createCapacity } from './app/capacity.ts';
import { createChangeRole, createRemovePeople } from './app/change-people.ts';
import { createPresence } from './app/presence.ts';
import { createRecordChanges } from './app/record-changes.ts';
import { createSendInvitations } from './app/send-invitations.ts';
import { createShowPeople } from './app/show-people.ts';
import { createWorkspaceFeed, workspaceChannel } from './app/workspace-feed.ts';
import { collaborationErrors } from './errors.ts';
import { addSweepJob } from './jobs/sweep.job.ts';
import { collaborationLimits } from './limits.ts';
import { addCollaborationRoutes } from './routes/collaboration.routes.ts';
import { activityStore } from './store/activity.store.ts';
import { invitationsStore } from './store/invitations.store.ts';

const needs = {
  users: userManagementService,
  workspaces: workspacesService,
  notifications: notificationsService,
  subscriptions: subscriptionService,
};

/** collaborationService brings people into workspaces, and shows them each other's presence; see the README. */
export const collaborationService = defineService<undefined, typeof needs>({
  name: 'collaboration',
  needs,
  errors: collaborationErrors,
  migrations: new URL('./store/migrations/', import.meta.url),
  async create(platform, { users, workspaces: { workspaces, members }, notifications, subscriptions }) {
    const { notify } = notifications;
    const wakeChannel = createWake(platform);
    const wake = (projectId: string) => wakeChannel(workspaceChannel, projectId);
    const capacity = createCapacity({ platform, members, limitOf: subscriptions.limitOf });
    const waiters = await Waiters.start(platform.notifier, workspaceChannel);
    platform.topics.add('workspace', createWorkspaceFeed({ platform, workspaces, waiters }));
    const { peopleChanged, callDone } = createRecordChanges({ platform, wake });
    const shared = { platform, workspaces, members, users, capacity, notify, peopleChanged };
    addSweepJob(platform);
    return {
      door: undefined,
      adds: [add(planLimits, collaborationLimits), add(downgradeRules, capacity.assertFitsFree)],
      on: [
        on(workspaceDeleted, async ({ projectId }) => {
          await invitationsStore.deleteProject(platform.database.sql, projectId);
          await activityStore.deleteProject(platform.database.sql, projectId);
        }),
      ],
      routes: (registrar) =>
        addCollaborationRoutes(registrar, {
          send: createSendInvitations(shared),
          answer: createAnswerInvitations(shared),
          showPeople: createShowPeople(shared),
          changeRole: createChangeRole(shared),
          remove: createRemovePeople(shared),
          presence: createPresence({ platform, workspaces, wake }),
        }),
      http(app: FastifyInstance) {
        app.addHook('onResponse', async (request, reply) => {
          const { caller } = request;
          const route = (request.routeOptions.config as { contract?: AnyRoute }).contract;
          if (!route || !caller?.openedForChange?.size || reply.statusCode >= 400) return;
          await callDone(route, caller).catch((error: Error) =>
            platform.log.warn({ err: error }, 'a change was not told to open pages'),
          );
        });
      },
    };
  },
});
