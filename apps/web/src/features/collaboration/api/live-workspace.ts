import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '@touchstone/contracts';
import { collaborationRoutes, rereadDelayMs, type WorkspaceState } from '@touchstone/contracts/collaboration';
import { topicOf } from '@touchstone/contracts/notifications';
import { useEffect } from 'react';
import { api } from '../../../shared/api.ts';
import { followTopic } from '../../../shared/live/browser-live.ts';
import { changedServices } from '../model/changed-services.ts';
import { collaborationKeys } from './collaboration.queries.ts';

const beatMs = 15_000;
/** The page that makes a change refetches it itself. */
const ownWriteMs = 4000;

const stateQuery = (projectId: string) =>
  queryOptions<WorkspaceState | null>({
    queryKey: [...collaborationKeys.all, 'state', projectId],
    queryFn: () => null,
    enabled: false,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** useWorkspaceState returns who is in a workspace and what changed last, as reported by the stream. */
export const useWorkspaceState = (projectId: string): WorkspaceState | null =>
  useQuery(stateQuery(projectId)).data ?? null;

const isState = (value: unknown, projectId: string): value is WorkspaceState =>
  typeof value === 'object' &&
  value !== null &&
  'projectId' in value &&
  value.projectId === projectId &&
  'people' in value &&
  Array.isArray(value.people) &&
  'changes' in value &&
  Array.isArray(value.changes);

const justWrote = (client: QueryClient): boolean =>
  client
    .getMutationCache()
    .getAll()
    .some(({ state }) => state.submittedAt > Date.now() - ownWriteMs);

/** Refetches everything on screen, so that nothing needs to know which feature shows data of which service. */
const rereadShown = (client: QueryClient) =>
  client.invalidateQueries({
    predicate: ({ queryKey }) => queryKey[0] !== collaborationKeys.all[0] || queryKey[1] === 'people',
    refetchType: 'active',
  });

/** Refetches what a page shows after someone else's change: soon, and once for several changes. */
function createRefresh(client: QueryClient, ownId: string) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const reread = () => {
    timer = undefined;
    void rereadShown(client);
  };
  return {
    onState(before: WorkspaceState | null, state: WorkspaceState) {
      const services = changedServices(before, state, { ownId, justWrote: justWrote(client) });
      if (before && before.role !== state.role) void client.invalidateQueries();
      else if (services.length > 0) timer ??= setTimeout(reread, rereadDelayMs(state));
    },
    end: () => clearTimeout(timer),
  };
}

interface Watched {
  projectId: string;
  ownId: string;
  tab: string;
  /** What the page shows, such as `suite:ID`. */
  place: string | null;
  /** The user lost access to the workspace: presence of the page is no longer reported. */
  isClosed: boolean;
  onClosed: () => void;
}

/**
 * useLiveWorkspace reports to others that a page of a workspace is open, and refetches what it shows as others change
 * it.
 */
export function useLiveWorkspace({ projectId, ownId, tab, place, isClosed, onClosed }: Watched): void {
  const client = useQueryClient();
  useEffect(() => {
    if (isClosed) return;
    const beat = () => {
      if (document.visibilityState === 'hidden') return;
      void api.call(collaborationRoutes.recordLastActive, { body: { projectId, tab, place } }).catch(() => undefined);
    };
    beat();
    const timer = setInterval(beat, beatMs);
    document.addEventListener('visibilitychange', beat);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', beat);
    };
  }, [projectId, tab, place, isClosed]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is done about the end is not what is followed
  useEffect(() => {
    const controller = new AbortController();
    const { queryKey } = stateQuery(projectId);
    const refresh = createRefresh(client, ownId);
    followTopic(topicOf.workspace(projectId), {
      signal: controller.signal,
      onEvent({ data }) {
        if (!isState(data, projectId)) return false;
        const before = client.getQueryData(queryKey) ?? null;
        client.setQueryData(queryKey, data);
        refresh.onState(before, data);
        return false;
      },
    }).catch((error: unknown) => {
      // Without the stream the page stays as it is until it is refetched.
      if (error instanceof ApiError && error.status === 404 && !controller.signal.aborted) onClosed();
    });
    const leave = () => {
      const body = { projectId, tab, isLeaving: true };
      void api.call(collaborationRoutes.recordLastActive, { body }).catch(() => undefined);
    };
    return () => {
      controller.abort();
      refresh.end();
      client.removeQueries({ queryKey });
      leave();
    };
  }, [client, projectId, tab, ownId]);
}
