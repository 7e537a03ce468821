import { defineEvent } from '../../platform/events.ts';
import type { Actor } from './app/actor.ts';

/** WorkspaceDeleted names a workspace that is gone, and who deleted it. */
export interface WorkspaceDeleted {
  projectId: string;
  deletedBy: Actor;
}

/** workspaceDeleted is published in the transaction that deletes a workspace; what other services keep of it goes soon after. */
export const workspaceDeleted = defineEvent<WorkspaceDeleted>('workspace.deleted');

/** WorkspaceTrashed names a workspace, and whether it is open or waits to be restored. */
export interface WorkspaceTrashed {
  organizationId: string;
  projectId: string;
  isThere: boolean;
}

/** workspaceTrashed is published in the transaction that puts a workspace away or restores it: what acts on its own in it pauses meanwhile. */
export const workspaceTrashed = defineEvent<WorkspaceTrashed>('workspace.trashed');

/** EnvironmentDeleted names an environment that is gone. */
export interface EnvironmentDeleted {
  organizationId: string;
  projectId: string;
  environmentId: string;
}

/** environmentDeleted is published in the transaction that deletes an environment for good; while it can be restored, what names it stays. */
export const environmentDeleted = defineEvent<EnvironmentDeleted>('environment.deleted');
