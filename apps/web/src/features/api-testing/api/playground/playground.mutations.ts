import { useMutation, useQueryClient } from '@tanstack/react-query';
import { apiTestingRoutes, type ScriptInput, type StepDetail } from '@touchstone/contracts/api-testing';
import { api } from '../../../../shared/api.ts';
import { newProject, newSuite, type SendRequest, type SuitePlace } from '../scripts.mutations.ts';
import { scriptKeys } from '../scripts.queries.ts';
import { sendLive } from '../sends/live-send.ts';
import { suiteKeys } from '../suites.queries.ts';
import { playgroundKeys } from './playground.queries.ts';

/** sendPlayground sends a playground request and records it in the history. */
export const sendPlayground: SendRequest = async ({ body: { script, projectId, environmentId }, ...live }) => {
  const { scriptId: _id, folder: _folder, ...request } = script;
  const place = { ...(projectId ? { projectId } : {}), ...(environmentId ? { environmentId } : {}) };
  const input = { body: { ...place, request } };
  return (await sendLive<{ detail: StepDetail }>(apiTestingRoutes.sendPlayground, input, live)).detail;
};

/** keepTab stores a tab as it is; `isLast` while the page is being left. */
export async function keepTab(tabId: string, draft: ScriptInput, isLast = false): Promise<void> {
  const body = { draft: draft as unknown as Record<string, never> };
  await api.raw(apiTestingRoutes.savePlaygroundTab, { params: { tabId }, body }, { keepalive: isLast });
}

/** closeTabs deletes stored tabs. */
export const closeTabs = (tabIds: string[]) => api.call(apiTestingRoutes.deletePlaygroundTabs, { query: { tabIds } });

const stoppedAfterMs = [300, 2000];

/**
 * useHistoryRefresh refetches the history after a send. The server notices a stopped send a moment later than the page.
 */
export function useHistoryRefresh() {
  const client = useQueryClient();
  const refresh = () => void client.invalidateQueries({ queryKey: playgroundKeys.sends });
  return {
    onSent: refresh,
    onStopped: () => {
      for (const waitMs of stoppedAfterMs) setTimeout(refresh, waitMs);
    },
  };
}

/** useSendMutations deletes sends of the history and imports them into a suite. */
export function useSendMutations() {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: playgroundKeys.sends });
  return {
    remove: useMutation({
      mutationFn: (sendIds: string[] | 'all') =>
        api.call(apiTestingRoutes.deletePlaygroundSends, { query: sendIds === 'all' ? { all: 'true' } : { sendIds } }),
      onSuccess: refresh,
    }),
    importInto: useMutation({
      mutationFn: async ({ sendIds, place }: { sendIds: string[]; place: SuitePlace }) => {
        const projectId = 'projectId' in place ? place.projectId : await newProject(place.newProjectName);
        const suiteId = 'suiteId' in place ? place.suiteId : await newSuite(projectId, place.newSuiteName);
        const { importId } = await api.call(apiTestingRoutes.importPlayground, { query: { projectId, sendIds } });
        const { imported } = await api.call(apiTestingRoutes.importSelectedApis, {
          body: { projectId, importId, suiteId },
        });
        return { imported, projectId, suiteId };
      },
      onSettled: () =>
        Promise.all([
          client.invalidateQueries({ queryKey: scriptKeys.all }),
          client.invalidateQueries({ queryKey: suiteKeys.all }),
        ]),
    }),
  };
}
