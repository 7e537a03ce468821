import { apiTestingRoutes, type FoundThing } from '@touchstone/contracts/api-testing';
import { FileCode2, FolderKanban, Import, Layers, SlidersHorizontal } from 'lucide-react';
import { isAllowed } from '../../../../shared/access/access-rule.ts';
import { api } from '../../../../shared/api.ts';
import type { Search, SearchGroup, SearchHit } from '../../../../shared/feature/search.ts';
import { preferences } from '../../../../shared/preferences.ts';
import { apiTestingPaths } from '../../paths.ts';
import { projectQuery, projectsQuery } from '../projects.queries.ts';
import { suitesQuery } from '../suites.queries.ts';

const offeredSuites = 8;

const kinds: Record<FoundThing['kind'], { title: string; hit: (thing: FoundThing) => SearchHit }> = {
  suite: {
    title: 'Suites',
    hit: ({ id, name, projectId, projectName }) => ({
      id,
      label: name,
      description: projectName,
      icon: Layers,
      path: apiTestingPaths.suite(id, projectId),
    }),
  },
  script: {
    title: 'Scripts',
    hit: ({ id, name, projectId, projectName, suiteId, suiteName }) => ({
      id,
      label: name,
      description: `${suiteName} · ${projectName}`,
      icon: FileCode2,
      path: apiTestingPaths.suite(suiteId ?? '', projectId, id),
    }),
  },
  environment: {
    title: 'Environments',
    hit: ({ id, name, projectId, projectName }) => ({
      id,
      label: name,
      description: projectName,
      icon: SlidersHorizontal,
      path: apiTestingPaths.environments(projectId, id),
    }),
  },
};

async function findThings(text: string, projectId: string | undefined): Promise<SearchGroup[]> {
  const { content } = await api.call(apiTestingRoutes.findThings, {
    query: { text, ...(projectId ? { projectId } : {}) },
  });
  return Object.entries(kinds).map(([kind, { title, hit }]) => ({
    title,
    hits: content.filter((thing) => thing.kind === kind).map(hit),
  }));
}

/**
 * searchApiTesting searches suites, scripts, environments and projects by name, and offers the import to users who may
 * write in the project.
 */
export const searchApiTesting: Search = async ({ text, project: wanted, access, client }) => {
  const projects = (await client.fetchQuery(projectsQuery())).content;
  const listed = projects.find(({ projectId }) => projectId === wanted);
  // A deleted project falls back to the first of the list.
  const single = wanted && !listed ? await client.fetchQuery(projectQuery(wanted)).catch(() => undefined) : undefined;
  const project = listed ?? single ?? projects[0];
  const offered = async (): Promise<SearchGroup[]> => {
    if (!project) return [];
    const listing = { projectId: project.projectId, searchTerm: '', page: 0, size: offeredSuites };
    const { content } = await client.fetchQuery(suitesQuery(listing));
    const { projectId, projectName } = project;
    const suites = content.map(({ suiteId: id, suiteName: name }) =>
      kinds.suite.hit({ kind: 'suite', id, name, projectId, projectName, suiteId: null, suiteName: null }),
    );
    return [{ title: kinds.suite.title, hits: suites }];
  };
  const found = text ? await findThings(text, project?.projectId) : await offered();
  const mayWrite = project && project.role !== 'VIEWER' && isAllowed({ service: 'API Testing' }, access);
  return [
    ...found,
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
