import { webTestingRoutes } from '@touchstone/contracts/web-testing';
import type { EventStreams } from '../../../platform/http/event-stream.ts';
import type { Registrar } from '../../../platform/http/registrar.ts';
import type { LiveBrowsers } from '../app/live/live-browsers.ts';

const calls = webTestingRoutes;

/** addLiveRoutes adds the calls for browsers that users use and watch: those of recordings, and those of runs. */
export function addLiveRoutes(
  registrar: Registrar,
  { liveBrowsers, streams }: { liveBrowsers: LiveBrowsers; streams: EventStreams },
): void {
  registrar.add(calls.openRecording, async ({ caller, body }) => ({ liveId: await liveBrowsers.open(caller, body) }));
  registrar.add(calls.closeRecording, async ({ caller, params }) => {
    await liveBrowsers.perform(caller, params.liveId, { type: 'close' });
    return { message: 'Browser closed' };
  });
  registrar.add(calls.watchLive, async ({ caller, query: { liveId }, request, reply }) =>
    streams.serveBytes(request, reply, await liveBrowsers.watch(caller, liveId)),
  );
  registrar.add(calls.sendLiveInput, async ({ caller, body: { liveId, sequence, inputs } }) => {
    const sent = { from: caller.sessionId, sequence, inputs };
    await liveBrowsers.perform(caller, liveId, { type: 'input', sent });
    return { message: 'Done' };
  });
  registrar.add(calls.sendLiveCommand, async ({ caller, body: { liveId, command } }) => ({
    text: await liveBrowsers.perform(caller, liveId, { type: 'command', command }),
  }));
  registrar.add(calls.tryLiveSteps, async ({ caller, body: { liveId, steps } }) => {
    await liveBrowsers.perform(caller, liveId, { type: 'try', steps });
    return { message: 'Steps are being tried' };
  });
  registrar.add(calls.controlLive, async ({ caller, body: { liveId, action } }) => {
    await liveBrowsers.perform(caller, liveId, { type: 'control', action });
    return { message: 'Done' };
  });
}
