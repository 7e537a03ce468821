import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '@touchstone/contracts';
import { assetRoutes as routes, tryRoutes } from '@touchstone/contracts/service-virtualization';
import { api } from '../../../shared/api.ts';
import { mockKeys } from './keys.ts';

/** A page of the assets of a project. */
export const assetsQuery = (id: string, query: CallInput<typeof routes.listAssets>['query']) =>
  queryOptions({
    queryKey: [...mockKeys.assets, 'list', id, query],
    queryFn: ({ signal }) => api.call(routes.listAssets, { params: { id }, query }, { signal }),
    placeholderData: keepPreviousData,
  });

/** Tags of a project's assets. */
export const tagsQuery = (id: string) =>
  queryOptions({
    queryKey: [...mockKeys.tags, id],
    queryFn: async ({ signal }) => (await api.call(routes.listAssetTags, { params: { id } }, { signal })).tags,
  });

/** An asset with its problems and warnings. */
export const assetQuery = (id: string) =>
  queryOptions({
    queryKey: [...mockKeys.assets, 'one', id],
    queryFn: ({ signal }) => api.call(routes.getAsset, { params: { id } }, { signal }),
  });

/** Problems of an asset being edited. */
export const checkQuery = (body: CallInput<typeof routes.checkAsset>['body']) =>
  queryOptions({
    queryKey: [...mockKeys.assets, 'check', body],
    queryFn: ({ signal }) => api.call(routes.checkAsset, { body }, { signal }),
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  });

/** A page of the versions of an asset, newest first. */
export const versionsQuery = (id: string, page: { page: number; size: number }) =>
  queryOptions({
    queryKey: [...mockKeys.assets, 'versions', id, page],
    queryFn: ({ signal }) => api.call(routes.listAssetVersions, { params: { id }, query: page }, { signal }),
    placeholderData: keepPreviousData,
  });

/** A version of an asset; immutable. */
export const versionQuery = (id: string, revision: number) =>
  queryOptions({
    queryKey: [...mockKeys.assets, 'version', id, revision],
    queryFn: ({ signal }) => api.call(routes.getAssetVersion, { params: { id, revision } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

type Many = CallInput<typeof routes.deleteAssets>['body'];

/** useAssetMutations creates, saves, switches, moves, copies, deletes and restores assets. */
export function useAssetMutations() {
  const client = useQueryClient();
  const onSettled = () =>
    Promise.all(
      [mockKeys.assets, mockKeys.suites, mockKeys.mock, mockKeys.tags, mockKeys.projects].map((queryKey) =>
        client.invalidateQueries({ queryKey }),
      ),
    );
  return {
    create: useMutation({
      mutationFn: (body: CallInput<typeof routes.createAsset>['body']) => api.call(routes.createAsset, { body }),
      onSettled,
    }),
    update: useMutation({
      mutationFn: (body: CallInput<typeof routes.updateAsset>['body']) => api.call(routes.updateAsset, { body }),
      onSettled,
    }),
    toggle: useMutation({
      mutationFn: ({ assetId, isEnabled }: { assetId: string; isEnabled: boolean }) =>
        api.call(routes.toggleAsset, { params: { id: assetId }, body: { isEnabled } }),
      onSettled,
    }),
    toggleMany: useMutation({
      mutationFn: (body: Many & { isEnabled: boolean }) => api.call(routes.toggleAssets, { body }),
      onSettled,
    }),
    moveMany: useMutation({
      mutationFn: (body: Many & { suiteId: string }) => api.call(routes.moveAssets, { body }),
      onSettled,
    }),
    cloneMany: useMutation({
      mutationFn: (body: Many) => api.call(routes.cloneAssets, { body }),
      onSettled,
    }),
    removeMany: useMutation({
      mutationFn: (body: Many) => api.call(routes.deleteAssets, { body }),
      onSettled,
    }),
    restore: useMutation({
      mutationFn: ({ assetId, revision }: { assetId: string; revision: number }) =>
        api.call(routes.restoreAssetVersion, { params: { id: assetId, revision }, body: {} }),
      onSettled,
    }),
  };
}

/** useTryMock asks a mock how it would respond, without changing it. */
export const useTryMock = (id: string) =>
  useMutation({
    mutationFn: (body: CallInput<typeof tryRoutes.tryMock>['body']) =>
      api.call(tryRoutes.tryMock, { params: { id }, body }),
  });
