import { Readable } from 'node:stream';
import { routes } from '@touchstone/contracts';
import { type EventStreams, lastSeenEvent, type StreamEvent } from '../../../platform/http/event-stream.ts';
import type { Registrar } from '../../../platform/http/registrar.ts';
import type { FollowPerformance } from '../app/follow-performance.ts';
import type { PerformanceReports } from '../app/performance-reports.ts';

const calls = routes.apiTesting;
const media = {
  html: 'text/html; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
};

export function addPerformanceRoutes(
  registrar: Registrar,
  { reports, follow, streams }: { reports: PerformanceReports; follow: FollowPerformance; streams: EventStreams },
): void {
  registrar.add(calls.listPerformanceReports, ({ caller, body: { page, size, ...filter } }) =>
    reports.list(caller, filter, { page, size }),
  );
  registrar.add(calls.getPerformanceReport, ({ caller, query }) => reports.report(caller, query.runId, query.points));
  registrar.add(calls.comparePerformance, ({ caller, query }) =>
    reports.compare(caller, query.runId, query.baselineRunId),
  );
  registrar.add(calls.followPerformance, async ({ caller, query, request, reply }) => {
    const { run } = await reports.open(caller, query.runId);
    const after = lastSeenEvent(request, query);
    await streams.serve(request, reply, async function* (signal): AsyncGenerator<StreamEvent> {
      for await (const { id, event } of follow(run, after, signal))
        yield { ...(id !== undefined && { id }), event: event.type, data: event };
    });
    return reply;
  });
  registrar.add(calls.downloadPerformanceReport, async ({ caller, query: { runId, type }, reply }) => {
    const { run, content } = await reports.download(caller, runId, type);
    const name = `${run.name.replace(/[^\w.-]+/g, '-').slice(0, 80)}-${runId.slice(0, 8)}.${type}`;
    return reply
      .type(media[type])
      .header('content-disposition', `attachment; filename="${name}"`)
      .send(Readable.from(content, { objectMode: false }));
  });
}
