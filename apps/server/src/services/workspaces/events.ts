import { defineEvent } from '../../platform/events.ts';
import type { Actor } from './app/actor.ts';

/** WorkspaceDeleted names a workspace that is gone, and who deleted it. */
export interface WorkspaceDeleted {
  projectId: string;
  deletedBy: Actor;
}

/** workspaceDeleted is published in the transaction that deletes a workspace; what other services keep of it goes soon after. */
export const workspaceDeleted = defineEvent<WorkspaceDeleted>('workspace.deleted');

/** EnvironmentDeleted names an environment that is gone. */
export interface EnvironmentDeleted {
  organizationId: string;
  projectId: string;
  environmentId: string;
}

/** environmentDeleted is published in the transaction that deletes an environment with its variables. */
export const environmentDeleted = defineEvent<EnvironmentDeleted>('environment.deleted');
