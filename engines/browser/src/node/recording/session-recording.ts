import { createReadStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { formatBytes } from '@touchstone/kernel';
import type { Har } from '../../core/har.ts';
import { inTime } from '../browser-pool.ts';
import type { Session } from '../session.ts';
import { FilmRecorder } from './film-recorder.ts';
import { NetworkLog } from './network-log.ts';
import { SecretFilter } from './secret-filter.ts';
import { traceHoldsSecret } from './trace-secrets.ts';

/** Limits of a recording, in bytes. */
export interface RecordingLimits {
  trace: number;
  film: number;
}
const usualLimits: RecordingLimits = { trace: 50_000_000, film: 20_000_000 };
/** How long the browser may take to export its trace, in milliseconds. */
const traceMs = 10_000;
/** How long to wait for the rest of its network log, in milliseconds. */
const restMs = 2000;

/** How a session is recorded. */
export interface RecordingOptions {
  /** Values that the recording must never contain. */
  secrets: readonly string[];
  /** Whether a trace may be taken at all: it shows what steps type. */
  hasTrace: boolean;
  limits?: Partial<RecordingLimits>;
}

/** The recording of a session; its files exist until the recording is removed. */
export interface Recorded {
  /** When the film starts, or the session if there is no film. */
  startedAt: Date;
  network: Har;
  /** Bytes of an AVI. */
  film: AsyncIterable<Uint8Array> | undefined;
  /** Bytes of a zip for Playwright's trace viewer. */
  trace: AsyncIterable<Uint8Array> | undefined;
  /** Sentences for the report: what was not kept, and why. */
  notes: string[];
}

/** Whether its browser can't take a trace. */
const isTraceless = ({ isWebDriver }: Session): boolean => isWebDriver;

/**
 * SessionRecording records a session: its network, a film of the page, and a trace. A failure in it never ends the
 * script.
 */
export class SessionRecording {
  readonly #session: Session;
  readonly #folder: string;
  readonly #filter: SecretFilter;
  readonly #limits: RecordingLimits;
  readonly #network: NetworkLog;
  readonly #film: FilmRecorder;
  readonly #startedAt = new Date();
  #isTracing = false;

  constructor(session: Session, folder: string, options: RecordingOptions) {
    this.#session = session;
    this.#folder = folder;
    this.#limits = { ...usualLimits, ...options.limits };
    this.#filter = new SecretFilter(options.secrets);
    this.#network = new NetworkLog(session.context, this.#filter);
    this.#film = new FilmRecorder(session.view, { path: join(folder, 'film'), maxBytes: this.#limits.film });
  }

  /** Masks a value that becomes known only now, such as a one-time code. */
  hide(secret: string): void {
    this.#filter.add(secret);
  }

  /** Records WebSockets, unless the browser doesn't report them. */
  async observeSockets(): Promise<void> {
    await this.#network.observeSockets().catch(() => undefined);
  }

  /** Starts the trace; a browser that refuses returns none at the end. */
  async trace(): Promise<void> {
    this.#isTracing = true;
    const { tracing } = this.#session.context;
    await tracing.start({ screenshots: true, snapshots: true, sources: false }).catch(() => undefined);
  }

  /**
   * Ends the recording before the session is closed, and returns what there is; if `isHurried`, the browser is asked
   * for nothing more.
   */
  async finish({ isHurried = false } = {}): Promise<Recorded> {
    const notes: string[] = isTraceless(this.#session)
      ? ['There is no trace, because a browser that is driven by WebDriver takes none.']
      : [];
    const hasFilm = await this.#film.end();
    const network = await this.#network.finish(isHurried ? 0 : restMs);
    const trace = isHurried ? undefined : await this.#takeTrace(notes);
    if (isHurried && this.#isTracing) notes.push('There is no trace, because the run was stopped.');
    if (!hasFilm) notes.push('There is no film, because the page was never drawn.');
    if (this.#film.isThinned) notes.push('The film shows fewer pictures a second, because it would be too large.');
    return {
      startedAt: this.#film.startedAt ?? this.#startedAt,
      network,
      film: hasFilm ? this.#film.read() : undefined,
      trace: trace === undefined ? undefined : createReadStream(trace),
      notes,
    };
  }

  /** Removes its files, even if it wasn't finished. */
  async remove(): Promise<void> {
    this.#network.stop();
    await this.#film.close();
    // Not awaited, since the browser may not respond.
    if (this.#isTracing) this.#session.context.tracing.stop().catch(() => undefined);
    this.#isTracing = false;
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #takeTrace(notes: string[]): Promise<string | undefined> {
    if (!this.#isTracing) return undefined;
    this.#isTracing = false;
    const path = join(this.#folder, 'trace.zip');
    const stopping = this.#session.context.tracing.stop({ path });
    const size = (await inTime(stopping, traceMs)) ? await stat(path).catch(() => undefined) : undefined;
    if (!size) {
      notes.push('There is no trace, because the browser did not hand it out.');
      return undefined;
    }
    if (size.size > this.#limits.trace) {
      const [has, most] = [formatBytes(size.size), formatBytes(this.#limits.trace)];
      notes.push(`The trace was too large to be kept: ${has} of at most ${most}.`);
      return undefined;
    }
    if (!(await traceHoldsSecret(path, this.#filter).catch(() => true))) return path;
    notes.push('The trace is not kept, because a secret can be read in it.');
    return undefined;
  }
}

/**
 * startRecording starts to record a session; call `finish` before the session is closed, and `remove` afterwards to
 * delete its files.
 */
export async function startRecording(session: Session, options: RecordingOptions): Promise<SessionRecording> {
  const folder = await mkdtemp(join(session.folder, 'recording-'));
  const recording = new SessionRecording(session, folder, options);
  if (!session.isWebDriver) await recording.observeSockets();
  if (options.hasTrace && !isTraceless(session)) await recording.trace();
  return recording;
}
