import { FolderKanban, Import, Layers } from 'lucide-react';
import { isAllowed } from '../../../shared/access/access-rule.ts';
import type { Search } from '../../../shared/feature/search.ts';
import { preferences } from '../../../shared/preferences.ts';
import { apiTestingPaths } from '../paths.ts';
import { projectQuery, projectsQuery } from './projects.queries.ts';
import { suitesQuery } from './suites.queries.ts';

const shownSuites = 8;

/** searchApiTesting finds suites of the project and projects by name, and offers the import to those who may write in the project. */
export const searchApiTesting: Search = async ({ text, project: wanted, access, client }) => {
  const projects = (await client.fetchQuery(projectsQuery())).content;
  const listed = projects.find(({ projectId }) => projectId === wanted);
  // One that is gone leaves the first of the list.
  const single = wanted && !listed ? await client.fetchQuery(projectQuery(wanted)).catch(() => undefined) : undefined;
  const project = listed ?? single ?? projects[0];
  const listing = { projectId: project?.projectId ?? '', searchTerm: text, page: 0, size: shownSuites };
  const suites = project ? (await client.fetchQuery(suitesQuery(listing))).content : [];
  const mayWrite = project && project.role !== 'VIEWER' && isAllowed({ service: 'API Testing' }, access);
  return [
    {
      title: 'Suites',
      hits: suites.map(({ suiteId, suiteName, suiteDescription, projectId }) => ({
        id: suiteId,
        label: suiteName,
        description: suiteDescription || undefined,
        icon: Layers,
        path: apiTestingPaths.suite(suiteId, projectId),
      })),
    },
    {
      title: 'Actions',
      hits: mayWrite
        ? [{ id: 'import', label: 'Import requests', icon: Import, path: apiTestingPaths.import(project.projectId) }]
        : [],
    },
    {
      title: 'Projects',
      isLast: true,
      hits: projects
        .filter(({ projectId }) => projectId !== project?.projectId)
        .map(({ projectId, projectName }) => ({
          id: projectId,
          label: projectName,
          icon: FolderKanban,
          path: `?project=${projectId}`,
          onPick: () => preferences.set({ projectId }),
        })),
    },
  ];
};
