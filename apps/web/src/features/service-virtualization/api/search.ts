import { assetRoutes } from '@touchstone/contracts/service-virtualization';
import { ServerCog, SquarePlus } from 'lucide-react';
import { isAllowed } from '../../../shared/access/access-rule.ts';
import { api } from '../../../shared/api.ts';
import type { Search } from '../../../shared/feature/search.ts';
import { chosenProject } from '../model/chosen-project.ts';
import { virtualizationService } from '../model/service.ts';
import { virtualizationPaths } from '../paths.ts';
import { mockKeys } from './keys.ts';

const most = 8;

/** searchServiceVirtualization searches assets of the last opened project, and offers a new project. */
export const searchServiceVirtualization: Search = async ({ text, access, client }) => {
  const id = chosenProject.get();
  if (text === '') return [];
  // A deleted project has no assets.
  const found = id
    ? await client
        .fetchQuery({
          queryKey: [...mockKeys.assets, 'search', id, text],
          queryFn: ({ signal }) =>
            api.call(
              assetRoutes.listAssets,
              { params: { id }, query: { page: 0, size: most, searchTerm: text } },
              { signal },
            ),
          retry: false,
        })
        .catch(() => undefined)
    : undefined;
  return [
    {
      title: 'Mock assets',
      hits: (found?.content ?? []).map(({ assetId, name, method, path }) => ({
        id: assetId,
        label: name,
        description: `${method} ${path}`,
        icon: ServerCog,
        path: virtualizationPaths.asset(assetId),
      })),
    },
    {
      title: 'Actions',
      hits: isAllowed({ service: virtualizationService, deniedRoles: ['ROLE_SYSTEM'] }, access)
        ? [
            {
              id: 'new-virtualization-project',
              label: 'Create virtualization project',
              icon: SquarePlus,
              path: `${virtualizationPaths.projects}?create=project`,
            },
          ]
        : [],
    },
  ];
};
