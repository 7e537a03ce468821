import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { api } from '../../../../shared/api.ts';

export const playgroundKeys = {
  sends: ['api-testing', 'playground', 'sends'] as const,
  tabs: ['api-testing', 'playground', 'tabs'] as const,
};

export interface SendListInput {
  searchTerm?: string | undefined;
  page: number;
  size: number;
}

/** A page of the own history. */
export const sendsQuery = (input: SendListInput) =>
  queryOptions({
    queryKey: [...playgroundKeys.sends, 'list', input],
    queryFn: ({ signal }) => api.call(apiTestingRoutes.listPlaygroundSends, { query: input }, { signal }),
    placeholderData: keepPreviousData,
  });

/** One send with its request and response. */
export const sendQuery = (sendId: string) =>
  queryOptions({
    queryKey: [...playgroundKeys.sends, 'one', sendId],
    queryFn: ({ signal }) => api.call(apiTestingRoutes.getPlaygroundSend, { query: { sendId } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The tabs as they were left; read anew each time that the playground opens. */
export const playgroundTabsQuery = () =>
  queryOptions({
    queryKey: playgroundKeys.tabs,
    queryFn: async ({ signal }) => (await api.call(apiTestingRoutes.listPlaygroundTabs, {}, { signal })).tabs,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

/** The request that a playground may start with. */
export async function loadExample(projectId: string | undefined) {
  const query = { isPlayground: 'true' as const, ...(projectId ? { projectId } : {}) };
  return (await api.call(apiTestingRoutes.useExample, { query })).requests[0];
}
