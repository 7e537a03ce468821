import type { Client } from '@touchstone/contracts';
import { type RunAnswer, runRoutes } from '@touchstone/contracts/runs';
import type { Outcome } from '../outcome.ts';
import { type EndedStep, Progress, type Screen } from '../progress.ts';
import { type FileReporter, parseReporters, type ReportFlags, writeReports } from '../reporters.ts';
import { countsOfEvent, followProgress } from './follow-remote.ts';
import { openRemoteSession } from './remote-session.ts';
import type { ServerAccess } from './server-options.ts';
import { stoppableRun } from './stoppable-run.ts';

/** What the event stream tells of a step of whatever kind. */
interface StepLine extends Pick<EndedStep, 'status' | 'durationMs'> {
  title: string;
  message: string | null;
}

/**
 * runToEnd runs a test at a server by the calls that runs of every kind have: `start` starts it and gives its id, it is followed live, and its
 * reports are downloaded. Ctrl C stops it. `tellFailures` tells the failures of a run that has ended, and answers whether there were any.
 */
export async function runToEnd(
  options: ServerAccess & ReportFlags,
  screen: Screen,
  {
    start,
    tellFailures,
  }: {
    start: (client: Client, progress: Progress) => Promise<string>;
    tellFailures?: (client: Client, run: RunAnswer, progress: Progress) => Promise<boolean>;
  },
): Promise<Outcome> {
  const reporters = parseReporters(options.reporter, options.output);
  const progress = new Progress(screen, { isListed: reporters.isListed });
  return stoppableRun({ server: options.server, say: (text) => progress.note(text) }, async (onStarted) => {
    const client = await openRemoteSession(options);
    const runId = await start(client, progress);
    onStarted(() => client.call(runRoutes.stopRun, { params: { runId } }));
    await follow(client, runId, progress, options.server);
    const run = await client.call(runRoutes.getRun, { params: { runId } });
    const hasTold = await tellFailures?.(client, run, progress);
    if (run.message && !hasTold) progress.note(run.message);
    const outcome = outcomeOfRun(run);
    progress.end(run.executionStatus, outcome === 'passed', countsOfEvent(run.counts), run.durationMs);
    const download = (type: FileReporter) =>
      client.raw(runRoutes.downloadRunReport, { params: { runId }, query: { format: type } });
    await writeReports(reporters, download, (text) => progress.note(text));
    return outcome;
  });
}

const follow = (client: Client, runId: string, progress: Progress, server: string): Promise<void> =>
  followProgress<StepLine>({
    runId,
    server,
    progress,
    open: (lastEventId, request) =>
      client.raw(
        runRoutes.followRun,
        { params: { runId }, query: lastEventId === undefined ? {} : { lastEventId: Number(lastEventId) } },
        request,
      ),
    ended: ({ title, status, message, durationMs }) => ({ name: title, status, message: message ?? '', durationMs }),
  });

function outcomeOfRun({ status, counts }: RunAnswer): Outcome {
  if (counts.total === 0) return 'empty';
  return status === 'passed' || status === 'failed' || status === 'cancelled' ? status : 'error';
}
