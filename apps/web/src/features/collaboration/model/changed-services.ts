import type { WorkspaceState } from '@touchstone/contracts/collaboration';

/** changedServices are the services in which something changed since the state before, but for what this page has just changed itself. */
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
