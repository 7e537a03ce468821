import { routes } from '@touchstone/contracts';
import { type EventStreams, lastSeenEvent, type StreamEvent } from '../../../platform/http/event-stream.ts';
import type { Registrar } from '../../../platform/http/registrar.ts';
import type { Runs } from '../../runs/index.ts';
import type { Clones } from '../app/clone-progress.ts';
import type { Unread } from '../app/unread.ts';

const calls = routes.notifications;

export function addStreamRoutes(
  registrar: Registrar,
  needs: { streams: EventStreams; runs: Pick<Runs, 'open' | 'readEvents'>; clones: Clones; unread: Unread },
): void {
  const { streams, runs, clones, unread } = needs;
  registrar.add(calls.subscribeNotification, async ({ caller, query, request, reply }) => {
    const run = await runs.open(caller, query.runId);
    const after = lastSeenEvent(request, query);
    await streams.serve(request, reply, async function* (signal): AsyncGenerator<StreamEvent> {
      for await (const event of runs.readEvents(run.runId, after, signal))
        yield { id: event.seq, event: event.type, data: event };
    });
    return reply;
  });
  registrar.add(calls.subscribeNotificationClone, async ({ caller, query, request, reply }) => {
    const after = lastSeenEvent(request, query);
    await streams.serve(request, reply, async function* (signal): AsyncGenerator<StreamEvent> {
      for await (const { seq, ...data } of clones.follow(caller, query.uniqueIdentifier, { after, signal }))
        yield { id: seq, event: 'status', data };
    });
    return reply;
  });
  registrar.add(calls.followNotifications, async ({ caller, request, reply }) => {
    await streams.serve(request, reply, async function* (signal): AsyncGenerator<StreamEvent> {
      for await (const data of unread.follow(caller, signal)) yield { event: 'unread', data };
    });
    return reply;
  });
}
