import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { orchestrationRoutes } from '@touchstone/contracts/orchestration';
import { eachPage, readAllPages } from '../../../shared/all-pages.ts';
import { api } from '../../../shared/api.ts';
import type { ChoiceSource } from '../../../shared/choices.ts';
import type { DeletedProjects } from '../../../shared/projects/deleted-projects.ts';
import { type ContainerEntry, isWorkflow } from '../model/entry.ts';

export const orchestrationKeys = {
  all: ['orchestration'] as const,
  entries: ['orchestration', 'entries'] as const,
  recent: ['orchestration', 'recent'] as const,
};

/** The deleted projects of test orchestration. */
export const deletedOrchestrations: DeletedProjects = {
  service: 'orchestration',
  contents: 'workflows, environments, runs and reports',
  refreshes: [orchestrationKeys.all],
};

/** Folders and workflows of a folder; without one, the projects. */
export const entriesQuery = (body: { deepLinkId?: string; searchTerm?: string; page: number; size: number }) =>
  queryOptions({
    queryKey: [...orchestrationKeys.entries, body],
    queryFn: ({ signal }) => api.call(orchestrationRoutes.listEntries, { body }, { signal }),
    placeholderData: keepPreviousData,
  });

/** The user's recently opened items. */
export const recentQuery = (teamId: string | undefined) =>
  queryOptions({
    queryKey: [...orchestrationKeys.recent, { teamId }],
    queryFn: async ({ signal }) =>
      (await api.call(orchestrationRoutes.listRecent, { body: { ...(teamId && { teamId }), size: 6 } }, { signal }))
        .content,
  });

/** A project or folder by its key in addresses. */
export const folderQuery = (deepLinkId: string) =>
  queryOptions({
    queryKey: [...orchestrationKeys.all, 'folder', deepLinkId],
    queryFn: ({ signal }) => api.call(orchestrationRoutes.getFolderInfo, { query: { deepLinkId } }, { signal }),
  });

/** The folder of a workflow. */
export const placeQuery = (workflowId: string) =>
  queryOptions({
    queryKey: [...orchestrationKeys.all, 'place', workflowId],
    queryFn: ({ signal }) => api.call(orchestrationRoutes.getPlace, { query: { workflowId } }, { signal }),
  });

/** FolderNode is a folder in the tree of its project. */
export interface FolderNode {
  folderUuid: string;
  deepLinkId: string;
  name: string;
  /** 0 for the project. */
  depth: number;
  /** Its parent folders, starting with the project. */
  ancestors: readonly string[];
}

/** The direct subfolders of a folder; they are listed before its workflows, which aren't read. */
async function readFolders(deepLinkId: string, signal: AbortSignal): Promise<ContainerEntry[]> {
  const folders: ContainerEntry[] = [];
  const read = (page: { page: number; size: number }) =>
    api.call(orchestrationRoutes.listEntries, { body: { deepLinkId, ...page } }, { signal });
  for await (const entries of eachPage(read)) {
    folders.push(...entries.filter((entry) => !isWorkflow(entry)));
    if (entries.some(isWorkflow)) break;
  }
  return folders;
}

/** All folders of a project, each after its parent. */
export const folderTreeQuery = (project: { folderUuid: string; deepLinkId: string; name: string }) =>
  queryOptions({
    queryKey: [...orchestrationKeys.all, 'tree', project.folderUuid],
    queryFn: async ({ signal }): Promise<FolderNode[]> => {
      const below = async (node: FolderNode): Promise<FolderNode[]> => {
        const folders = await readFolders(node.deepLinkId, signal);
        const branches = await Promise.all(
          folders.map(async ({ folderUuid, deepLinkId, name, folderCount }) => {
            const ancestors = [...node.ancestors, node.folderUuid];
            const child = { folderUuid, deepLinkId, name, depth: node.depth + 1, ancestors };
            return [child, ...(folderCount > 0 ? await below(child) : [])];
          }),
        );
        return branches.flat();
      };
      const root: FolderNode = { ...project, depth: 0, ancestors: [] };
      return [root, ...(await below(root))];
    },
  });

/** Every project that the user may open. */
export const allProjectsQuery = queryOptions({
  queryKey: [...orchestrationKeys.all, 'projects'],
  queryFn: async ({ signal }) => {
    const entries = await readAllPages((page) => api.call(orchestrationRoutes.listEntries, { body: page }, { signal }));
    return entries.filter((entry) => !isWorkflow(entry));
  },
});

/** The projects that the user may open, as choices by key. */
export const projectChoices: ChoiceSource = {
  queryKey: [...orchestrationKeys.all, 'project-names'],
  load: async ({ searchTerm, ...page }, signal) => {
    const body = { ...page, ...(searchTerm && { searchTerm }) };
    const { content, totalElements } = await api.call(orchestrationRoutes.listEntries, { body }, { signal });
    const projects = content.filter((entry) => !isWorkflow(entry));
    return {
      choices: projects.map(({ deepLinkId, name }) => ({ value: deepLinkId, label: name })),
      total: totalElements,
    };
  },
};
