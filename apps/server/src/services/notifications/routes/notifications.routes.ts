import { routes } from '@touchstone/contracts';
import type { EventStreams, StreamEvent } from '../../../platform/http/event-stream.ts';
import type { Registrar } from '../../../platform/http/registrar.ts';
import type { ApiTesting } from '../../api-testing/index.ts';
import type { Runs } from '../../runs/index.ts';

export function addNotificationRoutes(
  registrar: Registrar,
  { runs, apiTesting, streams }: { runs: Runs; apiTesting: Pick<ApiTesting, 'executions'>; streams: EventStreams },
): void {
  registrar.add(routes.notifications.subscribeNotification, async ({ caller, query, request, reply }) => {
    const run = await apiTesting.executions.open(caller, query.runId);
    const header = Number(request.headers['last-event-id']);
    const after = Number.isInteger(header) && header > 0 ? header : (query.lastEventId ?? 0);
    await streams.serve(request, reply, async function* (signal): AsyncGenerator<StreamEvent> {
      for await (const event of runs.readEvents(run.runId, after, signal))
        yield { id: event.seq, event: event.type, data: event };
    });
    return reply;
  });
}
