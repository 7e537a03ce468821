import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { CallInput } from '@touchstone/contracts';
import { collectionRoutes, monitoringReportRoutes, monitorRoutes } from '@touchstone/contracts/api-monitoring';
import { readAllPages } from '../../../shared/all-pages.ts';
import { api } from '../../../shared/api.ts';
import type { ChoiceSource } from '../../../shared/choices.ts';
import { monitoringKeys, pollMs } from './keys.ts';

/** A page of the monitored APIs of a project; polled while shown. */
export const monitorsQuery = (id: string, query: CallInput<typeof monitorRoutes.listMonitors>['query']) =>
  queryOptions({
    queryKey: [...monitoringKeys.monitors, 'list', id, query],
    queryFn: ({ signal }) => api.call(monitorRoutes.listMonitors, { params: { id }, query }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: pollMs,
  });

/** One monitored API. */
export const monitorQuery = (id: string) =>
  queryOptions({
    queryKey: [...monitoringKeys.monitors, 'one', id],
    queryFn: ({ signal }) => api.call(monitorRoutes.getMonitor, { params: { id } }, { signal }),
    refetchInterval: pollMs,
  });

/** Every collection of a project with its counts. */
export const collectionsQuery = (id: string) =>
  queryOptions({
    queryKey: [...monitoringKeys.collections, id],
    queryFn: ({ signal }) =>
      readAllPages((page) => api.call(collectionRoutes.listCollections, { params: { id }, query: page }, { signal })),
    refetchInterval: pollMs * 2,
  });

/** Current status of a project's monitored APIs. */
export const statusQuery = (projectId: string) =>
  queryOptions({
    queryKey: [...monitoringKeys.measured, 'status', projectId],
    queryFn: ({ signal }) => api.call(monitoringReportRoutes.getTestStatus, { query: { projectId } }, { signal }),
    refetchInterval: pollMs,
  });

/** Regions with available runners. */
export const regionsQuery = queryOptions({
  queryKey: [...monitoringKeys.all, 'regions'],
  queryFn: async ({ signal }) => (await api.call(monitorRoutes.listRegions, {}, { signal })).regions,
});

/** The monitored APIs of a project, as choices. */
export const monitorChoices = (id: string): ChoiceSource => ({
  queryKey: [...monitoringKeys.monitors, 'choices', id],
  load: async ({ searchTerm, ...page }, signal) => {
    const query = { ...page, ...(searchTerm && { searchTerm }) };
    const { content, totalElements } = await api.call(
      monitorRoutes.listMonitors,
      { params: { id }, query },
      { signal },
    );
    return { choices: content.map(({ monitorId, name }) => ({ value: monitorId, label: name })), total: totalElements };
  },
});

/** Names of a project's monitored APIs by id; deleted ones are left out. */
export const monitorNamesQuery = (id: string, monitorIds: readonly string[]) =>
  queryOptions({
    queryKey: [...monitoringKeys.monitors, 'names', id, monitorIds],
    queryFn: async ({ signal }) => {
      const query = { monitorIds: monitorIds.join(',') };
      const found = await readAllPages((page) =>
        api.call(monitorRoutes.listMonitors, { params: { id }, query: { ...query, ...page } }, { signal }),
      );
      return new Map(found.map(({ monitorId, name }) => [monitorId, name]));
    },
  });
