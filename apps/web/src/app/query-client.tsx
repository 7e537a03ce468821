import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type Query, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from '@touchstone/contracts';
import { shownErrors } from '../shared/shown-errors.ts';
import { messageOf } from '../shared/toasts.ts';

/** By then a component that shows the error has rendered. */
const drawnWithinMs = 500;

type AnyQuery = Query<unknown, unknown>;

/** Reads that failed with the same message share one toast. */
const failed = new Map<string, Set<AnyQuery>>();

function showError(error: Error, query: AnyQuery): void {
  const id = messageOf(error);
  const queries = (failed.get(id) ?? new Set()).add(query);
  failed.set(id, queries);
  const retry = () => {
    notifications.hide(id);
    for (const each of queries) if (each.getObserversCount() > 0) void each.fetch().catch(() => undefined);
  };
  if (queries.size > 1) return;
  notifications.show({
    id,
    message: (
      <>
        {id}{' '}
        <Button size="compact-xs" variant="default" onClick={retry}>
          Try again
        </Button>
      </>
    ),
    color: 'var(--fail)',
    autoClose: 10_000,
    onClose: () => void failed.delete(id),
    withCloseButton: true,
    closeButtonProps: { 'aria-label': 'Close this message' },
    role: 'alert',
  });
}

/** Refetches a first answer that is invalidated while pending: the library waits for it and would treat it as fresh. */
function readOldAgain(client: QueryClient): void {
  const old = new WeakSet<AnyQuery>();
  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return;
    const { query, action } = event;
    const { data, fetchStatus } = query.state;
    if (action.type === 'invalidate' && data === undefined && fetchStatus === 'fetching') old.add(query);
    else if (action.type === 'success' && old.delete(query))
      queueMicrotask(() => void client.invalidateQueries({ queryKey: query.queryKey, exact: true }));
  });
}

/**
 * A failed query is retried when a page is opened again, but not when another component mounts that uses it: a page
 * that waits for a query before it shows such a component would otherwise unmount it, and repeat the query forever.
 */
const retryOnMount = (query: Pick<AnyQuery, 'getObserversCount'>): boolean => query.getObserversCount() < 2;

/**
 * createQueryClient creates the query cache. A failed read is never silent: if no component shows the error, a toast
 * does, with a retry.
 */
export function createQueryClient(): QueryClient {
  const onError = (error: Error, query: AnyQuery) => {
    // The session dialog covers this one.
    if (error instanceof ApiError && error.status === 401) return;
    setTimeout(() => {
      const isObsolete = query.getObserversCount() === 0 || query.state.error !== error;
      if (!isObsolete && !shownErrors.has(error)) showError(error, query);
    }, drawnWithinMs);
  };
  const client = new QueryClient({
    queryCache: new QueryCache({ onError }),
    defaultOptions: { queries: { staleTime: 30_000, retry: false, retryOnMount } },
  });
  readOldAgain(client);
  return client;
}
