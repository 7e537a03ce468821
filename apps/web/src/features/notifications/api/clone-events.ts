import { routes } from '@touchstone/contracts';
import { api } from '../../../shared/api.ts';

/** openCloneEvents opens the stream of a copy after the last event seen. */
export const openCloneEvents = (uniqueIdentifier: string, lastEventId: string | undefined, signal: AbortSignal) =>
  api.raw(
    routes.notifications.subscribeNotificationClone,
    { query: { uniqueIdentifier } },
    { signal, headers: { Accept: 'text/event-stream', ...(lastEventId ? { 'Last-Event-ID': lastEventId } : {}) } },
  );
export type OpenCloneEvents = typeof openCloneEvents;
