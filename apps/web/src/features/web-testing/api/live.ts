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

/** openRecording opens a browser on the server to record a script's steps; resolves with its id. */
export const openRecording = async (body: CallInput<typeof routes.openRecording>['body']): Promise<string> =>
  (await api.call(routes.openRecording, { body })).liveId;

/** closeRecording closes a live browser, also while the page is being left. */
export const closeRecording = (liveId: string): Promise<unknown> =>
  api.raw(routes.closeRecording, { params: { liveId } }, { keepalive: true });

/** readLive yields the events and pictures of a live browser until it is closed or the signal aborts. */
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

/** sendInput replays a user's input in a live browser; calls carry a sequence number, so that none is applied twice. */
export const sendInput = (liveId: string, sequence: number, inputs: LiveInput[]) =>
  api.call(routes.sendLiveInput, { body: { liveId, sequence, inputs } });

/** sendCommand sends a command to a live browser; resolves with the copied text. */
export const sendCommand = async (liveId: string, command: LiveCommand): Promise<string> =>
  (await api.call(routes.sendLiveCommand, { body: { liveId, command } })).text;

/** tryLiveSteps runs steps in the open browser of a recording. */
export const tryLiveSteps = (liveId: string, steps: CallInput<typeof routes.tryLiveSteps>['body']['steps']) =>
  api.call(routes.tryLiveSteps, { body: { liveId, steps } });

/** useKeepSecret saves a text as a secret variable of the project. */
export function useKeepSecret(projectUUID: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ name, value }: { name: string; value: string }) =>
      api.call(routes.createGlobalVariables, { body: { projectUUID, variables: [{ name, value, isSecret: true }] } }),
    onSuccess: () => client.invalidateQueries({ queryKey: variablesQuery(projectUUID).queryKey }),
  });
}

/** controlLive takes control of a live browser, returns it, or pauses its run. */
export const controlLive = (liveId: string, action: CallInput<typeof routes.controlLive>['body']['action']) =>
  api.call(routes.controlLive, { body: { liveId, action } });
