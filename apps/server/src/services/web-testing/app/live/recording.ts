import type { LiveCommand, LiveNews } from '@touchstone/contracts/web-testing';
import type { LiveBrowser, Session } from '@touchstone/engine-browser';
import { fillVariables, type KeywordFunction, runSteps, type Step } from '@touchstone/engine-keyword/core';
import { AppError, type Clock } from '@touchstone/kernel';
import type { Platform } from '../../../../platform/platform.ts';
import { type KnownValues, nameVariables } from '../../domain/name-variables.ts';
import { type RecordingUse, recordingEnd } from '../../domain/recording-end.ts';
import { typedAddress } from '../../domain/typed-address.ts';
import { webTestingErrors } from '../../errors.ts';
import { LiveRoom, type LiveWatcher, type SentInput } from './live-room.ts';

/** Timeout of a step without its own, in milliseconds. */
const stepTimeoutMs = 10_000;
const notTried = 'The steps could not be tried. Try them again, or close the browser and start it again.';

/** What a recording belongs to. */
export interface RecordingPlace {
  organizationId: string;
  projectId: string;
  environmentId: string | undefined;
  /** null: the recording belongs to the project. */
  scriptId: string | null;
  browser: 'chromium' | 'firefox';
  openedByName: string;
  openedAt: Date;
}

/** Steps to try, with what they need. */
export interface TriedSteps {
  steps: Step[];
  functions: KeywordFunction[];
  /** Rows of the script's data table. */
  rows: Record<string, string>[];
}

/** Recording is a browser in which a user records the steps of a script. */
export class Recording {
  readonly place: RecordingPlace;
  readonly room = new LiveRoom();
  readonly #session: Session;
  readonly #live: LiveBrowser;
  #known: KnownValues;
  /** Variables set by tried steps. */
  readonly #set: Record<string, string> = {};
  readonly #clock: Clock;
  readonly #use: RecordingUse;
  readonly #control: AbortController;
  readonly #log: Pick<Platform['log'], 'warn'>;
  /** The last completed call of each page. */
  readonly #sequences = new Map<string, number>();
  #isTrying = false;

  constructor(
    place: RecordingPlace,
    given: {
      session: Session;
      Live: typeof LiveBrowser;
      known: KnownValues;
      clock: Clock;
      control: AbortController;
      log: Pick<Platform['log'], 'warn'>;
    },
  ) {
    this.place = place;
    this.#session = given.session;
    this.#control = given.control;
    this.#log = given.log;
    this.#clock = given.clock;
    this.#known = given.known;
    const startedMs = given.clock.monotonicMs();
    this.#use = { openedMs: startedMs, usedMs: startedMs, unwatchedMs: startedMs };
    this.#live = new given.Live(given.session, (news) => this.room.broadcast(this.#named(news as LiveNews)));
    this.room.broadcast({ type: 'mode', mode: this.#live.mode });
  }

  /** Why the recording must be closed now; undefined if it can stay open. */
  get endReason(): string | undefined {
    if (!this.#session.isOpen) return 'The browser ended unexpectedly. Start it again to go on.';
    return recordingEnd(this.#use, this.#clock.monotonicMs());
  }

  /** Updates the project's variables. */
  learn({ variables, secrets }: KnownValues): void {
    this.#known = { variables: { ...variables, ...this.#set }, secrets };
  }

  /** Resets the idle time. */
  used(): void {
    this.#use.usedMs = this.#clock.monotonicMs();
  }

  /** Shows the browser until the returned function is called. */
  watch(watcher: LiveWatcher): () => void {
    const leave = this.room.join(watcher);
    const hide = this.#live.view.watch((picture) => watcher.picture(picture));
    this.#use.unwatchedMs = undefined;
    return () => {
      leave();
      hide();
      if (this.room.watchers === 0) this.#use.unwatchedMs = this.#clock.monotonicMs();
    };
  }

  /** Performs a user's inputs, once. */
  async input({ from, sequence, inputs }: SentInput): Promise<void> {
    const before = this.#sequences.get(from);
    if (before !== undefined && sequence <= before) return;
    this.#sequences.set(from, sequence);
    await this.#live.input(inputs);
  }

  /** Performs a user's command; returns the copied text, or an empty string. */
  async command(command: LiveCommand): Promise<string> {
    if (command.type === 'copy') return this.#live.selectedText();
    if (command.type === 'chooseOption') this.room.settle('options');
    if (command.type === 'chooseFile') this.room.settle('files');
    await this.#live.command(command.type === 'open' || command.type === 'newTab' ? this.#address(command) : command);
    return '';
  }

  /** Starts running steps; all watchers are notified of each outcome. */
  trySteps(tried: TriedSteps): void {
    if (this.#isTrying) throw new AppError(webTestingErrors.stepsAreTried);
    void this.#try(tried);
  }

  async close(message: string): Promise<void> {
    this.#control.abort();
    this.#live.close();
    this.room.end(message);
    await this.#session.close();
  }

  #named(news: LiveNews): LiveNews {
    return news.type === 'step' ? { ...news, step: nameVariables(news.step, this.#known) } : news;
  }

  /** Values typed as variables are recorded as variables; a completed address is recorded in full. */
  #address({ type, url: typed }: Extract<LiveCommand, { type: 'open' | 'newTab' }>) {
    if (typed === '') return { type, url: '' };
    const { text, missing } = fillVariables(typed, (name) => this.#known.variables[name]);
    if (missing !== undefined) throw new AppError(webTestingErrors.variableMissing, { params: { name: missing } });
    const url = typedAddress(text);
    return { type, url, shown: typed.includes('{{') ? typed.trim() : url };
  }

  async #try({ steps, functions, rows }: TriedSteps): Promise<void> {
    const { variables, secrets } = this.#known;
    this.#trying(true);
    try {
      const result = await this.#live.drive(() =>
        runSteps(
          { steps, timeoutMs: stepTimeoutMs },
          {
            driver: this.#session,
            variables: { ...variables, ...rows[0] },
            functions,
            rows,
            secrets,
            signal: this.#control.signal,
            report: (event) => {
              if (event.type !== 'stepFinished') return;
              const { step, status, message, expected, actual } = event;
              const result = { stepId: step.id, status, message, expected: expected ?? null, actual: actual ?? null };
              this.room.broadcast({ type: 'tried', ...result });
            },
          },
        ),
      );
      Object.assign(this.#set, result.variables);
      this.learn(this.#known);
    } catch (error) {
      // The caller does not await the steps, so the watchers are notified.
      const isOwn = error instanceof AppError;
      if (!isOwn) this.#log.warn({ err: error }, 'steps of a recording could not be tried');
      this.room.broadcast({ type: 'problem', message: isOwn ? error.message : notTried });
    } finally {
      this.#trying(false);
    }
  }

  #trying(isTrying: boolean): void {
    this.#isTrying = isTrying;
    this.room.broadcast({ type: 'trying', isTrying });
  }
}
