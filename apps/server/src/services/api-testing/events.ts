import { defineEvent } from '../../platform/events.ts';
import type { Actor } from './app/workspaces/workspaces.ts';

export interface WorkspaceDeleted {
  projectId: string;
  deletedBy: Actor;
}

/** workspaceDeleted is published in the transaction that deletes a workspace; its runs and files go soon after. */
export const workspaceDeleted = defineEvent<WorkspaceDeleted>('workspace.deleted');
