import { orchestrationRoutes } from '@touchstone/contracts/orchestration';
import { orchestrationScheduleRoutes } from '@touchstone/contracts/scheduler';
import type { Registrar } from '../../../platform/http/registrar.ts';
import type { ArrangeEntries } from '../app/arrange-entries.ts';
import type { OrderClone } from '../app/clone-entries.ts';
import type { ListEntries } from '../app/list-entries.ts';
import type { ListSchedules } from '../app/list-schedules.ts';
import type { Workflows } from '../app/workflows.ts';
import type { WriteFolders } from '../app/write-folders.ts';

export interface OrchestrationParts {
  entries: ListEntries;
  folders: WriteFolders;
  workflows: Workflows;
  arrange: ArrangeEntries;
  orderClone: OrderClone;
  listSchedules: ListSchedules;
}

const starSet = (isStarred: boolean) => ({ message: isStarred ? 'Starred' : 'Star removed' });

export function addOrchestrationRoutes(registrar: Registrar, parts: OrchestrationParts): void {
  const { entries, folders, workflows, arrange } = parts;
  registrar.add(orchestrationRoutes.listEntries, ({ caller, body: { page, size, ...filter } }) =>
    entries.list(caller, filter, { page, size }),
  );
  registrar.add(orchestrationScheduleRoutes.listSchedules, ({ caller, query: { page, size, state, ...filter } }) =>
    parts.listSchedules(caller, { ...filter, isUpcoming: state === 'upcoming' }, { page, size }),
  );
  registrar.add(orchestrationRoutes.createFolder, ({ caller, body }) => folders.create(caller, body));
  registrar.add(orchestrationRoutes.updateFolder, ({ caller, body }) => folders.update(caller, body));
  registrar.add(orchestrationRoutes.getFolderInfo, ({ caller, query }) => workflows.openFolder(caller, query));
  registrar.add(orchestrationRoutes.getFolder, ({ caller, query }) =>
    workflows.openFolder(caller, { id: query.folderUuid }),
  );
  registrar.add(orchestrationRoutes.getPlace, ({ caller, query }) => workflows.openWorkflow(caller, query.workflowId));
  registrar.add(orchestrationRoutes.listRecent, async ({ caller, body }) => ({
    content: await entries.listRecent(caller, body),
  }));
  registrar.add(orchestrationRoutes.starFolder, async ({ caller, body: { folderUuid, isStarred } }) => {
    await folders.setStar(caller, folderUuid, isStarred);
    return starSet(isStarred);
  });
  registrar.add(orchestrationRoutes.starWorkflow, async ({ caller, body: { workflowId, isStarred } }) => {
    await workflows.setStar(caller, workflowId, isStarred);
    return starSet(isStarred);
  });
  registrar.add(orchestrationRoutes.createWorkflow, ({ caller, body }) => workflows.create(caller, body));
  registrar.add(orchestrationRoutes.importWorkflow, ({ caller, body }) => workflows.import(caller, body));
  registrar.add(orchestrationRoutes.deleteEntries, async ({ caller, body }) => {
    await arrange.delete(caller, body);
    return { message: 'Deleted' };
  });
  registrar.add(orchestrationRoutes.cloneEntry, ({ caller, body }) => parts.orderClone(caller, body));
  registrar.add(orchestrationRoutes.moveEntries, async ({ caller, body }) => {
    await arrange.move(caller, body);
    return { message: 'Moved' };
  });
}
