import { ApiError, followEvents } from '@touchstone/contracts';
import { CliError } from '../cli-error.ts';

/** The server may restart during a run; after so long without an answer it is given up. */
const silenceLimitMs = 120_000;

/** followRemote reads the events of a run until `onEvent` answers true; connections that break are opened again. */
export async function followRemote<Event>({
  runId,
  server,
  open,
  onEvent,
}: {
  runId: string;
  server: string;
  open: (
    lastEventId: string | undefined,
    request: { signal: AbortSignal; headers: Record<string, string> },
  ) => Promise<Response>;
  onEvent: (event: Event) => boolean;
}): Promise<void> {
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
