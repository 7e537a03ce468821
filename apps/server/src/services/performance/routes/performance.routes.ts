import { Readable } from 'node:stream';
import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { type EventStreams, lastSeenEvent } from '../../../platform/http/event-stream.ts';
import type { Registrar } from '../../../platform/http/registrar.ts';
import type { OpenTopic } from '../../../platform/http/topics.ts';
import type { PerformanceReports } from '../app/performance-reports.ts';

const calls = apiTestingRoutes;
const media = {
  html: 'text/html; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
};

export function addPerformanceRoutes(
  registrar: Registrar,
  { reports, openEvents, streams }: { reports: PerformanceReports; openEvents: OpenTopic; streams: EventStreams },
): void {
  registrar.add(calls.listPerformanceReports, ({ caller, body: { page, size, ...filter } }) =>
    reports.list(caller, filter, { page, size }),
  );
  registrar.add(calls.getPerformanceReport, ({ caller, query }) => reports.report(caller, query.runId, query.points));
  registrar.add(calls.comparePerformance, ({ caller, query }) =>
    reports.compare(caller, query.runId, query.baselineRunId),
  );
  registrar.add(calls.followPerformance, async ({ caller, query, request, reply }) => {
    const read = await openEvents(caller, query.runId);
    await streams.serve(request, reply, (signal) => read(lastSeenEvent(request, query), signal));
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
