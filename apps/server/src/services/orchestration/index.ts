import { on } from '../../platform/events.ts';
import { defineService } from '../../platform/service.ts';
import { add } from '../../platform/slots.ts';
import { flowsService, wideServices, workflowPages } from '../flows/index.ts';
import { notificationsService } from '../notifications/index.ts';
import { schedulerService } from '../scheduler/index.ts';
import { restorableServices, workspaceDeleted, workspacesService } from '../workspaces/index.ts';
import { createArrangeEntries } from './app/arrange-entries.ts';
import { createOpenSource, createOrderClone } from './app/clone-entries.ts';
import { createListEntries } from './app/list-entries.ts';
import { createListSchedules } from './app/list-schedules.ts';
import { createMakeClone } from './app/make-clone.ts';
import { createOpenFolder, workspaceService } from './app/open-folder.ts';
import { createShowFolders } from './app/show-folders.ts';
import { createWorkflows } from './app/workflows.ts';
import { createWriteFolders } from './app/write-folders.ts';
import { orchestrationErrors } from './errors.ts';
import { addCloneJob } from './jobs/clone.job.ts';
import { addOrchestrationRoutes } from './routes/orchestration.routes.ts';
import { foldersStore } from './store/folders.store.ts';

const needs = {
  flows: flowsService,
  notifications: notificationsService,
  scheduler: schedulerService,
  workspaces: workspacesService,
};

/** orchestrationService manages projects with folders of workflows; see the README. */
export const orchestrationService = defineService<undefined, typeof needs>({
  name: 'orchestration',
  needs,
  errors: orchestrationErrors,
  migrations: new URL('./store/migrations/', import.meta.url),
  create(
    platform,
    {
      flows: { placedFlows, files },
      notifications: { cloneProgress },
      scheduler: { listJobs },
      workspaces: { workspaces, moveToTrash, copyShared, copyDataFiles },
    },
  ) {
    const openFolder = createOpenFolder({ platform, workspaces });
    const show = createShowFolders({ platform, placedFlows });
    const shared = { platform, workspaces, placedFlows, openFolder, show };
    const folders = createWriteFolders(shared);
    const openSource = createOpenSource(shared);
    const makeClone = createMakeClone({
      ...shared,
      openSource,
      storeProject: folders.storeProject,
      copyShared,
      copyDataFiles,
    });
    addCloneJob(platform, { cloneProgress, makeClone });
    return {
      door: undefined,
      adds: [
        add(wideServices, workspaceService),
        add(restorableServices, workspaceService),
        add(workflowPages, {
          service: workspaceService,
          pathOf: ({ flowId, runId }) => `/test-orchestration/work-flow/${flowId}${runId ? `?run=${runId}` : ''}`,
        }),
      ],
      on: [
        on(workspaceDeleted, ({ projectId, deletedBy: { organizationId } }) =>
          foldersStore.deleteProject(platform.database.sql, { organizationId, projectId }),
        ),
      ],
      routes(registrar) {
        addOrchestrationRoutes(registrar, {
          entries: createListEntries(shared),
          folders,
          workflows: createWorkflows({ ...shared, files }),
          arrange: createArrangeEntries({ ...shared, moveToTrash }),
          listSchedules: createListSchedules({ workspaces, listJobs }),
          orderClone: createOrderClone({ platform, openSource }),
        });
      },
    };
  },
});
