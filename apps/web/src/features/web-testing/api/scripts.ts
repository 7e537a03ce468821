import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '@touchstone/contracts';
import { webTestingRoutes as routes } from '@touchstone/contracts/web-testing';
import { api } from '../../../shared/api.ts';
import type { ChoiceSource } from '../../../shared/choices.ts';
import { webKeys } from './keys.ts';

interface ScriptFilter {
  searchTerm?: string;
  page: number;
  size: number;
}

/** Scripts of a module in order, or of a whole project by name. */
export const scriptsQuery = (
  { projectUUID, moduleUUID }: { projectUUID: string; moduleUUID: string },
  query: ScriptFilter,
) =>
  queryOptions({
    queryKey: [...webKeys.scripts, 'list', projectUUID, moduleUUID, query],
    queryFn: ({ signal }) =>
      moduleUUID
        ? api.call(routes.listScripts, { query: { moduleUUID, ...query } }, { signal })
        : api.call(routes.listProjectScripts, { query: { projectUUID, ...query } }, { signal }),
    placeholderData: keepPreviousData,
  });

/** One script. */
export const scriptQuery = (id: string) =>
  queryOptions({
    queryKey: [...webKeys.scripts, 'one', id],
    queryFn: ({ signal }) => api.call(routes.getScript, { params: { id } }, { signal }),
  });

/** The user's recent scripts of a project, newest first. */
export const recentScriptsQuery = (projectUUID: string) =>
  queryOptions({
    queryKey: [...webKeys.scripts, 'recent', projectUUID],
    queryFn: ({ signal }) => api.call(routes.listRecentScripts, { query: { projectUUID } }, { signal }),
  });

/** Scripts of a project by name, as choices. */
export const scriptChoices = (projectUUID: string): ChoiceSource => ({
  queryKey: [...webKeys.scripts, 'names', projectUUID],
  load: async (query, signal) => {
    const { content, totalElements } = await api.call(
      routes.listProjectScripts,
      { query: { projectUUID, ...query } },
      { signal },
    );
    return {
      total: totalElements,
      choices: content.map(({ uuid, moduleName, testScriptName }) => ({
        value: uuid,
        label: `${moduleName} / ${testScriptName}`,
      })),
    };
  },
});

/** useScriptMutations creates, updates, orders and deletes scripts. */
export function useScriptMutations() {
  const client = useQueryClient();
  const onSuccess = () =>
    Promise.all(
      [webKeys.scripts, webKeys.modules, webKeys.projects].map((queryKey) => client.invalidateQueries({ queryKey })),
    );
  return {
    create: useMutation({
      mutationFn: ({ moduleUUID, ...body }: CallInput<typeof routes.createScript>['body'] & { moduleUUID: string }) =>
        api.call(routes.createScript, { query: { moduleUUID }, body }),
      onSuccess,
    }),
    update: useMutation({
      mutationFn: ({ moduleUUID, ...body }: CallInput<typeof routes.updateScript>['body'] & { moduleUUID: string }) =>
        api.call(routes.updateScript, { query: { moduleUUID }, body }),
      onSuccess,
    }),
    remove: useMutation({
      mutationFn: (body: CallInput<typeof routes.deleteScripts>['body']) => api.call(routes.deleteScripts, { body }),
      onSuccess,
    }),
    place: useMutation({
      mutationFn: (query: { scriptUUID: string; sequenceId: number }) => api.call(routes.sequenceScript, { query }),
      onSuccess,
    }),
    copy: useMutation({
      mutationFn: (scriptUUIDs: string[]) => api.call(routes.copyScripts, { body: { scriptUUIDs } }),
      onSuccess,
    }),
    move: useMutation({
      mutationFn: (body: CallInput<typeof routes.moveScripts>['body']) => api.call(routes.moveScripts, { body }),
      onSuccess,
    }),
  };
}

/** fetchExport downloads a script as a file. */
export const fetchExport = (scriptUUID: string, fileType: CallInput<typeof routes.exportScript>['query']['fileType']) =>
  api.raw(routes.exportScript, { query: { scriptUUID, fileType } });

/** Tags of a project, most used first. */
export const tagsQuery = (projectUUID: string) =>
  queryOptions({
    queryKey: [...webKeys.scripts, 'tags', projectUUID],
    queryFn: ({ signal }) => api.call(routes.suggestTags, { query: { projectUUID, tag: '' } }, { signal }),
  });
