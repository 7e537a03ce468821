import type { Client } from '@touchstone/contracts';
import {
  apiTestingRoutes,
  type PerformanceConfiguration,
  type PerformanceEvent,
  type PerformanceReport,
} from '@touchstone/contracts/api-testing';
import { runTitle } from '@touchstone/contracts/runs';
import { readK6Options } from '@touchstone/engine-load';
import { CliError } from '../cli-error.ts';
import type { Outcome } from '../outcome.ts';
import { pipelineOrigin } from '../pipeline-origin.ts';
import { type Screen, screenOf } from '../progress.ts';
import { followRemote } from '../remote/follow-remote.ts';
import { findEnvironmentId, findSuites } from '../remote/remote-lookup.ts';
import { openRemoteSession } from '../remote/remote-session.ts';
import { serverAccess } from '../remote/server-options.ts';
import { stoppableRun } from '../remote/stoppable-run.ts';
import { writeReport } from '../reporters.ts';
import { outcomeOfPerformance } from './load-outcome.ts';
import { type LoadFlags, readExecutor, readText, readThinkTime, readThreshold } from './load-plan.ts';
import { secondLine, tableLines, tailLine, thresholdLine } from './load-screen.ts';

const errorsShown = 10;

/** runRemoteLoad runs suites under load on a server's runners, follows the run live and shows its summary. */
export async function runRemoteLoad(flags: LoadFlags, screen: Screen = screenOf(process.stdout)): Promise<Outcome> {
  const performance = await readConfiguration(flags);
  const access = serverAccess(flags);
  const { server } = access;
  const print = (text: string) => screen.write(`${text}\n`);
  return stoppableRun({ server, print }, async (onStarted) => {
    const client = await openRemoteSession(access);
    const { runId, number } = await start(client, flags, performance);
    print(runTitle({ name: `Performance run ${runId}`, number }));
    onStarted(() => client.call(apiTestingRoutes.stopExecution, { query: { runId } }));
    const report = await follow(client, runId, server, print);
    showReport(report, print);
    if (flags.summary !== undefined) {
      const file = await client.raw(apiTestingRoutes.downloadPerformanceReport, { query: { runId, type: 'json' } });
      if (file.body) await writeReport(flags.summary, file.body);
    }
    return outcomeOfPerformance(report.run.status, report.totals?.total.count ?? 0);
  });
}

async function readConfiguration(flags: LoadFlags): Promise<PerformanceConfiguration> {
  const local = (['data', 'savePlan', 'threads', 'cert', 'pfx', 'insecure'] as const).find(
    (name) => flags[name] !== undefined,
  );
  if (local !== undefined || flags.header.length + flags.var.length + flags.secret.length > 0)
    throw new CliError(
      'Suites have their own headers, variables, data and certificates at the server; leave these options out.',
    );
  const k6 = flags.k6Options === undefined ? undefined : readK6Options(await readText(flags.k6Options, '--k6-options'));
  if (k6 !== undefined && k6.scenarios.length > 1)
    throw new CliError(
      'A run of a server has one scenario; the k6 script has several. Give --vus, --rate or --stages instead.',
    );
  const thresholds = flags.threshold.map((text) => readThreshold(text, flags.abortOnFail === true));
  return {
    load: k6?.scenarios[0]?.executor ?? readExecutor(flags),
    ...(flags.thinkTime === undefined ? {} : { thinkTime: readThinkTime(flags.thinkTime) }),
    thresholds: [...(k6?.thresholds ?? []), ...thresholds].map(({ target, ...threshold }) => ({
      ...threshold,
      ...(target.type === 'request' ? { request: target.request } : {}),
    })),
  };
}

interface Started {
  runId: string;
  number: number | null;
}

async function start(client: Client, flags: LoadFlags, performance: PerformanceConfiguration): Promise<Started> {
  const { project, suites } = await findSuites(client, flags.suite, flags.project);
  const environmentId = flags.env && (await findEnvironmentId(client, project.projectId, flags.env));
  return client.call(apiTestingRoutes.executeTest, {
    body: {
      type: 'performance',
      performance,
      projectId: project.projectId,
      suiteIds: suites.map(({ suiteId }) => suiteId),
      ...(environmentId && { environmentId }),
      ...pipelineOrigin(flags, process.env),
    },
  });
}

async function follow(
  client: Client,
  runId: string,
  server: string,
  print: (text: string) => void,
): Promise<PerformanceReport> {
  const report = () => client.call(apiTestingRoutes.getPerformanceReport, { query: { runId } });
  const plannedMs = (await report()).run.plannedDurationMs;
  await followRemote<PerformanceEvent>({
    runId,
    server,
    open: (lastEventId, request) =>
      client.raw(
        apiTestingRoutes.followPerformance,
        { query: { runId, ...(lastEventId !== undefined && { lastEventId: Number(lastEventId) }) } },
        request,
      ),
    onEvent: (event) => {
      if (event.type === 'point') print(secondLine({ ...event.point, plannedMs }));
      return event.type === 'COMPLETED';
    },
  });
  return await report();
}

function showReport({ run, totals }: PerformanceReport, print: (text: string) => void): void {
  if (totals !== null) {
    for (const line of ['', ...tableLines(totals.requests, totals.total), '']) print(line);
    for (const { count, request, sample } of totals.errors.slice(0, errorsShown))
      print(`  ${String(count).padStart(8)}  ${request}: ${sample.message}`);
    if (totals.tail) print(tailLine(totals.tail));
    for (const note of totals.notes) print(note);
    for (const reason of totals.generator.bottleneck?.reasons ?? [])
      print(`The generator may have limited the figures: ${reason}`);
    for (const threshold of totals.thresholds) print(thresholdLine(threshold));
  }
  if (run.message !== null) print(run.message);
  print(`${run.executionStatus}: ${totals?.total.count ?? 0} requests, ${totals?.total.failed ?? 0} failed`);
}
