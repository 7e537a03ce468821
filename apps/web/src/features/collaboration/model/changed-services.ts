import type { WorkspaceState } from '@touchstone/contracts/collaboration';

/**
 * changedServices returns the services with changes since the previous state, except for changes that this page has
 * just made.
 */
export function changedServices(
  before: WorkspaceState | null,
  { changes }: WorkspaceState,
  { ownId, justWrote }: { ownId: string; justWrote: boolean },
): string[] {
  if (!before) return [];
  return changes.flatMap(({ service, revision, userId }) => {
    const known = before.changes.find((change) => change.service === service);
    const isOwn = userId === ownId && justWrote;
    return known?.revision === revision || isOwn ? [] : service;
  });
}
