import { Readable } from 'node:stream';
import { apiTestingRoutes, type ExecuteTestInput } from '@touchstone/contracts/api-testing';
import type { FastifyReply } from 'fastify';
import type { Registrar } from '../../../platform/http/registrar.ts';
import type { Run, Runs } from '../../runs/index.ts';
import type { Actor } from '../../workspaces/index.ts';
import type { CompareRuns } from '../app/executions/compare-runs.ts';
import type { Executions } from '../app/executions/executions.ts';
import { functionalKind } from '../app/executions/plan-suites.ts';
import { executionStatusOf } from '../domain/executions/execution-status.ts';

const calls = apiTestingRoutes;
/** The kind of run that each type of the execute call starts. */
const kindOf = { functional: functionalKind, performance: 'api-performance' } as const;

/** startedAnswer returns the response for a run that is starting. */
export const startedAnswer = (run: Run) => ({
  runId: run.runId,
  number: run.number,
  executionStatus: executionStatusOf(run.status, run.counts),
  message: 'Run initiated',
});

export function addExecutionRoutes(
  registrar: Registrar,
  {
    executions,
    runs,
    compareRuns,
  }: {
    executions: Executions;
    runs: Pick<Runs, 'start'>;
    compareRuns: CompareRuns;
  },
): void {
  const start = (caller: Actor, { label, commit, ...input }: ExecuteTestInput): Promise<Run> =>
    runs.start(caller, kindOf[input.type ?? 'functional'], input, { label: label ?? null, commit: commit ?? null });
  registrar.add(calls.executeTest, async ({ caller, body }) => startedAnswer(await start(caller, body)));
  registrar.add(calls.testExecution, async ({ caller, body }) => startedAnswer(await start(caller, body)));
  registrar.add(calls.getExecution, ({ caller, query }) => executions.get(caller, query.runId));
  registrar.add(calls.getExecutionSummary, ({ caller, query }) => executions.summary(caller, query.runId));
  registrar.add(calls.listExecutionSteps, ({ caller, query: { page, size, suiteId, ...filter } }) =>
    executions.listSteps(caller, { ...filter, ...(suiteId && { groupId: suiteId }) }, { page, size }),
  );
  registrar.add(calls.getExecutionStep, ({ caller, query }) => executions.getStep(caller, query.runId, query.stepId));
  registrar.add(calls.listReports, ({ caller, body: { page, size, ...filter } }) =>
    executions.list(caller, filter, { page, size }),
  );
  registrar.add(calls.stopExecution, async ({ caller, query }) => {
    await executions.stop(caller, query.runId);
    return { message: 'Run canceled' };
  });
  registrar.add(calls.retryTest, async ({ caller, body }) =>
    startedAnswer(await executions.retry(caller, body.runId, body.onlyFailed ?? false)),
  );
  registrar.add(calls.deleteReports, async ({ caller, query }) => {
    const count = await executions.delete(caller, query.runIds);
    return { message: `${count} report${count === 1 ? '' : 's'} deleted` };
  });
  const sendFile = async (reply: FastifyReply, report: Awaited<ReturnType<Executions['report']>>) =>
    reply
      .type(report.contentType)
      .header('content-disposition', `attachment; filename="${report.fileName}"`)
      .send(Readable.from(report.content, { objectMode: false }));
  registrar.add(calls.downloadHtmlReport, async ({ caller, query, reply }) =>
    sendFile(reply, await executions.report(caller, query.runId, 'html')),
  );
  registrar.add(calls.downloadFile, async ({ caller, query, reply }) =>
    sendFile(reply, await executions.report(caller, query.runId, query.type)),
  );
  registrar.add(calls.downloadBody, async ({ caller, query, reply }) => {
    const file = await executions.body(caller, query);
    return reply
      .type('application/octet-stream')
      .header('content-disposition', `attachment; filename="${query.side}-body"`)
      .send(file.stream);
  });
  registrar.add(calls.compareResults, ({ caller, body }) => compareRuns(caller, body.baseRunId, body.runId));
  registrar.add(calls.sendReportMail, async ({ caller, body }) => {
    await executions.mailReport(caller, body);
    return { message: `Report sent to ${body.email}` };
  });
  registrar.add(calls.getLatestScriptExecution, ({ caller, body }) => executions.latest(caller, body.scriptId));
  registrar.add(calls.listScriptExecutions, ({ caller, query: { scriptId, ...page } }) =>
    executions.history(caller, scriptId, page),
  );
}
