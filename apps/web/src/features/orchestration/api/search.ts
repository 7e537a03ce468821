import { FolderKanban, SquarePlus } from 'lucide-react';
import { isAllowed } from '../../../shared/access/access-rule.ts';
import type { Search } from '../../../shared/feature/search.ts';
import { isWorkflow } from '../model/entry.ts';
import { orchestrationService } from '../model/service.ts';
import { orchestrationPaths } from '../paths.ts';
import { entriesQuery } from './orchestration.queries.ts';

const most = 8;

/**
 * searchOrchestration searches projects of test orchestration by name, and offers a new project and workflow to users
 * who may create them.
 */
export const searchOrchestration: Search = async ({ text, access, client }) => {
  if (text === '') return [];
  const { content } = await client.fetchQuery(entriesQuery({ page: 0, size: most, searchTerm: text }));
  const mayCreate = isAllowed({ service: orchestrationService }, access);
  return [
    {
      title: 'Orchestration projects',
      hits: content
        .filter((entry) => !isWorkflow(entry))
        .map(({ folderUuid, deepLinkId, name }) => ({
          id: folderUuid,
          label: name,
          description: deepLinkId,
          icon: FolderKanban,
          path: orchestrationPaths.folder(deepLinkId),
        })),
    },
    {
      title: 'Actions',
      hits: mayCreate
        ? [
            {
              id: 'new-orchestration-project',
              label: 'Create orchestration project',
              icon: SquarePlus,
              path: orchestrationPaths.newProject,
            },
            {
              id: 'new-orchestration-workflow',
              label: 'Create orchestration workflow',
              icon: SquarePlus,
              path: orchestrationPaths.newWorkflow,
            },
          ]
        : [],
    },
  ];
};
