import { parentPort, workerData } from 'node:worker_threads';
import type { GuestMessage, HostMessage } from '../core/guest/channel.ts';
import type { ComparedValues } from '../core/guest/compared-values.ts';
import { memoryFailure, readCookieCall, readReport, readScriptRequest } from '../core/read-report.ts';
import type { ScriptFailure, ScriptTest } from '../core/script-types.ts';
import { GuestLibraries } from './guest-libraries.ts';
import { readGuestSources } from './guest-source.ts';
import { Sandbox } from './sandbox.ts';
import type { FromWorker, ToWorker, WorkerStart } from './worker-messages.ts';

const maxLogs = 200;
const maxTests = 1000;
const maxValueCharacters = 4000;
const maxRequests = 20;
const maxTimers = 1000;
const maxMessageCharacters = 2 * 1024 * 1024;
const maxDelayMs = 2 ** 31 - 1;

const sources = readGuestSources();
const libraries = new GuestLibraries();
const { wasmModule } = workerData as WorkerStart;
const post = (message: FromWorker) => parentPort!.postMessage(message);

/** ScriptJob is one script from its start until nothing is left to do. */
class ScriptJob {
  readonly #sandbox: Sandbox;
  readonly #timers = new Map<number, NodeJS.Timeout>();
  readonly #requests = new Set<number>();
  #sent = 0;
  #logs = 0;
  #tests = 0;
  #isDone = false;

  constructor(sandbox: Sandbox) {
    this.#sandbox = sandbox;
    sandbox.onPost = (text) => this.#receive(text);
  }

  start(script: Extract<ToWorker, { type: 'run' }>): void {
    this.#guard(() => this.#sandbox.start(script));
  }

  answer(message: Extract<ToWorker, { type: 'response' }>): void {
    this.#requests.delete(message.id);
    this.#dispatch(message);
  }

  #dispatch(message: HostMessage): void {
    if (!this.#isDone) this.#guard(() => this.#sandbox.receive(JSON.stringify(message)));
  }

  /** Runs a piece of the script's work and its consequences. */
  #guard(work: () => void): void {
    try {
      work();
      this.#sandbox.runJobs();
      if (this.#timers.size > 0) return;
      if (this.#requests.size > 0) post({ type: 'waiting' });
      else this.#finish();
    } catch (error) {
      this.#end({ type: 'done', failure: this.#sandbox.ranOutOfMemory ? memoryFailure() : failureOf(error) });
    }
  }

  #finish(): void {
    const text = this.#sandbox.finish();
    if (this.#sandbox.ranOutOfMemory) this.#end({ type: 'done', failure: memoryFailure() });
    else if (text.length > maxMessageCharacters) this.#end({ type: 'done', failure: tooLarge }, this.#sandbox);
    else this.#end({ type: 'done', report: readReport(text) }, this.#sandbox);
  }

  /** `sandbox` is the script's, if it may be reused. */
  #end(message: FromWorker, sandbox?: Sandbox): void {
    this.#isDone = true;
    this.#sandbox.onPost = () => undefined;
    for (const timer of this.#timers.values()) clearTimeout(timer);
    post(message);
    prepareNext(sandbox);
  }

  #receive(text: string): void {
    if (text.length > maxMessageCharacters) throw new Error('The message is too large');
    const message = JSON.parse(text) as GuestMessage;
    switch (message.type) {
      case 'log':
        this.#log(message);
        break;
      case 'test':
        this.#test(message);
        break;
      case 'timer':
        this.#startTimer(message.id, message.delayMs);
        break;
      case 'clearTimer':
        clearTimeout(this.#timers.get(message.id));
        this.#timers.delete(message.id);
        break;
      case 'request':
        this.#request(message.id, message.request);
        break;
      case 'cookies':
        this.#requests.add(message.id);
        post({ type: 'cookies', id: message.id, call: readCookieCall(message.call) });
        break;
    }
  }

  #log({ level, text }: Extract<GuestMessage, { type: 'log' }>): void {
    this.#logs += 1;
    if (this.#logs > maxLogs) return;
    const isLast = this.#logs === maxLogs;
    const shown = isLast ? `Only the first ${maxLogs - 1} lines are kept.` : String(text).slice(0, 1000);
    post({ type: 'log', log: { level: isLast ? 'warn' : logLevel(level), text: shown } });
  }

  #test({ index, name, passed, message, values }: Extract<GuestMessage, { type: 'test' }>): void {
    this.#tests += 1;
    if (this.#tests > maxTests || typeof index !== 'number') return;
    const test = {
      name: String(name).slice(0, 500),
      passed: passed === true,
      message: String(message).slice(0, 2000),
      ...readValues(values),
    };
    post({ type: 'test', index, test });
  }

  #startTimer(id: number, delayMs: number): void {
    if (this.#timers.size >= maxTimers) throw new Error(`A script may have ${maxTimers} timers at once.`);
    const fire = () => {
      this.#timers.delete(id);
      this.#dispatch({ type: 'timer', id });
    };
    this.#timers.set(id, setTimeout(fire, Math.min(Number(delayMs) || 0, maxDelayMs)));
  }

  #request(id: number, given: unknown): void {
    this.#sent += 1;
    this.#requests.add(id);
    if (this.#sent <= maxRequests) {
      post({ type: 'request', id, request: readScriptRequest(given) });
      return;
    }
    const error = `A script may send ${maxRequests} requests; this one is not sent.`;
    setImmediate(() => this.answer({ type: 'response', id, error }));
  }
}

const tooLarge: ScriptFailure = {
  code: 'TOO_LARGE',
  message:
    'What the script sets and returns is too large: variables, request, tests and returned values may be 2 MB together.',
};

function logLevel(level: unknown): 'log' | 'info' | 'warn' | 'error' {
  return level === 'info' || level === 'warn' || level === 'error' ? level : 'log';
}

function failureOf(error: unknown): ScriptFailure {
  const { name, message, stack } = error as { name?: unknown; message?: unknown; stack?: unknown };
  const text = String(message ?? error).slice(0, 2000);
  if (/out of memory|string too long|Cannot enlarge memory|memory access out of bounds|Aborted/i.test(text))
    return memoryFailure();
  const line = /script\.js:(\d+)/.exec(String(stack ?? ''))?.[1];
  return {
    code: 'SCRIPT_ERROR',
    message: typeof name === 'string' && name !== '' ? `${name}: ${text}` : text,
    ...(line === undefined ? {} : { line: Number(line) }),
  };
}

let current: ScriptJob | undefined;
let next: Promise<Sandbox>;

/** The next sandbox is prepared while idle. */
function prepareNext(used?: Sandbox): void {
  used?.reset();
  next = used === undefined ? Sandbox.create(wasmModule, sources, libraries) : Promise.resolve(used);
  next.then(
    () => post({ type: 'ready' }),
    (error: unknown) => {
      // The host replaces a worker that fails.
      throw error;
    },
  );
}

parentPort!.on('message', async (message: ToWorker) => {
  if (message.type === 'response') return current?.answer(message);
  current = new ScriptJob(await next);
  post({ type: 'started' });
  current.start(message);
});
prepareNext();

/** Compared values from a sandbox; they are JSON already, and used only if the sandbox kept to the length limit. */
function readValues(given: unknown): Pick<ScriptTest, 'values'> {
  if (given === null || typeof given !== 'object' || JSON.stringify(given).length > maxValueCharacters) return {};
  const { expected, actual } = given as ComparedValues;
  return { values: { ...(expected !== undefined && { expected }), ...(actual !== undefined && { actual }) } };
}
