import { queryOptions } from '@tanstack/react-query';
import { identityRoutes } from '@touchstone/contracts/identity';
import { api } from '../../../shared/api.ts';

export const fetchActiveSession = (login: string) => api.call(identityRoutes.getActiveSession, { query: { login } });
export const sessionsQuery = queryOptions({
  queryKey: ['identity', 'sessions'],
  queryFn: ({ signal }) => api.call(identityRoutes.getActiveSession, { query: {} }, { signal }),
});
export const deleteCurrentSession = () => api.call(identityRoutes.deleteCurrentSession, {});
export const deleteOldSession = () => api.call(identityRoutes.deleteOldSession, {});
export const deleteSession = (sessionId: string) => api.call(identityRoutes.deleteSession, { query: { sessionId } });
