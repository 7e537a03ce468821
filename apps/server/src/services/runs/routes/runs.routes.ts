import { Readable } from 'node:stream';
import { runRoutes } from '@touchstone/contracts/runs';
import { type EventStreams, lastSeenEvent } from '../../../platform/http/event-stream.ts';
import { type Registrar, readInput } from '../../../platform/http/registrar.ts';
import type { OpenTopic } from '../../../platform/http/topics.ts';
import type { CompareRuns } from '../app/compare-runs.ts';
import type { RunCalls } from '../app/run-calls.ts';
import { headersOf } from '../domain/download.ts';

const calls = runRoutes;

export function addRunRoutes(
  registrar: Registrar,
  {
    runs,
    comparison,
    openEvents,
    streams,
  }: { runs: RunCalls; comparison: CompareRuns; openEvents: OpenTopic; streams: EventStreams },
): void {
  registrar.add(calls.startRun, async ({ caller, body: { kind, input, label = null, commit = null } }) => {
    const schema = runs.inputOf(kind);
    const read = schema ? readInput<{ projectId: string }>(schema, input, 'input') : input;
    return runs.start(caller, kind, read, { label, commit });
  });
  registrar.add(calls.listRuns, ({ caller, query: { page, size, status, searchTerm, parentRunId, ...filter } }) =>
    runs.list(
      caller,
      {
        ...filter,
        ...(status && { statuses: [status] }),
        ...(searchTerm && { searchTerm }),
        ...(parentRunId && { parentRunId }),
      },
      { page, size },
    ),
  );
  registrar.add(calls.listRunKinds, ({ caller, query }) => runs.listKinds(caller, query.projectId));
  registrar.add(calls.getRun, ({ caller, params }) => runs.get(caller, params.runId));
  registrar.add(
    calls.listRunSteps,
    ({ caller, params: { runId }, query: { page, size, parentId, status, searchTerm } }) =>
      runs.listSteps(
        caller,
        {
          runId,
          ...(status && { status }),
          ...(searchTerm && { searchTerm }),
          ...(parentId && { parentId: parentId === 'none' ? null : parentId }),
        },
        { page, size },
      ),
  );
  registrar.add(calls.listEarlierRuns, ({ caller, params }) => comparison.listEarlier(caller, params.runId));
  registrar.add(calls.compareRuns, ({ caller, params, query }) => comparison.compare(caller, params.runId, query));
  registrar.add(calls.listStepTraces, async ({ caller, params, query }) => ({
    traces: await runs.listStepTraces(caller, { ...params, address: query.address }),
  }));
  registrar.add(calls.followRun, async ({ caller, params, query, request, reply }) => {
    const read = await openEvents(caller, params.runId);
    await streams.serve(request, reply, (signal) => read(lastSeenEvent(request, query), signal));
    return reply;
  });
  registrar.add(calls.stopRun, async ({ caller, params }) => {
    await runs.stop(caller, params.runId);
    return { message: 'Run canceled' };
  });
  registrar.add(calls.retryRun, ({ caller, params, body }) => runs.retry(caller, params.runId, body.onlyFailed));
  registrar.add(calls.deleteRuns, async ({ caller, query }) => {
    const count = await runs.delete(caller, query.runIds);
    return { message: `${count} run${count === 1 ? '' : 's'} deleted` };
  });
  registrar.add(calls.downloadRunReport, async ({ caller, params, query, reply }) => {
    const report = await runs.report(caller, params.runId, query.format);
    return reply
      .type(report.contentType)
      .header('content-disposition', `attachment; filename="${report.fileName}"`)
      .send(Readable.from(report.content, { objectMode: false }));
  });
  registrar.add(calls.mailRunReport, async ({ caller, params, body }) => {
    await runs.mailReport(caller, { ...params, ...body });
    return { message: `Report sent to ${body.email}` };
  });
  registrar.add(calls.getRunSections, ({ caller, params }) => runs.sections(caller, params.runId));
  registrar.add(calls.listRunAttachments, ({ caller, params, query }) =>
    runs.listAttachments(caller, params.runId, query),
  );
  registrar.add(calls.downloadRunAttachment, async ({ caller, params, reply }) => {
    const { stream, sizeBytes, ...file } = await runs.openAttachment(caller, params.runId, params.attachmentId);
    return reply.headers({ ...headersOf(file), 'content-length': sizeBytes }).send(stream);
  });
}
