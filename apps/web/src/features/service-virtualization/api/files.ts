import { queryOptions } from '@tanstack/react-query';
import { mockFileRoutes as routes } from '@touchstone/contracts/service-virtualization';
import { readAllPages } from '../../../shared/all-pages.ts';
import { api } from '../../../shared/api.ts';
import { mockKeys } from './keys.ts';

/** Names of all files of a project. */
export const fileNamesQuery = (id: string) =>
  queryOptions({
    queryKey: [...mockKeys.files, 'names', id],
    queryFn: async ({ signal }) =>
      (await readAllPages((page) => api.call(routes.listMockFiles, { params: { id }, query: page }, { signal }))).map(
        ({ fileName }) => fileName,
      ),
  });
