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

/** A page of the user's own history. */
export const sendsQuery = (input: SendListInput) =>
  queryOptions({
    queryKey: [...playgroundKeys.sends, 'list', input],
    queryFn: ({ signal }) => api.call(apiTestingRoutes.listPlaygroundSends, { query: input }, { signal }),
    placeholderData: keepPreviousData,
  });

/** A send with its request and response. */
export const sendQuery = (sendId: string) =>
  queryOptions({
    queryKey: [...playgroundKeys.sends, 'one', sendId],
    queryFn: ({ signal }) => api.call(apiTestingRoutes.getPlaygroundSend, { query: { sendId } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The tabs as the user left them; refetched each time the playground opens. */
export const playgroundTabsQuery = () =>
  queryOptions({
    queryKey: playgroundKeys.tabs,
    queryFn: async ({ signal }) => (await api.call(apiTestingRoutes.listPlaygroundTabs, {}, { signal })).tabs,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

/** An example request to start the playground with. */
export async function loadExample(projectId: string | undefined) {
  const query = { isPlayground: 'true' as const, ...(projectId ? { projectId } : {}) };
  return (await api.call(apiTestingRoutes.useExample, { query })).requests[0];
}
