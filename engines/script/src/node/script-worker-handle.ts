import { getRandomValues } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import { FairQueue } from '@touchstone/kernel';
import { memoryFailure } from '../core/read-report.ts';
import { parametersOf } from '../core/script-parameters.ts';
import {
  emptyOutcome,
  type ScriptFailure,
  type ScriptInput,
  type ScriptOutcome,
  type ScriptRequest,
  type ScriptResponse,
  type ScriptSend,
  type ScriptTest,
} from '../core/script-types.ts';
import { Deadline } from './deadline.ts';
import type { FromWorker, ToWorker, WorkerStart } from './worker-messages.ts';

/** A worker is replaced after this many scripts, so that the engine's leftovers can't accumulate. */
const maxScripts = 500;
const maxResponseCharacters = 5 * 1024 * 1024;
/** Limit of all responses to a script's requests, which the host decodes and copies. */
const maxReceivedCharacters = 10 * 1024 * 1024;
const maxConcurrentRequests = 4;

interface Running {
  input: ScriptInput;
  outcome: ScriptOutcome;
  tests: Map<number, ScriptTest>;
  deadline: Deadline;
  stop: AbortController;
  openRequests: number;
  sending: FairQueue;
  received: number;
  end: (failure?: ScriptFailure) => void;
}

/** ScriptWorker is the host's side of one worker thread: one script at a time, killed if the script doesn't end. */
export class ScriptWorker {
  readonly #worker: Worker;
  readonly #ready: Promise<void>;
  #scripts = 0;
  #isDead = false;
  #running: Running | undefined;

  constructor(wasmModule: WebAssembly.Module) {
    this.#worker = new Worker(new URL('./script-worker.ts', import.meta.url), {
      workerData: { wasmModule } satisfies WorkerStart,
      env: {},
      execArgv: ['--disable-warning=ExperimentalWarning'],
      resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 },
      name: 'script',
    });
    this.#ready = new Promise((resolve) => {
      this.#worker.on('message', (message: FromWorker) => {
        if (message.type === 'ready') resolve();
        else this.#handle(message);
      });
      this.#worker.once('exit', () => resolve());
    });
    // A worker without a script must not keep the process alive.
    this.#worker.unref();
    this.#worker.on('error', (error: NodeJS.ErrnoException) => this.#die(failureOfWorker(error)));
    this.#worker.on('exit', () => this.#die({ code: 'INTERNAL', message: 'The worker of the script ended.' }));
  }

  get isUsable(): boolean {
    return !this.#isDead && this.#scripts < maxScripts;
  }

  /** Resolves when the worker can take a script, or has ended. */
  async warm(): Promise<void> {
    this.#worker.ref();
    await this.#ready;
    if (this.#running === undefined) this.#worker.unref();
  }

  async run(input: ScriptInput, limitMs: number): Promise<ScriptOutcome> {
    this.#scripts += 1;
    const outcome = emptyOutcome();
    this.#worker.ref();
    await this.#ready;
    const startedMs = performance.now();
    const tests = new Map<number, ScriptTest>();
    const stop = new AbortController();
    const cancel = () => this.#kill({ code: 'CANCELLED', message: 'The script was cancelled.' });
    const tooLong: ScriptFailure = {
      code: 'TIME_LIMIT',
      message: `The script did not end within ${limitMs} ms. Look for a loop that does not end.`,
    };
    const deadline = new Deadline(limitMs, () => this.#kill(tooLong));
    try {
      await new Promise<void>((resolve) => {
        const end = (failure?: ScriptFailure) => {
          this.#running = undefined;
          if (failure !== undefined) outcome.error = failure;
          resolve();
        };
        this.#running = {
          input,
          outcome,
          tests,
          deadline,
          stop,
          openRequests: 0,
          sending: newSending(),
          received: 0,
          end,
        };
        if (this.#isDead) return end({ code: 'INTERNAL', message: 'The worker of the script ended.' });
        if (input.signal?.aborted) return cancel();
        input.signal?.addEventListener('abort', cancel, { once: true });
        this.#send(runMessage(input));
      });
    } finally {
      deadline.stop();
      stop.abort();
      input.signal?.removeEventListener('abort', cancel);
      this.#worker.unref();
    }
    outcome.tests = [...tests].sort(([left], [right]) => left - right).map(([, test]) => test);
    outcome.durationMs = performance.now() - startedMs;
    return outcome;
  }

  async stop(): Promise<void> {
    this.#die({ code: 'INTERNAL', message: 'The runner of scripts was closed.' });
    await this.#worker.terminate();
  }

  #send(message: ToWorker): void {
    this.#worker.postMessage(message);
  }

  #kill(failure: ScriptFailure): void {
    this.#die(failure);
    void this.#worker.terminate();
  }

  #die(failure: ScriptFailure): void {
    this.#isDead = true;
    this.#running?.end(failure);
  }

  #handle(message: FromWorker): void {
    const running = this.#running;
    if (running === undefined) return;
    switch (message.type) {
      case 'log':
        running.outcome.logs.push(message.log);
        break;
      case 'test':
        if (!running.tests.has(message.index)) running.tests.set(message.index, message.test);
        break;
      case 'started':
        running.deadline.start();
        break;
      case 'waiting':
        if (running.openRequests > 0) running.deadline.pause();
        break;
      case 'request':
        void this.#answer(running, message.id, message.request);
        break;
      case 'cookies':
        void this.#answerCookies(running, message);
        break;
      case 'done':
        Object.assign(running.outcome, message.report);
        running.end(message.failure);
    }
  }

  async #answerCookies(running: Running, message: Extract<FromWorker, { type: 'cookies' }>): Promise<void> {
    const answer = await cookieAnswer(running.input, message);
    if (this.#running === running) this.#send(answer);
  }

  async #receive(running: Running, send: ScriptSend, request: ScriptRequest): Promise<ScriptResponse> {
    const leave = await running.sending.enter(undefined, running.stop.signal);
    try {
      const left = maxReceivedCharacters - running.received;
      if (left <= 0) {
        const limit = maxReceivedCharacters / 1024 / 1024;
        throw new Error(
          `The responses of this script are larger than ${limit} MB together; this one is not requested.`,
        );
      }
      const response = await send(request, running.stop.signal);
      const text = response.text.slice(0, Math.min(left, maxResponseCharacters));
      running.received += text.length;
      return { ...response, text };
    } finally {
      leave();
    }
  }

  async #answer(running: Running, id: number, request: ScriptRequest): Promise<void> {
    running.openRequests += 1;
    let answer: ToWorker;
    try {
      if (running.input.send === undefined) throw new Error('pm.sendRequest is not available here.');
      answer = { type: 'response', id, response: await this.#receive(running, running.input.send, request) };
    } catch (error) {
      answer = { type: 'response', id, error: error instanceof Error ? error.message : String(error) };
    }
    running.openRequests -= 1;
    if (this.#running !== running) return;
    running.deadline.start();
    this.#send(answer);
  }
}

const newSending = () =>
  new FairQueue({
    slots: maxConcurrentRequests,
    perOrganization: maxConcurrentRequests,
    perUser: maxConcurrentRequests,
  });

async function cookieAnswer(
  { cookies }: ScriptInput,
  { id, call }: Extract<FromWorker, { type: 'cookies' }>,
): Promise<Extract<ToWorker, { type: 'response' }>> {
  try {
    if (cookies === undefined || call === undefined) throw new Error('pm.cookies.jar() is not available here.');
    return { type: 'response', id, value: await cookies(call) };
  } catch (error) {
    return { type: 'response', id, error: error instanceof Error ? error.message : String(error) };
  }
}

function runMessage({ code, kind, context, inputs, dynamicValues = {} }: ScriptInput): ToWorker {
  const { response } = context;
  const text = response?.text.slice(0, maxResponseCharacters) ?? '';
  // Raw text ends for the interpreter at its first U+0000; JSON escapes it.
  const isPlain = !text.includes('\0');
  const shown = response && { ...context, response: { ...response, text: isPlain ? '' : text } };
  const parameters = inputs === undefined ? [] : parametersOf(inputs);
  const seed = [...getRandomValues(new Int32Array(4))];
  return {
    type: 'run',
    code,
    parameters,
    inputText: JSON.stringify({ kind, context: shown ?? context, dynamicValues, inputs, parameters, seed }),
    responseText: isPlain ? text : '',
  };
}

function failureOfWorker(error: NodeJS.ErrnoException): ScriptFailure {
  if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') return memoryFailure();
  return { code: 'INTERNAL', message: `The script could not be run: ${error.message}` };
}
