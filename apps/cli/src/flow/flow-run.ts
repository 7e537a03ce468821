import type { Client } from '@touchstone/contracts';
import { type FlowStepLine, flowRoutes } from '@touchstone/contracts/flows';
import { type RunAnswer, type RunEvent, runRoutes, runTitle } from '@touchstone/contracts/runs';
import type { Outcome } from '../outcome.ts';
import type { PipelineOrigin } from '../pipeline-origin.ts';
import { Progress, type Screen, screenOf } from '../progress.ts';
import { followRemote } from '../remote/follow-remote.ts';
import { findEnvironmentId, findNamed } from '../remote/remote-lookup.ts';
import { countsOfEvent } from '../remote/remote-run.ts';
import { openRemoteSession } from '../remote/remote-session.ts';
import type { ServerAccess } from '../remote/server-options.ts';
import { stoppableRun } from '../remote/stoppable-run.ts';
import { type FileReporter, parseReporters, type ReportFlags, writeReports } from '../reporters.ts';
import { findFlow } from './find-flow.ts';

export interface FlowRunOptions extends ServerAccess, ReportFlags {
  /** Name or id. */
  flow: string;
  project: string | undefined;
  configuration: string | undefined;
  environment: string | undefined;
  variables: Record<string, string>;
  parallel: number | undefined;
  origin: PipelineOrigin;
}

/** runFlow runs a workflow at a server, follows it live and downloads its reports. */
export async function runFlow(options: FlowRunOptions, screen: Screen = screenOf(process.stdout)): Promise<Outcome> {
  const reporters = parseReporters(options.reporter, options.output);
  const progress = new Progress(screen, { isListed: reporters.isListed });
  return stoppableRun({ server: options.server, say: (text) => progress.note(text) }, async (onStarted) => {
    const client = await openRemoteSession(options);
    const runId = await start(client, options, progress);
    onStarted(() => client.call(runRoutes.stopRun, { params: { runId } }));
    await follow(client, runId, progress, options.server);
    const run = await client.call(runRoutes.getRun, { params: { runId } });
    if (run.message) progress.note(run.message);
    const outcome = outcomeOfRun(run);
    progress.end(run.executionStatus, outcome === 'passed', countsOfEvent(run.counts), run.durationMs);
    const download = (type: FileReporter) =>
      client.raw(runRoutes.downloadRunReport, { params: { runId }, query: { format: type } });
    await writeReports(reporters, download, (text) => progress.note(text));
    return outcome;
  });
}

async function start(client: Client, options: FlowRunOptions, progress: Progress): Promise<string> {
  const { place, flow } = await findFlow(client, options.flow, options.project);
  const { environment, variables, parallel } = options;
  const configurationId =
    options.configuration && (await findConfigurationId(client, flow.projectId, options.configuration));
  const environmentId = environment && (await findEnvironmentId(client, flow.projectId, environment));
  const { runId } = await client.call(flowRoutes.runFlow, {
    params: { flowId: flow.flowId },
    body: {
      ...(configurationId && { configurationId }),
      ...(environmentId && { environmentId }),
      ...(Object.keys(variables).length > 0 && { variables }),
      ...(parallel !== undefined && { parallel }),
      ...options.origin,
    },
  });
  const { number } = await client.call(runRoutes.getRun, { params: { runId } });
  progress.note(`Run ${runId}: ${runTitle({ name: flow.name, number })} in ${place.name}`);
  return runId;
}

async function findConfigurationId(client: Client, projectId: string, wanted: string): Promise<string> {
  const { content } = await client.call(flowRoutes.listConfigurations, { query: { projectId } });
  const key = ({ configurationId, name }: (typeof content)[number]) => ({ id: configurationId, name });
  return findNamed(content, wanted, 'run configuration', key).configurationId;
}

async function follow(client: Client, runId: string, progress: Progress, server: string): Promise<void> {
  const startedMs = performance.now();
  await followRemote<RunEvent>({
    runId,
    server,
    open: (lastEventId, request) =>
      client.raw(
        runRoutes.followRun,
        { params: { runId }, query: lastEventId === undefined ? {} : { lastEventId: Number(lastEventId) } },
        request,
      ),
    onEvent: (event) => {
      if (event.type === 'steps')
        for (const { title, status, message, durationMs } of event.steps as FlowStepLine[])
          if (status !== 'running' && status !== 'queued')
            progress.finished({ name: title, status, message: message ?? '', durationMs });
      progress.update(countsOfEvent(event.counts), performance.now() - startedMs);
      return event.type === 'COMPLETED';
    },
  });
}

function outcomeOfRun({ status, counts }: RunAnswer): Outcome {
  if (counts.total === 0) return 'empty';
  return status === 'passed' || status === 'failed' || status === 'cancelled' ? status : 'error';
}
