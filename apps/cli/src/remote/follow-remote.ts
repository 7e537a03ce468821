import { ApiError, followEvents } from '@touchstone/contracts';
import type { RunCounts, RunEvent } from '@touchstone/contracts/runs';
import type { ReportCounts } from '@touchstone/report';
import { CliError } from '../cli-error.ts';
import type { EndedStep, Progress } from '../progress.ts';

/** The server may restart during a run; after this time without a response, following it fails. */
const silenceLimitMs = 120_000;

/** A run on a server, and how to open its event stream after an event. */
interface Followed {
  runId: string;
  server: string;
  open: (
    lastEventId: string | undefined,
    request: { signal: AbortSignal; headers: Record<string, string> },
  ) => Promise<Response>;
}

/** followRemote reads the events of a run until `onEvent` returns true; broken connections are reopened. */
export async function followRemote<Event>({
  runId,
  server,
  open,
  onEvent,
}: Followed & { onEvent: (event: Event) => boolean }): Promise<void> {
  let lastEventMs = performance.now();
  await followEvents({
    signal: new AbortController().signal,
    open: (lastEventId, signal) =>
      open(lastEventId, { signal, headers: lastEventId === undefined ? {} : { 'Last-Event-ID': lastEventId } }),
    onEvent: ({ data }) => {
      lastEventMs = performance.now();
      return onEvent(JSON.parse(data) as Event);
    },
    isFatal: (error) => error instanceof ApiError && [400, 401, 403, 404].includes(error.status),
    wait: async (ms) => {
      if (performance.now() - lastEventMs > silenceLimitMs)
        throw new CliError(
          `The server at ${server} stopped answering; run ${runId} may still go on. Look at it in the product.`,
        );
      await new Promise((resolve) => setTimeout(resolve, ms));
    },
  });
}

/** followProgress shows a run's progress until it ends; `ended` returns what to show for a step's line. */
export async function followProgress<Line extends Pick<EndedStep, 'status'>>({
  progress,
  ended,
  ...run
}: Followed & { progress: Progress; ended: (line: Line) => EndedStep }): Promise<void> {
  const startedMs = performance.now();
  await followRemote<RunEvent>({
    ...run,
    onEvent: (event) => {
      if (event.type === 'steps')
        for (const line of event.steps as Line[])
          if (line.status !== 'running' && line.status !== 'queued') progress.finished(ended(line));
      progress.update(countsOfEvent(event.counts), performance.now() - startedMs);
      return event.type === 'COMPLETED';
    },
  });
}

/** Converts an event's counts to those of a screen. */
export const countsOfEvent = ({ error, ...counts }: RunCounts): ReportCounts => ({ ...counts, errors: error });
