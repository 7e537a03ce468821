import type { FolderInfo } from '@touchstone/contracts/orchestration';
import type { ContainerEntry, WorkflowEntry } from '../model/entry.ts';

const at = '2026-11-20T08:00:00.000Z';

export const projectEntry = (given: Partial<ContainerEntry> = {}): ContainerEntry => ({
  folderType: 'PROJECT',
  folderUuid: 'p1',
  projectId: 'p1',
  parentUuid: null,
  deepLinkId: 'SHOP',
  isRootFolder: true,
  isStarred: false,
  name: 'Shop',
  description: 'Everything that customers buy',
  color: '#4f7cff',
  icon: 'icon-1',
  folderCount: 0,
  workflowCount: 0,
  createdAt: at,
  createdByName: 'Ana Lima',
  updatedAt: at,
  ...given,
});

export const folderEntry = (given: Partial<ContainerEntry> = {}): ContainerEntry =>
  projectEntry({
    folderType: 'FOLDER',
    folderUuid: 'f1',
    parentUuid: 'p1',
    deepLinkId: 'SHOP-1',
    isRootFolder: false,
    name: 'Checkout',
    description: '',
    ...given,
  });

export const workflowEntry = (given: Partial<WorkflowEntry> = {}): WorkflowEntry => ({
  folderType: 'WORKFLOW',
  isStarred: false,
  flowId: 'w1',
  projectId: 'p1',
  name: 'Nightly',
  description: '',
  revision: 3,
  nodeCount: 4,
  scriptCount: 2,
  createdAt: at,
  createdByName: 'Ana Lima',
  updatedAt: at,
  updatedByName: 'Bo Berg',
  lastRun: null,
  ...given,
});

/** The project of the entries, as its page receives it. */
export function projectInfo(given: Partial<FolderInfo> = {}): FolderInfo {
  const { folderType: _type, ...folder } = projectEntry();
  return {
    ...folder,
    role: 'OWNER',
    path: [{ folderUuid: 'p1', deepLinkId: 'SHOP', name: 'Shop' }],
    ...given,
  };
}
