import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { AppError, type ErrorDetail } from '@touchstone/kernel';
import { platformErrors } from '../errors.ts';
import type { Processes } from './processes.ts';

/** Where processes ask each other. */
export const processCallsPath = '/process-call';
/** The media type of a message between processes. */
export const messageType = 'application/x-touchstone-message';

/** Writes a streamed answer until it ends, or until the signal tells that its reader has left. */
export type WriteAnswer = (raw: ServerResponse, signal: AbortSignal) => Promise<void>;

type Run = (input: unknown) => unknown;
type Open = (input: unknown) => Promise<WriteAnswer>;
/** What one process asks another for. */
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
/** What came of it. */
export type ProcessAnswer = { output: unknown } | { refusal: Refusal } | { write: WriteAnswer };

const limitMs = 60_000;

/** Why a call did not reach the other process; nothing has happened then. */
export class NotReached extends Error {}

/**
 * ProcessCalls lets one process ask another for what only that one can do, over HTTP with a signed message. What handlers take and give is
 * JSON, or an answer that goes on.
 */
export class ProcessCalls {
  readonly #processes: Processes;
  readonly #handlers = new Map<string, Run>();
  readonly #streams = new Map<string, Open>();

  constructor(processes: Processes) {
    this.#processes = processes;
  }

  /** Declares what others may ask this process for; what is returned asks another one. It throws NotReached where that is not there any more. */
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

  /** The same for an answer that goes on: a handler says first whether there is one. */
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

  /** Does what another process asks for; undefined where the message is not of one. */
  async receive(message: string): Promise<ProcessAnswer | undefined> {
    const asked = this.#processes.open<Asked>(message);
    if (!asked) return undefined;
    const run = this.#handlers.get(asked.name);
    const open = this.#streams.get(asked.name);
    try {
      if (open) return { write: await open(asked.input) };
      // What is undefined is nothing in JSON.
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
    const away = { params: { address } };
    const answer = await fetch(`${address}${processCallsPath}`, {
      method: 'POST',
      headers: { 'content-type': messageType },
      body: this.#processes.seal(asked, process),
      redirect: 'error',
      signal,
    }).catch((error: Error) => {
      if ((error.cause as NodeJS.ErrnoException | undefined)?.code === 'ECONNREFUSED') throw new NotReached();
      throw new AppError(platformErrors.processAway, { ...away, cause: error });
    });
    if (answer.status === 200) return answer;
    if (answer.status !== refusedStatus)
      throw new AppError(platformErrors.processAway, { ...away, detail: `status ${answer.status}` });
    const { details, data, ...definition } = (await answer.json()) as Refusal;
    throw new AppError(definition, { details, data });
  }
}

/** Of the answer to another process; what its caller gets is in it. */
export const refusedStatus = 422;

/** The one who reads slowly slows the other process down, so that it can leave pictures out. */
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
