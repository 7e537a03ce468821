import { Readable } from 'node:stream';
import { routes } from '@touchstone/contracts';
import type { FastifyReply } from 'fastify';
import type { Registrar } from '../../../platform/http/registrar.ts';
import type { Run } from '../../runs/index.ts';
import { type Executions, type ReportType, reportMedia } from '../app/executions.ts';
import type { RunSuites } from '../app/run-suites.ts';
import type { SendReport } from '../app/send-report.ts';
import { compareSteps } from '../domain/compare-steps.ts';
import { executionStatusOf } from '../domain/execution-status.ts';

const calls = routes.apiTesting;
const started = (run: Run) => ({
  runId: run.runId,
  executionStatus: executionStatusOf(run.status, run.counts),
  message: 'Run initiated',
});

export function addExecutionRoutes(
  registrar: Registrar,
  { executions, runSuites, sendReport }: { executions: Executions; runSuites: RunSuites; sendReport: SendReport },
): void {
  registrar.add(calls.executeTest, async ({ caller, body }) => started(await runSuites(caller, body)));
  registrar.add(calls.testExecution, async ({ caller, body }) => started(await runSuites(caller, body)));
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
    started(await executions.retry(caller, body.runId, body.onlyFailed ?? false)),
  );
  registrar.add(calls.deleteReports, async ({ caller, query }) => {
    const count = await executions.delete(caller, query.runIds);
    return { message: `${count} report${count === 1 ? '' : 's'} deleted` };
  });
  const sendFile = async (reply: FastifyReply, report: Awaited<ReturnType<Executions['report']>>, type: ReportType) => {
    const { contentType, extension } = reportMedia[type];
    const name = `${report.run.name.replace(/[^\w.-]+/g, '-').slice(0, 80)}-${report.run.runId.slice(0, 8)}.${extension}`;
    return reply
      .type(contentType)
      .header('content-disposition', `attachment; filename="${name}"`)
      .send(Readable.from(report.content, { objectMode: false }));
  };
  registrar.add(calls.downloadHtmlReport, async ({ caller, query, reply }) =>
    sendFile(reply, await executions.report(caller, query.runId, 'html'), 'html'),
  );
  registrar.add(calls.downloadFile, async ({ caller, query, reply }) =>
    sendFile(reply, await executions.report(caller, query.runId, query.type), query.type),
  );
  registrar.add(calls.downloadBody, async ({ caller, query, reply }) => {
    const file = await executions.body(caller, query);
    return reply
      .type('application/octet-stream')
      .header('content-disposition', `attachment; filename="${query.side}-body"`)
      .send(file.stream);
  });
  registrar.add(calls.compareResults, async ({ caller, body }) => {
    const [base, run] = [
      await executions.openFinished(caller, body.baseRunId),
      await executions.openFinished(caller, body.runId),
    ];
    const steps = compareSteps(await executions.allSteps(base.runId), await executions.allSteps(run.runId));
    const totals = { same: 0, fixed: 0, broken: 0, added: 0, removed: 0 };
    for (const step of steps) totals[step.verdict] += 1;
    return { ...body, totals, steps };
  });
  registrar.add(calls.sendReportMail, async ({ caller, body }) => {
    await sendReport(caller, body);
    return { message: `Report sent to ${body.email}` };
  });
  registrar.add(calls.getLatestScriptExecution, ({ caller, body }) => executions.latest(caller, body.scriptId));
  registrar.add(calls.listScriptExecutions, ({ caller, query: { scriptId, ...page } }) =>
    executions.history(caller, scriptId, page),
  );
}
