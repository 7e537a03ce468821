import type { Client } from '@touchstone/contracts';
import { type RunAnswer, runRoutes } from '@touchstone/contracts/runs';
import { type Outcome, outcomeWords } from '../outcome.ts';
import { type EndedStep, Progress, type Screen } from '../progress.ts';
import { type FileReporter, inFolder, parseReporters, type ReportFlags, writeReports } from '../reporters.ts';
import { countsOfEvent, followProgress } from './follow-remote.ts';
import { openRemoteSession } from './remote-session.ts';
import type { ServerAccess } from './server-options.ts';
import { stoppableRun } from './stoppable-run.ts';

/** What the event stream contains for a step of any kind. */
interface StepLine extends Pick<EndedStep, 'status' | 'durationMs'> {
  title: string;
  message: string | null;
}

/** A run to start. */
export interface RunToStart {
  /** Folder name for its reports, if there are several runs. */
  name: string;
  /** Starts the run and returns its id. */
  start: (client: Client, progress: Progress) => Promise<string>;
}

/** Worst first. */
const weights: readonly Outcome[] = ['cancelled', 'error', 'failed', 'empty', 'passed'];

/**
 * runToEnd runs tests on a server through the calls common to all kinds of runs, one after the other: each is started
 * and followed live, and its reports are downloaded. Ctrl C stops the current one, and no other is started. The outcome
 * is the worst one. `reportFailures` prints the failures of a run that has ended, and returns whether there were any.
 */
export async function runToEnd(
  options: ServerAccess & ReportFlags,
  screen: Screen,
  {
    find,
    reportFailures,
  }: {
    /** Throws before anything is run if something doesn't exist. */
    find: (client: Client) => Promise<readonly RunToStart[]>;
    reportFailures?: (client: Client, run: RunAnswer, progress: Progress) => Promise<boolean>;
  },
): Promise<Outcome> {
  const reporters = parseReporters(options.reporter, options.output);
  const progress = new Progress(screen, { isListed: reporters.isListed });
  return stoppableRun({ server: options.server, print: (text) => progress.note(text) }, async (onStarted) => {
    const client = await openRemoteSession(options);
    const runs = await find(client);
    const folders = foldersOf(runs.map(({ name }) => name));
    const ended: Outcome[] = [];
    for (const [index, { start }] of runs.entries()) {
      if (ended.at(-1) === 'cancelled') break;
      const runId = await start(client, progress);
      onStarted(() => client.call(runRoutes.stopRun, { params: { runId } }));
      await follow(client, runId, progress, options.server);
      const run = await client.call(runRoutes.getRun, { params: { runId } });
      const hasReported = await reportFailures?.(client, run, progress);
      if (run.message && !hasReported) progress.note(run.message);
      const outcome = outcomeOfRun(run);
      ended.push(outcome);
      progress.end(run.executionStatus, outcome === 'passed', countsOfEvent(run.counts), run.durationMs);
      const download = (type: FileReporter) =>
        client.raw(runRoutes.downloadRunReport, { params: { runId }, query: { format: type } });
      await writeReports(inFolder(reporters, folders[index]), download, (text) => progress.note(text));
    }
    if (runs.length > 1) reportAll(runs, ended, progress);
    return weights.find((outcome) => ended.includes(outcome)) ?? 'empty';
  });
}

/** Unique folder names; none for a single run. */
function foldersOf(names: readonly string[]): (string | undefined)[] {
  if (names.length === 1) return [undefined];
  const taken = new Set<string>();
  return names.map((name) => {
    const word =
      name
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]+/gu, '-')
        .replace(/^-|-$/g, '') || 'run';
    let folder = word;
    for (let number = 2; taken.has(folder); number += 1) folder = `${word}-${number}`;
    taken.add(folder);
    return folder;
  });
}

/** Prints how each run ended, once all have. */
function reportAll(runs: readonly RunToStart[], ended: readonly Outcome[], progress: Progress): void {
  progress.note(`\n${ended.filter((outcome) => outcome === 'passed').length} of ${runs.length} runs passed`);
  for (const [index, { name }] of runs.entries()) {
    const outcome = ended[index];
    progress.note(`  ${name}: ${outcome === undefined ? 'Not run' : outcomeWords[outcome]}`);
  }
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
