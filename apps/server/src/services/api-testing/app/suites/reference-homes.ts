import { findHomes } from '../../../flows/index.ts';
import type { Actor } from '../../../workspaces/index.ts';
import type { OpenSuites } from './open-suites.ts';

/**
 * createReferenceHomes returns the workspaces of referenced scripts or suites; those the caller can't open are omitted.
 */
export const createReferenceHomes = (access: OpenSuites) => ({
  scripts: (caller: Actor, projectId: string, ids: readonly string[]) =>
    findHomes(projectId, ids, (id) => access.openScript(caller, id, 'view')),
  suites: (caller: Actor, projectId: string, ids: readonly string[]) =>
    findHomes(projectId, ids, (id) => access.openSuite(caller, id, 'view')),
});
/** ReferenceHomes finds the workspaces of scripts and suites. */
export type ReferenceHomes = ReturnType<typeof createReferenceHomes>;
