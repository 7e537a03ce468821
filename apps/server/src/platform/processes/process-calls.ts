import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { AppError, type ErrorDetail } from '@touchstone/kernel';
import { platformErrors } from '../errors.ts';
import type { Processes } from './processes.ts';

/** The path of calls between processes. */
export const processCallsPath = '/process-call';
/** The media type of messages between processes. */
export const messageType = 'application/x-touchstone-message';

/** Writes a streamed answer until it ends, or until the signal reports that its reader has disconnected. */
export type WriteAnswer = (raw: ServerResponse, signal: AbortSignal) => Promise<void>;

type Run = (input: unknown) => unknown;
type Open = (input: unknown) => Promise<WriteAnswer>;
/** A request from one process to another. */
interface Asked {
  name: string;
  input: unknown;
}
interface Refusal {
  code: string;
  status: number;
  message: string;
  details: ErrorDetail[];
  data: unknown;
}
/** The result of a request. */
export type ProcessAnswer = { output: unknown } | { refusal: Refusal } | { write: WriteAnswer };

const limitMs = 60_000;

/** A call didn't reach the other process, so it had no effect. */
export class NotReached extends Error {}

/**
 * ProcessCalls lets a process request from another what only that one can do, over HTTP with a signed message. Inputs
 * and outputs of handlers are JSON, or a streamed answer.
 */
export class ProcessCalls {
  readonly #processes: Processes;
  readonly #handlers = new Map<string, Run>();
  readonly #streams = new Map<string, Open>();

  constructor(processes: Processes) {
    this.#processes = processes;
  }

  /**
   * Defines what others may request from this process; returns a function that requests it from another. It throws
   * NotReached if that process no longer exists.
   */
  define<Input, Output>(
    name: string,
    run: (input: Input) => Output | Promise<Output>,
  ): (process: string, input: Input) => Promise<Output> {
    this.#handlers.set(name, run as Run);
    return async (process, input) => {
      const answer = await this.#ask(process, { name, input }, AbortSignal.timeout(limitMs));
      return ((await answer.json()) as { output: Output }).output;
    };
  }

  /** Like `define`, for a streamed answer: the handler first decides whether there is one. */
  defineStream<Input>(
    name: string,
    open: (input: Input) => Promise<WriteAnswer>,
  ): (process: string, input: Input) => Promise<WriteAnswer> {
    this.#streams.set(name, open as Open);
    return async (process, input) => {
      const control = new AbortController();
      const answer = await this.#ask(process, { name, input }, control.signal);
      return (raw, signal) => pass(answer, raw, { signal, control });
    };
  }

  /** Handles another process's request; undefined if the message isn't from one. */
  async receive(message: string): Promise<ProcessAnswer | undefined> {
    const asked = this.#processes.open<Asked>(message);
    if (!asked) return undefined;
    const run = this.#handlers.get(asked.name);
    const open = this.#streams.get(asked.name);
    try {
      if (open) return { write: await open(asked.input) };
      // JSON has no undefined.
      return run && { output: (await run(asked.input)) ?? null };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const { code, status, message: sentence, details, data } = error;
      return { refusal: { code, status, message: sentence, details, data } };
    }
  }

  async #ask(process: string, asked: Asked, signal: AbortSignal): Promise<Response> {
    const address = await this.#processes.addressOf(process);
    if (address === undefined) throw new NotReached();
    const failure = { params: { address } };
    const answer = await fetch(`${address}${processCallsPath}`, {
      method: 'POST',
      headers: { 'content-type': messageType },
      body: this.#processes.seal(asked, process),
      redirect: 'error',
      signal,
    }).catch((error: Error) => {
      if ((error.cause as NodeJS.ErrnoException | undefined)?.code === 'ECONNREFUSED') throw new NotReached();
      throw new AppError(platformErrors.processAway, { ...failure, cause: error });
    });
    if (answer.status === 200) return answer;
    if (answer.status !== refusedStatus)
      throw new AppError(platformErrors.processAway, { ...failure, detail: `status ${answer.status}` });
    const { details, data, ...definition } = (await answer.json()) as Refusal;
    throw new AppError(definition, { details, data });
  }
}

/** The status of a refusal between processes; the body contains the error for the caller. */
export const refusedStatus = 422;

/** A slow reader slows the other process down, so that it can skip pictures. */
async function pass(
  answer: Response,
  raw: ServerResponse,
  { signal, control }: { signal: AbortSignal; control: AbortController },
): Promise<void> {
  const leave = () => control.abort();
  signal.addEventListener('abort', leave, { once: true });
  if (signal.aborted) leave();
  const body = Readable.fromWeb(answer.body as never) as Readable & Pick<IncomingMessage, 'pipe'>;
  await new Promise<void>((resolve) => {
    body.once('close', resolve);
    body.once('error', () => resolve());
    body.pipe(raw, { end: false });
  });
  signal.removeEventListener('abort', leave);
}
