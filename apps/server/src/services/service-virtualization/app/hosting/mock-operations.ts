import { setTimeout as pause } from 'node:timers/promises';
import { AppError, type ErrorDetail } from '@touchstone/kernel';
import { virtualizationErrors } from '../../errors.ts';
import type { HostedMock } from './mock-host.ts';
import { type MockProcesses, ServedElsewhere } from './mock-processes.ts';

type Run = (hosted: HostedMock, input: unknown) => unknown;
/** An operation as one process asks another for it. */
interface Asked {
  name: string;
  projectId: string;
  input: unknown;
}
/** What came of it. */
type Outcome =
  | { output: unknown }
  | { refusal: { code: string; status: number; message: string; details: ErrorDetail[]; data: unknown } }
  | { elsewhere: string };

/** Where processes ask each other. */
export const operationsPath = '/mock-process';
/** The media type of a message between processes. */
export const messageType = 'application/x-touchstone-message';

const tries = 20;
const betweenTriesMs = 100;
const limitMs = 30_000;

/**
 * MockOperations performs what is done at a mock in the process that answers for it: here, or in another one, which is asked over HTTP
 * with a signed message. What a handler takes and gives is JSON.
 */
export class MockOperations {
  readonly #open: (projectId: string) => Promise<HostedMock>;
  readonly #processes: MockProcesses;
  readonly #handlers = new Map<string, Run>();

  constructor(open: (projectId: string) => Promise<HostedMock>, processes: MockProcesses) {
    this.#open = open;
    this.#processes = processes;
  }

  /** Declares an operation; what is answered performs it wherever the mock is. */
  define<Input, Output>(
    name: string,
    run: (hosted: HostedMock, input: Input) => Output | Promise<Output>,
  ): (projectId: string, input: Input) => Promise<Output> {
    this.#handlers.set(name, run as Run);
    return (projectId, input) => this.#perform({ name, projectId, input }) as Promise<Output>;
  }

  /** Performs an operation that another process asks for; undefined where the message is not of one. */
  async receive(message: string): Promise<Outcome | undefined> {
    const asked = this.#processes.open<Asked>(message);
    const run = asked && this.#handlers.get(asked.name);
    if (!run) return undefined;
    try {
      const output = await run(await this.#open(asked.projectId), asked.input);
      // What is undefined is nothing in JSON.
      return { output: output ?? null };
    } catch (error) {
      if (error instanceof ServedElsewhere) return { elsewhere: error.process };
      if (!(error instanceof AppError)) throw error;
      const { code, status, message: sentence, details, data } = error;
      return { refusal: { code, status, message: sentence, details, data } };
    }
  }

  async #perform(asked: Asked): Promise<unknown> {
    for (let attempt = 1; ; attempt += 1) {
      const elsewhere = await this.#here(asked);
      if (!(elsewhere instanceof ServedElsewhere)) return elsewhere.output;
      const outcome = await this.#ask(elsewhere.process, asked);
      if (outcome !== undefined && 'output' in outcome) return outcome.output;
      if (outcome !== undefined && 'refusal' in outcome) {
        const { details, data, ...definition } = outcome.refusal;
        throw new AppError(definition, { details, data });
      }
      // It moved meanwhile, or that process has just ended.
      if (attempt === tries) throw elsewhere;
      await pause(betweenTriesMs);
    }
  }

  async #here({ name, projectId, input }: Asked): Promise<ServedElsewhere | { output: unknown }> {
    const run = this.#handlers.get(name);
    try {
      const hosted = await this.#open(projectId);
      return { output: await run?.(hosted, input) };
    } catch (error) {
      if (error instanceof ServedElsewhere) return error;
      throw error;
    }
  }

  /** Undefined where the process was not reached, so that nothing has happened. */
  async #ask(process: string, asked: Asked): Promise<Outcome | undefined> {
    const address = await this.#processes.addressOf(process);
    if (address === undefined) return undefined;
    const sent = await fetch(`${address}${operationsPath}`, {
      method: 'POST',
      headers: { 'content-type': messageType },
      body: this.#processes.seal(asked, process),
      redirect: 'error',
      signal: AbortSignal.timeout(limitMs),
    }).catch((error: Error) => {
      if ((error.cause as NodeJS.ErrnoException | undefined)?.code === 'ECONNREFUSED') return undefined;
      throw new AppError(virtualizationErrors.hostAway, { params: { address }, cause: error });
    });
    if (sent === undefined) return undefined;
    if (sent.status !== 200)
      throw new AppError(virtualizationErrors.hostAway, { params: { address }, detail: `status ${sent.status}` });
    return (await sent.json()) as Outcome;
  }
}
