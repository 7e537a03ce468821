import { queryOptions } from '@tanstack/react-query';
import { routes } from '@touchstone/contracts';
import { api } from '../../../shared/api.ts';

const { identity } = routes;

export const fetchActiveSession = (login: string) => api.call(identity.getActiveSession, { query: { login } });
export const sessionsQuery = queryOptions({
  queryKey: ['identity', 'sessions'],
  queryFn: ({ signal }) => api.call(identity.getActiveSession, { query: {} }, { signal }),
});
export const deleteCurrentSession = () => api.call(identity.deleteCurrentSession, {});
export const deleteOldSession = () => api.call(identity.deleteOldSession, {});
export const deleteSession = (sessionId: string) => api.call(identity.deleteSession, { query: { sessionId } });
