import { setTimeout as rest } from 'node:timers/promises';
import { type ElementReference, elementKey, type WebDriverClient, WebDriverError } from './client.ts';
import { lastCommandScript, type PageAnswer, type PageFunction, scriptOf, toolsSource } from './page-tools.ts';

/** Target of a command: a window, and the selectors of the frames that lead to a document in it. */
export interface Place {
  window: string;
  frames: readonly string[];
}

/** Pause between two checks of a page, in milliseconds. */
const restMs = 25;
/** How much longer a running check may take, in milliseconds: its result says more than a timeout does. */
const graceMs = 800;
/** How long to wait for a response, in milliseconds, before each check that it can still arrive. */
const checkEveryMs = 500;
/** Time for such a check, in milliseconds. A busy page doesn't reply in time and is checked again. */
const checkMs = 1000;
/** Maximum number of dialogs per command. */
const maxDialogs = 20;

/** timedOut returns Playwright's timeout error, with the last reason. */
export const timedOut = (ms: number, why = ''): Error => new Error(`Timeout ${ms}ms exceeded.${why && `\n  - ${why}`}`);
const pageLeft = () => new Error('Execution context was destroyed, because the page was left.');
const closed = () => new Error('Target page, context or browser has been closed');

/**
 * Wire sends a session's commands one after the other, each to its target, and has dialogs in the way answered: in
 * WebDriver, the window and frame that commands act on are state of the session.
 */
export class Wire {
  readonly client: WebDriverClient;
  /** Answers an open dialog. */
  onDialog: (text: string) => Promise<void> = async () => undefined;
  #work: Promise<unknown> = Promise.resolve();
  #window: string | undefined;
  #isInFrame = false;
  #commands = 0;
  readonly #losesAnswers: boolean;

  constructor(client: WebDriverClient, { losesAnswers }: { losesAnswers: boolean }) {
    this.client = client;
    this.#losesAnswers = losesAnswers;
  }

  /** Runs work with the session after what was requested before. */
  use<Value>(work: (client: WebDriverClient) => Promise<Value>): Promise<Value> {
    const result = this.#work.then(() => this.#answered(() => work(this.client)));
    this.#work = result.catch(() => undefined);
    return result;
  }

  /** Runs work in a document. */
  at<Value>({ window, frames }: Place, work: (client: WebDriverClient) => Promise<Value>): Promise<Value> {
    return this.use(async (client) => {
      await this.#enter(window, frames);
      return work(client);
    });
  }

  /** Calls a page function with the tools. */
  call<Args extends unknown[], Result>(place: Place, body: PageFunction<Args, Result>, ...args: Args): Promise<Result> {
    return this.at(place, () => this.#execute(String(body), args, true)) as Promise<Result>;
  }

  /** Calls a page function as it is; `body` is its source. */
  run(place: Place, body: string, args: unknown[]): Promise<unknown> {
    return this.at(place, () => this.#execute(body, args, false));
  }

  /** Performs mouse or keyboard actions; a dialog that they open is answered, and nothing is done twice. */
  async act(actions: object[]): Promise<void> {
    try {
      await this.client.post('/actions', { actions });
    } catch (error) {
      if (!(error instanceof WebDriverError) || error.code !== 'unexpected alert open') throw error;
    }
    await this.#answerOpen();
  }

  async #answerOpen(): Promise<void> {
    const text = await this.client.get<string>('/alert/text').catch(() => undefined);
    if (text !== undefined) await this.onDialog(text);
  }

  /** The first element that a selector finds, in the session's current document. */
  async element(selector: string): Promise<ElementReference | undefined> {
    const find = (tools: { find(text: string): Element[] }, text: string) => tools.find(text)[0] ?? null;
    const found = await this.#execute(String(find), [selector], true);
    return (found as ElementReference | null) ?? undefined;
  }

  /** Forgets the session's current window, because it was closed. */
  forget(window: string): void {
    if (this.#window === window) this.#window = undefined;
  }

  async #answered<Value>(work: () => Promise<Value>): Promise<Value> {
    for (let dialogs = 0; ; dialogs += 1)
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof WebDriverError)) throw error;
        if (error.code !== 'unexpected alert open' || dialogs >= maxDialogs) throw toError(error);
        await this.onDialog(error.dialogText ?? (await this.client.get<string>('/alert/text').catch(() => '')));
      }
  }

  async #enter(window: string, frames: readonly string[]): Promise<void> {
    if (this.#window !== window) {
      await this.client.post('/window', { handle: window });
      this.#window = window;
      this.#isInFrame = false;
    }
    if (this.#isInFrame) await this.client.post('/frame', { id: null });
    this.#isInFrame = frames.length > 0;
    for (const selector of frames) {
      const element = await this.element(selector);
      if (!element) throw new Error('Frame was detached');
      await this.client.post('/frame', { id: { [elementKey]: element[elementKey] } });
    }
  }

  async #execute(body: string, args: unknown[], needsTools: boolean): Promise<unknown> {
    const ask = () => this.#ask(body, args, needsTools);
    let answer = await ask();
    if (answer !== null && 'isBare' in answer) {
      await this.#ask(`() => { ${await toolsSource()} }`, [], false);
      answer = await ask();
    }
    if (answer === null) {
      // The function opened a dialog, which ends the wait for it.
      await this.#answerOpen();
      return null;
    }
    if ('error' in answer) throw new Error(answer.error);
    if (!('value' in answer)) throw pageLeft();
    return answer.value;
  }

  /**
   * Calls a function in the document. If the page navigates at that moment, WebKit never answers, and the session would
   * hang. So a slow document is asked for its last command; a different one means that the page was replaced, and the
   * wait ends.
   */
  async #ask(body: string, args: unknown[], needsTools: boolean): Promise<PageAnswer | null> {
    this.#commands += 1;
    const command = this.#commands;
    const lost = new AbortController();
    const asked = this.client.post<PageAnswer | null>(
      '/execute/async',
      { script: scriptOf(body, needsTools, command), args },
      lost.signal,
    );
    const answered = new AbortController();
    if (this.#losesAnswers)
      void this.#isLost(command, answered.signal).then((isLost) => isLost && lost.abort(pageLeft()));
    try {
      return await asked;
    } finally {
      answered.abort();
    }
  }

  /**
   * Resolves to true once the document that got the command has been replaced, or to false once the signal is aborted.
   */
  async #isLost(command: number, signal: AbortSignal): Promise<boolean> {
    for (;;) {
      await rest(checkEveryMs, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return false;
      const late = AbortSignal.any([signal, AbortSignal.timeout(checkMs)]);
      const last = await this.client
        .post<number>('/execute/sync', { script: lastCommandScript, args: [] }, late)
        .catch(() => command);
      if (last !== command && !signal.aborted) return true;
    }
  }
}

/** A driver error as the error that the keywords expect. */
function toError(error: WebDriverError): Error {
  switch (error.code) {
    case 'no such window':
    case 'invalid session id':
      return closed();
    case 'no such frame':
      return new Error('Frame was detached');
    case 'stale element reference':
    case 'no such element':
      return new Error('Element is not attached to the DOM');
    case 'javascript error':
      // Leaving a page loses the answer.
      return /navigat|unload|destroyed|terminated/i.test(error.message) ? pageLeft() : error;
    default:
      // Selenium Grid's message when the browser's machine is gone.
      return /request for an existing session/i.test(error.message) ? closed() : error;
  }
}

/** A page that is being left briefly has no document. */
const isPassing = (error: unknown) => /context was destroyed|detached|not attached/i.test(String(error));

/** until polls until the result is no longer a reason to wait, for at most `ms` milliseconds. */
export async function until<Value>(
  ms: number,
  probe: () => Promise<{ value: Value } | { wait: string }>,
): Promise<Value> {
  const endsAt = performance.now() + ms;
  let why = '';
  for (;;) {
    const left = endsAt - performance.now();
    const seen = await inTime(Math.max(left, 1) + graceMs, probe, () => timedOut(ms, why)).catch((error: unknown) => {
      if (isPassing(error)) return { wait: why };
      throw error;
    });
    if ('value' in seen) return seen.value;
    why = seen.wait;
    if (performance.now() + restMs >= endsAt) throw timedOut(ms, why);
    await rest(restMs);
  }
}

/** inTime stops waiting for work after this many milliseconds. */
export async function inTime<Value>(
  ms: number,
  work: () => Promise<Value>,
  late: () => Error = () => timedOut(ms),
): Promise<Value> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(late()), ms);
  const working = work();
  working.catch(() => undefined);
  return Promise.race([working, promise]).finally(() => clearTimeout(timer));
}
