import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type Query, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from '@touchstone/contracts';
import { shownErrors } from '../shared/shown-errors.ts';
import { messageOf } from '../shared/toasts.ts';

/** Until then a place that shows the error has been drawn. */
const drawnWithinMs = 500;

type AnyQuery = Query<unknown, unknown>;

/** Reads that failed with the same sentence share one message. */
const failed = new Map<string, Set<AnyQuery>>();

function tell(error: Error, query: AnyQuery): void {
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

/** A first answer that is told to be old while it is awaited is asked for again: the library waits for it, and would take it for new. */
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
 * createQueryClient makes the cache of what was read. A read that fails is never silent: where no place of the page shows why, a message
 * does, with a way to try again.
 */
export function createQueryClient(): QueryClient {
  const onError = (error: Error, query: AnyQuery) => {
    // The dialog of the session speaks of this one.
    if (error instanceof ApiError && error.status === 401) return;
    setTimeout(() => {
      const isGone = query.getObserversCount() === 0 || query.state.error !== error;
      if (!isGone && !shownErrors.has(error)) tell(error, query);
    }, drawnWithinMs);
  };
  const client = new QueryClient({
    queryCache: new QueryCache({ onError }),
    defaultOptions: { queries: { staleTime: 30_000, retry: false, refetchOnWindowFocus: true } },
  });
  readOldAgain(client);
  return client;
}
