import type { QueryClient } from '@tanstack/react-query';
import type { DeletedProjects } from '../../../shared/projects/deleted-projects.ts';
import { projectKeys } from './projects.queries.ts';

/** Deleted projects of API testing. */
export const deletedApiProjects: DeletedProjects = {
  service: 'api-testing',
  contents: 'suites, environments, secrets and reports',
  refreshes: [projectKeys.all],
};

/** offerUndo says what was deleted, and restores it where the user wants it back after all. It is loaded when something is deleted. */
export async function offerUndo(
  client: QueryClient,
  deleted: { message: string; projectId: string; trashId: string },
): Promise<void> {
  const { showUndo } = await import('./trash.ts');
  showUndo(client, deleted);
}

/** offerVariablesUndo does the same for an environment or variables. */
export async function offerVariablesUndo(
  client: QueryClient,
  deleted: { message: string; projectId: string; trashId: string },
): Promise<void> {
  const { showVariablesUndo } = await import('./deleted-variables.ts');
  showVariablesUndo(client, deleted);
}

/** offerProjectUndo does the same for a workspace. */
export async function offerProjectUndo(
  client: QueryClient,
  deleted: { projectId: string; projectName: string },
): Promise<void> {
  const { showProjectUndo } = await import('../../../shared/projects/deleted-projects.ts');
  showProjectUndo(client, deletedApiProjects, deleted);
}
