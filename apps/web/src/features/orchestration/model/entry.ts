import type { Folder, FolderEntry } from '@touchstone/contracts/orchestration';
import { trashDays } from '@touchstone/contracts/workspaces';
import { counted } from '../../../shared/format.ts';
import { orchestrationPaths } from '../paths.ts';

/** A workflow as listed in a folder. */
export type WorkflowEntry = Extract<FolderEntry, { folderType: 'WORKFLOW' }>;
/** A project or folder as listed. */
export type ContainerEntry = Exclude<FolderEntry, WorkflowEntry>;

export const isWorkflow = (entry: FolderEntry): entry is WorkflowEntry => entry.folderType === 'WORKFLOW';

export const idOf = (entry: FolderEntry): string => (isWorkflow(entry) ? entry.flowId : entry.folderUuid);

/** The page of an entry. */
export const pathOf = (entry: FolderEntry): string =>
  isWorkflow(entry) ? orchestrationPaths.workflow(entry.flowId) : orchestrationPaths.folder(entry.deepLinkId);

/** nounOf returns the noun for an entry. */
export const nounOf = ({ folderType }: Pick<FolderEntry, 'folderType'>): 'project' | 'folder' | 'workflow' =>
  folderType === 'PROJECT' ? 'project' : folderType === 'FOLDER' ? 'folder' : 'workflow';

/** The ids of entries for a move or deletion. */
export const chosenOf = (entries: readonly FolderEntry[]): { folderUuids: string[]; workflowIds: string[] } => ({
  folderUuids: entries.filter((entry) => !isWorkflow(entry)).map(idOf),
  workflowIds: entries.filter(isWorkflow).map(idOf),
});

/** contentsText counts the direct contents of a folder. */
export const contentsText = ({ folderCount, workflowCount }: Pick<Folder, 'folderCount' | 'workflowCount'>): string =>
  [folderCount > 0 && counted(folderCount, 'folder'), workflowCount > 0 && counted(workflowCount, 'workflow')]
    .filter(Boolean)
    .join(', ') || 'Empty';

/** namesOf describes a selection: a single entry by name, several by number. */
export function namesOf(entries: readonly FolderEntry[]): string {
  const [only] = entries;
  if (only && entries.length === 1) return `${nounOf(only)} ${only.name}`;
  const nouns = [...new Set(entries.map(nounOf))];
  return nouns.map((noun) => counted(entries.filter((entry) => nounOf(entry) === noun).length, noun)).join(' and ');
}

/** deletionText returns the text of a confirmation: what is deleted with the entries, and what stays. */
export function deletionText(entries: readonly FolderEntry[]): string {
  const containers = entries.filter((entry) => !isWorkflow(entry));
  const isOfProjects = containers.some(({ isRootFolder }) => isRootFolder);
  const sum = (count: (entry: ContainerEntry) => number) => containers.reduce((total, one) => total + count(one), 0);
  const within = contentsText({
    folderCount: sum(({ folderCount }) => folderCount),
    workflowCount: sum(({ workflowCount }) => workflowCount),
  });
  const contents = within === 'Empty' ? '' : `Also deletes ${within} and everything below. `;
  const rest = isOfProjects
    ? `Environments, runs and reports of the project are deleted too. You can restore it for ${trashDays} days.`
    : "Runs and reports stay. You can't undo this.";
  return `${contents}${rest}`;
}
