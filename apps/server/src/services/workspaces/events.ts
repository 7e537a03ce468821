import { defineEvent } from '../../platform/events.ts';
import type { Actor } from './app/actor.ts';

/** WorkspaceDeleted is a deleted workspace, and who deleted it. */
export interface WorkspaceDeleted {
  projectId: string;
  deletedBy: Actor;
}

/**
 * workspaceDeleted is published in the transaction that deletes a workspace; other services delete their data of it
 * shortly after.
 */
export const workspaceDeleted = defineEvent<WorkspaceDeleted>('workspace.deleted');

/** WorkspaceTrashed is a workspace, and whether it is open or in the trash. */
export interface WorkspaceTrashed {
  organizationId: string;
  projectId: string;
  isThere: boolean;
}

/**
 * workspaceTrashed is published in the transaction that moves a workspace to the trash or restores it: automatic
 * activity in it is paused until it is restored.
 */
export const workspaceTrashed = defineEvent<WorkspaceTrashed>('workspace.trashed');

/** EnvironmentDeleted is a deleted environment. */
export interface EnvironmentDeleted {
  organizationId: string;
  projectId: string;
  environmentId: string;
}

/**
 * environmentDeleted is published in the transaction that permanently deletes an environment; while it can be restored,
 * references to it are kept.
 */
export const environmentDeleted = defineEvent<EnvironmentDeleted>('environment.deleted');
