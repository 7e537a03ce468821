import { monitorRoutes } from '@touchstone/contracts/api-monitoring';
import { SquareActivity, SquarePlus } from 'lucide-react';
import { isAllowed } from '../../../shared/access/access-rule.ts';
import { api } from '../../../shared/api.ts';
import type { Search } from '../../../shared/feature/search.ts';
import { chosenProject } from '../model/chosen-project.ts';
import { kindLooks } from '../model/kinds.ts';
import { monitoringService } from '../model/service.ts';
import { statusLooks } from '../model/status-look.ts';
import { apiMonitoringPaths } from '../paths.ts';
import { monitoringKeys } from './keys.ts';

const most = 8;

/** searchApiMonitoring searches monitored APIs of the last opened project, and offers a new project. */
export const searchApiMonitoring: Search = async ({ text, access, client }) => {
  const id = chosenProject.get();
  if (text === '') return [];
  // A deleted project has no monitored APIs.
  const found = id
    ? await client
        .fetchQuery({
          queryKey: [...monitoringKeys.monitors, 'search', id, text],
          queryFn: ({ signal }) =>
            api.call(
              monitorRoutes.listMonitors,
              { params: { id }, query: { page: 0, size: most, searchTerm: text } },
              { signal },
            ),
          retry: false,
        })
        .catch(() => undefined)
    : undefined;
  return [
    {
      title: 'Monitored APIs',
      hits: (found?.content ?? []).map(({ monitorId, name, kind, status }) => ({
        id: monitorId,
        label: name,
        description: `${kindLooks[kind].label} · ${statusLooks[status].word}`,
        icon: SquareActivity,
        path: apiMonitoringPaths.details(monitorId),
      })),
    },
    {
      title: 'Actions',
      hits: isAllowed({ service: monitoringService, deniedRoles: ['ROLE_SYSTEM'] }, access)
        ? [
            {
              id: 'new-monitoring-project',
              label: 'Create monitoring project',
              icon: SquarePlus,
              path: `${apiMonitoringPaths.projects}?create=project`,
            },
          ]
        : [],
    },
  ];
};
