import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '@touchstone/contracts';
import {
  type LiveCommand,
  type LiveInput,
  type LiveMessage,
  LiveReader,
  webTestingRoutes as routes,
} from '@touchstone/contracts/web-testing';
import { api } from '../../../shared/api.ts';
import { variablesQuery } from '../../api-testing/index.ts';

/** openRecording opens a browser on the server to record steps of a script in it. */
export const openRecording = async (body: CallInput<typeof routes.openRecording>['body']): Promise<string> =>
  (await api.call(routes.openRecording, { body })).liveId;

/** closeRecording closes it, also while the page is being left. */
export const closeRecording = (liveId: string): Promise<unknown> =>
  api.raw(routes.closeRecording, { params: { liveId } }, { keepalive: true });

/** readLive gives what a live browser tells and shows, until it is closed or the signal ends it. */
export async function* readLive(liveId: string, signal: AbortSignal): AsyncGenerator<LiveMessage> {
  const answer = await api.raw(routes.watchLive, { query: { liveId } }, { signal });
  const pieces = answer.body?.getReader();
  if (!pieces) return;
  const reader = new LiveReader();
  try {
    for (let next = await pieces.read(); !next.done; next = await pieces.read()) yield* reader.read(next.value);
  } finally {
    await pieces.cancel().catch(() => undefined);
  }
}

/** sendInput does at a live browser what a person did; calls are counted, so that none is done twice. */
export const sendInput = (liveId: string, sequence: number, inputs: LiveInput[]) =>
  api.call(routes.sendLiveInput, { body: { liveId, sequence, inputs } });

/** sendCommand asks something of a live browser; gives what was copied. */
export const sendCommand = async (liveId: string, command: LiveCommand): Promise<string> =>
  (await api.call(routes.sendLiveCommand, { body: { liveId, command } })).text;

/** tryLiveSteps runs steps in the open browser of a recording. */
export const tryLiveSteps = (liveId: string, steps: CallInput<typeof routes.tryLiveSteps>['body']['steps']) =>
  api.call(routes.tryLiveSteps, { body: { liveId, steps } });

/** useKeepSecret keeps a text as a secret variable of the whole project. */
export function useKeepSecret(projectUUID: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ name, value }: { name: string; value: string }) =>
      api.call(routes.createGlobalVariables, { body: { projectUUID, variables: [{ name, value, isSecret: true }] } }),
    onSuccess: () => client.invalidateQueries({ queryKey: variablesQuery(projectUUID).queryKey }),
  });
}

/** controlLive takes a live browser over, hands it back, or lets its run wait. */
export const controlLive = (liveId: string, action: CallInput<typeof routes.controlLive>['body']['action']) =>
  api.call(routes.controlLive, { body: { liveId, action } });
