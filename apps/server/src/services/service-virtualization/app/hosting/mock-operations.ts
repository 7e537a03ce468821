import { setTimeout as pause } from 'node:timers/promises';
import { NotReached, type ProcessCalls } from '../../../../platform/processes/process-calls.ts';
import type { HostedMock } from './mock-host.ts';
import { ServedElsewhere } from './served-elsewhere.ts';

type Run = (hosted: HostedMock, input: unknown) => unknown;
/** An operation as requested from another process. */
interface Asked {
  name: string;
  projectId: string;
  input: unknown;
}
/** Its outcome. */
type Outcome = { output: unknown } | { elsewhere: string };

const tries = 20;
const betweenTriesMs = 100;

/**
 * MockOperations performs operations on a mock in the process that hosts it: this one, or another by request. Inputs
 * and outputs of handlers must be JSON.
 */
export class MockOperations {
  readonly #open: (projectId: string) => Promise<HostedMock>;
  readonly #handlers = new Map<string, Run>();
  readonly #ask: (process: string, asked: Asked) => Promise<Outcome>;

  constructor(open: (projectId: string) => Promise<HostedMock>, calls: ProcessCalls) {
    this.#open = open;
    this.#ask = calls.define<Asked, Outcome>('mock', async (asked) => {
      const done = await this.#here(asked);
      return done instanceof ServedElsewhere ? { elsewhere: done.process } : done;
    });
  }

  /** Defines an operation; returns a function that performs it wherever the mock is hosted. */
  define<Input, Output>(
    name: string,
    run: (hosted: HostedMock, input: Input) => Output | Promise<Output>,
  ): (projectId: string, input: Input) => Promise<Output> {
    this.#handlers.set(name, run as Run);
    return (projectId, input) => this.#perform({ name, projectId, input }) as Promise<Output>;
  }

  async #perform(asked: Asked): Promise<unknown> {
    for (let attempt = 1; ; attempt += 1) {
      const elsewhere = await this.#here(asked);
      if (!(elsewhere instanceof ServedElsewhere)) return elsewhere.output;
      const outcome = await this.#ask(elsewhere.process, asked).catch((error: unknown) => {
        if (error instanceof NotReached) return undefined;
        throw error;
      });
      if (outcome !== undefined && 'output' in outcome) return outcome.output;
      // The mock has moved, or that process has just ended.
      if (attempt === tries) throw elsewhere;
      await pause(betweenTriesMs);
    }
  }

  async #here({ name, projectId, input }: Asked): Promise<ServedElsewhere | { output: unknown }> {
    const run = this.#handlers.get(name);
    try {
      const hosted = await this.#open(projectId);
      return { output: (await run?.(hosted, input)) ?? null };
    } catch (error) {
      if (error instanceof ServedElsewhere) return error;
      throw error;
    }
  }
}
