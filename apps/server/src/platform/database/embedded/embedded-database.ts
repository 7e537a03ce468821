import pg from 'pg';
import type { Logger } from 'pino';
import { socketOf } from '../pool.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';

export const ownerLock = 7_700_000;
/** How often to check whether the server was asked to stop; its end is noticed immediately. */
const pollIntervalMs = 1000;
/** Delays before restart attempts. A server that ended repeatedly within `calmMs` waits longer before the first. */
const usualPausesMs = [0, 100, 200, 400, 800, 1500, 3000, 3000];
const calmMs = 60_000;

/** EmbeddedDatabase is the database of a data folder, kept running for this process only. */
export interface EmbeddedDatabase {
  url: string;
  close(): Promise<void>;
}

/** Watching callbacks for a server that ends. */
export interface Watching {
  log?: Logger;
  /** Called with the reason if an ended server can't be restarted; the database is then given up. */
  onGivenUp?(error: Error): void;
  pausesMs?: readonly number[];
}

/**
 * openEmbeddedDatabase starts the database of a data folder for this process only; a second process is refused. A
 * server that ends while open is restarted at the same address, with growing delays.
 */
export async function openEmbeddedDatabase(dataDir: string, watching: Watching = {}): Promise<EmbeddedDatabase> {
  const server = await startEmbeddedPostgres(dataDir);
  const keeper = new Keeper(dataDir, server, watching);
  await keeper.own();
  return { url: server.url, close: () => keeper.close() };
}

/** Holds the owner's lock; the end of its connection signals the end of the server. */
class Keeper {
  readonly #dataDir: string;
  readonly #watching: Watching;
  #server: EmbeddedPostgres;
  #guard: pg.Client | undefined;
  #timer: NodeJS.Timeout | undefined;
  #deaths: number[] = [];
  #restarting: Promise<void> | undefined;
  #closed = false;

  constructor(dataDir: string, server: EmbeddedPostgres, watching: Watching) {
    this.#dataDir = dataDir;
    this.#server = server;
    this.#watching = watching;
  }

  /** Takes the lock and starts watching. */
  async own(): Promise<void> {
    const guard = new pg.Client({
      connectionString: this.#server.url,
      application_name: 'touchstone-owner',
      keepAlive: true,
      connectionTimeoutMillis: 5000,
    });
    guard.on('error', () => undefined);
    await guard.connect();
    await takeLock(guard, this.#dataDir);
    this.#guard = guard;
    guard.once('end', () => this.#ended(guard));
    // It may have ended before the listener was added.
    if (socketOf(guard).destroyed) this.#ended(guard);
    this.#timer = setInterval(() => void this.#endStopping(guard), pollIntervalMs);
    this.#timer.unref();
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#timer);
    await this.#restarting;
    await this.#guard?.end().catch(() => undefined);
    await this.#server.stop();
  }

  /** A server that was asked to stop waits for our own connections to end, so stop it right away. */
  async #endStopping(guard: pg.Client): Promise<void> {
    if (!(await this.#server.isStopping()) || this.#guard !== guard || this.#closed) return;
    this.#watching.log?.warn('another process stops the embedded database; it is stopped at once and started again');
    await this.#server.stop();
  }

  #ended(guard: pg.Client): void {
    if (this.#closed || this.#guard !== guard) return;
    this.#guard = undefined;
    clearInterval(this.#timer);
    this.#restarting = this.#restart().finally(() => {
      this.#restarting = undefined;
    });
  }

  async #restart(): Promise<void> {
    const { log, onGivenUp, pausesMs = usualPausesMs } = this.#watching;
    const now = Date.now();
    this.#deaths = [...this.#deaths.filter((at) => now - at < calmMs), now];
    log?.error('the embedded database has ended; it is started again');
    const pauses = [pausesMs[Math.min(this.#deaths.length - 1, pausesMs.length - 1)] ?? 0, ...pausesMs.slice(1)];
    for (const [attempt, pause] of pauses.entries()) {
      await new Promise((resolve) => setTimeout(resolve, pause));
      if (this.#closed) return;
      try {
        this.#server = await startEmbeddedPostgres(this.#dataDir, { port: this.#server.port });
        await this.own();
        log?.info({ attempts: attempt + 1 }, 'the embedded database runs again');
        return;
      } catch (error) {
        log?.error({ err: error, attempt: attempt + 1 }, 'the embedded database does not start');
        if (attempt === pauses.length - 1) onGivenUp?.(error as Error);
      }
    }
  }
}

async function takeLock(guard: pg.Client, dataDir: string): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    const taken = await guard.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [ownerLock]);
    if (taken.rows[0]?.taken) return;
    // The session of a killed process survives for a moment.
    if (attempt === 30) {
      await guard.end();
      throw new Error(
        `Another Touchstone uses the data folder ${dataDir}. Stop it first, or set TOUCHSTONE_DATA_DIR; several processes need DATABASE_URL.`,
      );
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
