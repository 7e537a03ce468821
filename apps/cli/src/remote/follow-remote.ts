import { ApiError, followEvents } from '@touchstone/contracts';
import type { RunCounts, RunEvent } from '@touchstone/contracts/runs';
import type { ReportCounts } from '@touchstone/report';
import { CliError } from '../cli-error.ts';
import type { EndedStep, Progress } from '../progress.ts';

/** The server may restart during a run; after so long without an answer it is given up. */
const silenceLimitMs = 120_000;

/** A run of a server, and how its event stream is opened after an event. */
interface Followed {
  runId: string;
  server: string;
  open: (
    lastEventId: string | undefined,
    request: { signal: AbortSignal; headers: Record<string, string> },
  ) => Promise<Response>;
}

/** followRemote reads the events of a run until `onEvent` answers true; connections that break are opened again. */
export async function followRemote<Event>({
  runId,
  server,
  open,
  onEvent,
}: Followed & { onEvent: (event: Event) => boolean }): Promise<void> {
  let heardMs = performance.now();
  await followEvents({
    signal: new AbortController().signal,
    open: (lastEventId, signal) =>
      open(lastEventId, { signal, headers: lastEventId === undefined ? {} : { 'Last-Event-ID': lastEventId } }),
    onEvent: ({ data }) => {
      heardMs = performance.now();
      return onEvent(JSON.parse(data) as Event);
    },
    isFatal: (error) => error instanceof ApiError && [400, 401, 403, 404].includes(error.status),
    wait: async (ms) => {
      if (performance.now() - heardMs > silenceLimitMs)
        throw new CliError(
          `The server at ${server} stopped answering; run ${runId} may still go on. Look at it in the product.`,
        );
      await new Promise((resolve) => setTimeout(resolve, ms));
    },
  });
}

/** followProgress tells a run on the screen until it ends; `ended` is what the screen tells of a line about a step. */
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

/** Counts of an event as a screen tells them. */
export const countsOfEvent = ({ error, ...counts }: RunCounts): ReportCounts => ({ ...counts, errors: error });
