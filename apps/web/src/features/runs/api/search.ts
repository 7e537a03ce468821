import { runTitle } from '@touchstone/contracts/runs';
import { ListChecks } from 'lucide-react';
import type { Search } from '../../../shared/feature/search.ts';
import { runsQuery } from './runs.queries.ts';

const shownRuns = 5;

/** searchRuns searches runs of every kind by name, number, label or commit, in the user's current project. */
export const searchRuns: Search = async ({ text, project, client }) => {
  if (!text || !project) return [];
  const { content } = await client.fetchQuery(
    runsQuery({ projectId: project, searchTerm: text, page: 0, size: shownRuns }),
  );
  return [
    {
      title: 'Runs',
      isLast: true,
      hits: content.map(({ runId, name, number, kindTitle, executionStatus, link }) => ({
        id: runId,
        label: runTitle({ name, number }),
        description: `${kindTitle} · ${executionStatus}`,
        icon: ListChecks,
        path: link,
      })),
    },
  ];
};
