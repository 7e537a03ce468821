import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '@touchstone/contracts';
import { webTestingRoutes as routes } from '@touchstone/contracts/web-testing';
import { api } from '../../../shared/api.ts';
import { webKeys } from './keys.ts';

/** Steps of a script with its revision. */
export const stepsQuery = (scriptUUID: string) =>
  queryOptions({
    queryKey: [...webKeys.steps, scriptUUID],
    queryFn: ({ signal }) => api.call(routes.getSteps, { query: { scriptUUID } }, { signal }),
  });

/** useSaveSteps saves all steps of a script. */
export function useSaveSteps() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: CallInput<typeof routes.saveSteps>['body']) => api.call(routes.saveSteps, { body }),
    onSuccess: (saved) => {
      client.setQueryData(stepsQuery(saved.scriptUUID).queryKey, saved);
      return client.invalidateQueries({ queryKey: webKeys.scripts });
    },
  });
}

/** importSteps parses a script from text; a preview changes nothing. */
export const importSteps = (body: CallInput<typeof routes.importScript>['body']) =>
  api.call(routes.importScript, { body });

/** textToSteps converts plain sentences to steps. */
export const textToSteps = (text: string) => api.call(routes.textToCode, { body: { text } });
