import type { QueryClient } from '@tanstack/react-query';
import type { DeletedProjects } from '../../../shared/projects/deleted-projects.ts';
import { projectKeys } from './projects.queries.ts';

/** The deleted projects of API testing. */
export const deletedApiProjects: DeletedProjects = {
  service: 'api-testing',
  contents: 'suites, environments, secrets and reports',
  refreshes: [projectKeys.all],
};

/** offerUndo reports what was deleted, with an undo. Loaded with the first deletion. */
export async function offerUndo(
  client: QueryClient,
  deleted: { message: string; projectId: string; trashId: string },
): Promise<void> {
  const { showUndo } = await import('./trash.ts');
  showUndo(client, deleted);
}

/** offerVariablesUndo is the same for an environment or variables. */
export async function offerVariablesUndo(
  client: QueryClient,
  deleted: { message: string; projectId: string; trashId: string },
): Promise<void> {
  const { showVariablesUndo } = await import('./deleted-variables.ts');
  showVariablesUndo(client, deleted);
}

/** offerProjectUndo is the same for a workspace. */
export async function offerProjectUndo(
  client: QueryClient,
  deleted: { projectId: string; projectName: string },
): Promise<void> {
  const { showProjectUndo } = await import('../../../shared/projects/deleted-projects.ts');
  showProjectUndo(client, deletedApiProjects, deleted);
}
