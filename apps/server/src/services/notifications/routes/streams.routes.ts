import { notificationRoutes } from '@touchstone/contracts/notifications';
import { type EventStreams, lastSeenEvent } from '../../../platform/http/event-stream.ts';
import type { Registrar } from '../../../platform/http/registrar.ts';
import type { OpenTopic, Topics } from '../../../platform/http/topics.ts';

const calls = notificationRoutes;

export function addStreamRoutes(
  registrar: Registrar,
  {
    streams,
    topics,
    openRun,
    openClone,
  }: { streams: EventStreams; topics: Topics; openRun: OpenTopic; openClone: OpenTopic },
): void {
  registrar.add(calls.subscribeNotification, async ({ caller, query, request, reply }) => {
    const read = await openRun(caller, query.runId);
    await streams.serve(request, reply, (signal) => read(lastSeenEvent(request, query), signal));
    return reply;
  });
  registrar.add(calls.subscribeNotificationClone, async ({ caller, query, request, reply }) => {
    const read = await openClone(caller, query.uniqueIdentifier);
    await streams.serve(request, reply, (signal) => read(lastSeenEvent(request, query), signal));
    return reply;
  });
  registrar.add(calls.followTopics, async ({ caller, body, request, reply }) => {
    await streams.serve(request, reply, async function* (signal) {
      for await (const news of topics.follow(caller, body.topics, signal)) yield { event: news.kind, data: news };
    });
    return reply;
  });
}
