import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '@touchstone/contracts';
import {
  checkRoutes,
  collectionRoutes,
  monitoringReportRoutes,
  monitorRoutes as routes,
} from '@touchstone/contracts/api-monitoring';
import { api } from '../../../shared/api.ts';
import { monitoringKeys } from './keys.ts';

/** Refetches everything that changes with a monitored API: lists, counts and measurements. */
function useRefresh() {
  const client = useQueryClient();
  const { projects, collections, monitors, measured, incidents } = monitoringKeys;
  return () =>
    Promise.all(
      [projects, collections, monitors, measured, incidents].map((queryKey) => client.invalidateQueries({ queryKey })),
    );
}

/** useMonitorMutations creates, updates, starts, stops, checks and deletes monitored APIs. */
export function useMonitorMutations() {
  const onSettled = useRefresh();
  return {
    create: useMutation({
      mutationFn: (body: CallInput<typeof routes.createMonitor>['body']) => api.call(routes.createMonitor, { body }),
      onSettled,
    }),
    update: useMutation({
      mutationFn: (body: CallInput<typeof routes.updateMonitor>['body']) => api.call(routes.updateMonitor, { body }),
      onSettled,
    }),
    setStarted: useMutation({
      mutationFn: ({ monitorId, isStarted }: { monitorId: string; isStarted: boolean }) =>
        api.call(isStarted ? routes.startMonitor : routes.stopMonitor, { params: { id: monitorId } }),
      onSettled,
    }),
    remove: useMutation({
      mutationFn: (id: string) => api.call(routes.deleteMonitor, { params: { id } }),
      onSettled,
    }),
    checkNow: useMutation({
      mutationFn: (monitorId: string) => api.call(monitoringReportRoutes.retryTest, { body: { monitorId } }),
      onSettled,
    }),
    renewHeartbeat: useMutation({
      mutationFn: (id: string) => api.call(routes.renewHeartbeat, { params: { id } }),
    }),
    monitorTests: useMutation({
      mutationFn: ({
        collectionId,
        ...body
      }: { collectionId: string } & CallInput<typeof routes.monitorTests>['body']) =>
        api.call(routes.monitorTests, { params: { id: collectionId }, body }),
      onSettled,
    }),
    tryCheck: useMutation({
      mutationFn: (body: CallInput<typeof checkRoutes.tryCheck>['body']) => api.call(checkRoutes.tryCheck, { body }),
    }),
  };
}

/** useCollectionMutations creates, renames and deletes collections. */
export function useCollectionMutations() {
  const onSettled = useRefresh();
  return {
    create: useMutation({
      mutationFn: (body: CallInput<typeof collectionRoutes.createCollection>['body']) =>
        api.call(collectionRoutes.createCollection, { body }),
      onSettled,
    }),
    update: useMutation({
      mutationFn: (body: CallInput<typeof collectionRoutes.updateCollection>['body']) =>
        api.call(collectionRoutes.updateCollection, { body }),
      onSettled,
    }),
    remove: useMutation({
      mutationFn: (id: string) => api.call(collectionRoutes.deleteCollection, { params: { id } }),
      onSettled,
    }),
  };
}
