import { webTestingRoutes } from '@touchstone/contracts/web-testing';
import { FileCode2, SquarePlus } from 'lucide-react';
import { isAllowed } from '../../../shared/access/access-rule.ts';
import { api } from '../../../shared/api.ts';
import type { Search } from '../../../shared/feature/search.ts';
import { chosenProject } from '../model/chosen-project.ts';
import { webTestingService } from '../model/service.ts';
import { webTestingPaths } from '../paths.ts';
import { webKeys } from './keys.ts';

const most = 8;

/** searchWebTesting searches scripts of the last opened project, and offers a new project. */
export const searchWebTesting: Search = async ({ text, access, client }) => {
  const projectUUID = chosenProject.get();
  if (text === '') return [];
  // A deleted project has no scripts.
  const found = projectUUID
    ? await client
        .fetchQuery({
          queryKey: [...webKeys.scripts, 'search', projectUUID, text],
          queryFn: ({ signal }) =>
            api.call(
              webTestingRoutes.listProjectScripts,
              { query: { projectUUID, page: 0, size: most, searchTerm: text } },
              { signal },
            ),
          retry: false,
        })
        .catch(() => undefined)
    : undefined;
  return [
    {
      title: 'Web scripts',
      hits: (found?.content ?? []).map(({ uuid, testScriptName, moduleName }) => ({
        id: uuid,
        label: testScriptName,
        description: moduleName,
        icon: FileCode2,
        path: webTestingPaths.steps(uuid),
      })),
    },
    {
      title: 'Actions',
      hits: isAllowed({ service: webTestingService, deniedRoles: ['ROLE_SYSTEM'] }, access)
        ? [
            {
              id: 'new-web-project',
              label: 'Create web testing project',
              icon: SquarePlus,
              path: `${webTestingPaths.projects}?create=project`,
            },
          ]
        : [],
    },
  ];
};
