import type { Client } from '@touchstone/contracts';
import { apiTestingRoutes, type ExecutionSummary, type StepSummary } from '@touchstone/contracts/api-testing';
import { notificationRoutes } from '@touchstone/contracts/notifications';
import { runTitle } from '@touchstone/contracts/runs';
import { countsOf } from '@touchstone/report';
import type { Outcome } from '../outcome.ts';
import type { PipelineOrigin } from '../pipeline-origin.ts';
import { type Failure, Progress, type Screen, screenOf } from '../progress.ts';
import { type FileReporter, parseReporters, type ReportFlags, writeReports } from '../reporters.ts';
import { followProgress } from './follow-remote.ts';
import { findEnvironmentId, findSuites } from './remote-lookup.ts';
import { openRemoteSession } from './remote-session.ts';
import type { ServerAccess } from './server-options.ts';
import { stoppableRun } from './stoppable-run.ts';

export interface RemoteRunOptions extends ServerAccess, ReportFlags {
  /** Names or ids. */
  suites: string[];
  project: string | undefined;
  environment: string | undefined;
  parallel: number;
  stopOnFailure: boolean;
  origin: PipelineOrigin;
}

const failuresShown = 50;
/** runRemote runs suites on a server, follows the run live and downloads its reports. */
export async function runRemote(
  options: RemoteRunOptions,
  screen: Screen = screenOf(process.stdout),
): Promise<Outcome> {
  const reporters = parseReporters(options.reporter, options.output);
  const progress = new Progress(screen, { isListed: reporters.isListed });
  return stoppableRun({ server: options.server, print: (text) => progress.note(text) }, async (onStarted) => {
    const client = await openRemoteSession(options);
    const runId = await start(client, options, progress);
    onStarted(() => client.call(apiTestingRoutes.stopExecution, { query: { runId } }));
    await follow(client, runId, progress, options.server);
    const summary = await client.call(apiTestingRoutes.getExecutionSummary, { query: { runId } });
    const counts = countsOf(summary);
    progress.failures(await readFailures(client, summary), summary.failed + summary.errors);
    const outcome = outcomeOfRun(summary);
    if (summary.message) progress.note(summary.message);
    progress.end(summary.executionStatus, outcome === 'passed', counts, summary.durationMs);
    const download = (type: FileReporter) => client.raw(apiTestingRoutes.downloadFile, { query: { runId, type } });
    await writeReports(reporters, download, (text) => progress.note(text));
    return outcome;
  });
}

async function start(client: Client, options: RemoteRunOptions, progress: Progress): Promise<string> {
  const { project, suites } = await findSuites(client, options.suites, options.project);
  const environmentId =
    options.environment && (await findEnvironmentId(client, project.projectId, options.environment));
  const { runId, number } = await client.call(apiTestingRoutes.executeTest, {
    body: {
      projectId: project.projectId,
      suiteIds: suites.map(({ suiteId }) => suiteId),
      parallel: options.parallel,
      stopOnFailure: options.stopOnFailure,
      ...(environmentId && { environmentId }),
      ...options.origin,
    },
  });
  const name = suites.map(({ suiteName }) => suiteName).join(', ');
  progress.note(`Run ${runId}: ${runTitle({ name, number })} in ${project.projectName}`);
  return runId;
}

const follow = (client: Client, runId: string, progress: Progress, server: string): Promise<void> =>
  followProgress<StepSummary>({
    runId,
    server,
    progress,
    open: (lastEventId, request) =>
      client.raw(
        notificationRoutes.subscribeNotification,
        { query: { runId, ...(lastEventId !== undefined && { lastEventId }) } },
        request,
      ),
    ended: (step) => step,
  });

async function readFailures(client: Client, { runId, failed, errors }: ExecutionSummary): Promise<Failure[]> {
  if (failed + errors === 0) return [];
  const failures: Failure[] = [];
  for (const status of ['failed', 'error'] as const) {
    const size = failuresShown - failures.length;
    if (size === 0) break;
    const { content } = await client.call(apiTestingRoutes.listExecutionSteps, { query: { runId, status, size } });
    for (const { stepId } of content)
      failures.push(await client.call(apiTestingRoutes.getExecutionStep, { query: { runId, stepId } }));
  }
  return failures;
}

function outcomeOfRun({ status, total }: ExecutionSummary): Outcome {
  if (total === 0) return 'empty';
  if (status === 'passed' || status === 'failed' || status === 'cancelled') return status;
  return status === 'skipped' ? 'empty' : 'error';
}
