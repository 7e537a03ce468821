import { all, destroys, fresh, reads, type ServiceCalls, writes } from '../expectation.ts';
import { workflowFile } from './flows.ts';

/** Test orchestration: projects, folders and the workflows in them. */
export const calls: ServiceCalls = {
  audiences: {
    members: `
      GET orchestration/api/folder
      GET orchestration/api/folder-info
      GET orchestration/api/schedules
      GET orchestration/api/workflow-place
      POST orchestration/api/folder-and-workflow-by-folder
      POST orchestration/api/recent-folders-workflows-by-team
      PUT orchestration/api/star-folder
      PUT orchestration/api/star-workflow
    `,
    membersWhoChange: `
      POST orchestration/api/clone-folder-by-uuid
      POST orchestration/api/delete-folders-workflows
      POST orchestration/api/folder
      POST orchestration/api/import-workflow
      POST orchestration/api/move-folders-workflows
      POST orchestration/api/workflow
      PUT orchestration/api/folder
    `,
  },
  expectations: {
    'GET orchestration/api/folder': reads,
    'GET orchestration/api/folder-info': reads,
    'GET orchestration/api/workflow-place': reads,
    'POST orchestration/api/folder-and-workflow-by-folder': reads,
    'GET orchestration/api/schedules': reads,
    'POST orchestration/api/recent-folders-workflows-by-team': all(200),
    'PUT orchestration/api/star-folder': reads,
    'PUT orchestration/api/star-workflow': reads,
    'POST orchestration/api/clone-folder-by-uuid': writes(202),
    'POST orchestration/api/delete-folders-workflows': destroys,
    'POST orchestration/api/folder': writes(201),
    'POST orchestration/api/import-workflow': writes(201),
    'POST orchestration/api/move-folders-workflows': writes(),
    'POST orchestration/api/workflow': writes(201),
    'PUT orchestration/api/folder': writes(),
  },
  examples: ({ folderUuid = '', deepLinkId = '', workflowId = '' }) => ({
    'POST orchestration/api/folder-and-workflow-by-folder': { body: { deepLinkId } },
    'POST orchestration/api/recent-folders-workflows-by-team': { body: {} },
    'PUT orchestration/api/star-folder': { body: { folderUuid, isStarred: true } },
    'PUT orchestration/api/star-workflow': { body: { workflowId, isStarred: true } },
    'POST orchestration/api/clone-folder-by-uuid': {
      body: { uuid: folderUuid, folderType: 'FOLDER', name: fresh('Copy') },
    },
    'POST orchestration/api/delete-folders-workflows': {
      body: { folderUuids: [folderUuid], workflowIds: [workflowId] },
    },
    'POST orchestration/api/folder': { body: { parentUuid: folderUuid, name: fresh('Folder') } },
    'POST orchestration/api/import-workflow': { body: { folderUuid, name: fresh('Workflow'), file: workflowFile } },
    'POST orchestration/api/move-folders-workflows': {
      body: { workflowIds: [workflowId], targetFolderUuid: folderUuid },
    },
    'POST orchestration/api/workflow': { body: { folderUuid, name: fresh('Workflow') } },
    'PUT orchestration/api/folder': { body: { folderUuid, description: 'Described' } },
  }),
};
