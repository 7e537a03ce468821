import pg from 'pg';
import type { Logger } from 'pino';
import { DatabaseUnavailable } from './outage.ts';
import { type Database, socketOf } from './pool.ts';

type Listener = (payload: string) => void;

const retryMs = 500;
const connectMs = 3000;
/**
 * The heartbeat: a query on each beat; after this many beats without an answer the database counts as unresponsive.
 * Counts beats, not milliseconds, so that a busy process doesn't blame the database.
 */
const beatMs = 500;
const silentBeats = 5;

/** First half of the keys of the advisory locks that declare a process ("tsnp"). */
const presenceClass = 0x74736e70;
const declaration = (name: string): pg.QueryConfig =>
  ({
    text: `select pg_advisory_lock_shared(${presenceClass}, hashtext($1))`,
    values: [name],
    query_timeout: connectMs,
  }) as pg.QueryConfig;
const withdrawal = (name: string): pg.QueryConfig => ({
  text: `select pg_advisory_unlock_shared(${presenceClass}, hashtext($1))`,
  values: [name],
});

/** isDeclared returns the SQL condition that the name in `column` is declared by a living process. */
export const isDeclared = (column: string): string =>
  `exists (select 1 from pg_locks where locktype = 'advisory' and granted and classid = ${presenceClass}
    and objid = (hashtext(${column})::bigint & 4294967295)::oid and objsubid = 2
    and database = (select oid from pg_database where datname = current_database()))`;

/**
 * Notifier carries short hints between processes over LISTEN/NOTIFY. Hints may be lost during a reconnect, so receivers
 * must also poll occasionally; `onReconnect` signals when. Through its connection a process also notices within three
 * seconds that the database is gone or unresponsive, and when it is back (`onOutage`).
 */
export class Notifier {
  readonly #url: string;
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #presences = new Set<string>();
  readonly #reconnected = new Set<() => void>();
  readonly #onError: (error: Error) => void;
  readonly #watchers = new Set<(reason: DatabaseUnavailable | undefined) => void>();
  #client: pg.Client | undefined;
  /** The last statement on the connection, which takes one at a time. */
  #last: Promise<unknown> = Promise.resolve();
  #closed = false;
  #outage: DatabaseUnavailable | undefined;

  constructor(url: string, onError: (error: Error) => void) {
    this.#url = url;
    this.#onError = onError;
  }

  /** Connects and listens to all channels requested so far, or leaves nothing open. */
  async start(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: 'touchstone-notifier',
      keepAlive: true,
      connectionTimeoutMillis: connectMs,
    });
    client.on('notification', (message) => {
      for (const listener of this.#listeners.get(message.channel) ?? []) listener(message.payload ?? '');
    });
    client.on('error', (error) => this.#lost(client, error));
    client.on('end', () => this.#lost(client, new Error('The notification connection ended.')));
    try {
      await client.connect();
      for (const channel of this.#listeners.keys()) {
        const text = `listen ${pg.escapeIdentifier(channel)}`;
        await client.query({ text, query_timeout: connectMs } as pg.QueryConfig);
      }
      for (const name of this.#presences) await client.query(declaration(name));
    } catch (error) {
      socketOf(client).destroy();
      throw error;
    }
    if (this.#closed) return client.end();
    this.#client = client;
    this.#last = Promise.resolve();
    this.#takePulse(client);
  }

  #takePulse(client: pg.Client): void {
    let missed = 0;
    let isAsked = false;
    const beat = setInterval(() => {
      if (this.#client !== client) clearInterval(beat);
      else if (!isAsked) {
        isAsked = true;
        missed = 0;
        this.#query(client, 'select 1').then(
          () => {
            isAsked = false;
          },
          () => undefined,
        );
      } else {
        missed += 1;
        if (missed >= silentBeats) this.#lost(client, new DatabaseUnavailable('did not answer in time'));
      }
    }, beatMs);
    beat.unref();
  }

  /** Listens to `channel` until the returned function is called. If disconnected, starts with the next connection. */
  async listen(channel: string, listener: Listener): Promise<() => void> {
    const known = this.#listeners.get(channel);
    const listeners = known ?? new Set();
    listeners.add(listener);
    this.#listeners.set(channel, listeners);
    const client = this.#client;
    if (!known && client)
      await this.#query(client, `listen ${pg.escapeIdentifier(channel)}`).catch((error: Error) =>
        this.#lost(client, error),
      );
    return () => listeners.delete(listener);
  }

  /**
   * Declares that this process is alive under `name` while its connection lasts: a shared advisory lock that PostgreSQL
   * releases the moment the process dies. Call the returned function to withdraw it.
   */
  async declare(name: string): Promise<() => void> {
    this.#presences.add(name);
    const client = this.#client;
    if (client) await this.#query(client, declaration(name)).catch((error: Error) => this.#lost(client, error));
    return () => {
      this.#presences.delete(name);
      if (this.#client) this.#query(this.#client, withdrawal(name)).catch(() => undefined);
    };
  }

  #query(client: pg.Client, query: string | pg.QueryConfig): Promise<unknown> {
    const answer = this.#last.then(() => client.query(query));
    this.#last = answer.catch(() => undefined);
    return answer;
  }

  onReconnect(listener: () => void): () => void {
    this.#reconnected.add(listener);
    return () => this.#reconnected.delete(listener);
  }

  /**
   * Registers a watcher, called with the reason when the database becomes unavailable, and with undefined when it is
   * back.
   */
  onOutage(watcher: (reason: DatabaseUnavailable | undefined) => void): void {
    this.#watchers.add(watcher);
  }

  async stop(): Promise<void> {
    this.#closed = true;
    await this.#client?.end().catch(() => undefined);
  }

  #lost(client: pg.Client, error: Error): void {
    if (this.#closed || this.#client !== client) return;
    this.#client = undefined;
    this.#onError(error);
    socketOf(client).destroy();
    if (error instanceof DatabaseUnavailable) this.#report(error);
    void this.#connectAgain();
  }

  /** Only a connection that can't be restored immediately means that the database is away. */
  async #connectAgain(): Promise<void> {
    if (this.#closed) return;
    try {
      await this.start();
    } catch (error) {
      if (!this.#outage) this.#report(new DatabaseUnavailable('does not answer: the connection to it is lost', error));
      setTimeout(() => void this.#connectAgain(), retryMs).unref();
      return;
    }
    this.#report(undefined);
    for (const listener of this.#reconnected) listener();
  }

  #report(reason: DatabaseUnavailable | undefined): void {
    if (this.#outage === reason) return;
    this.#outage = reason;
    for (const watcher of this.#watchers) watcher(reason);
  }
}

/**
 * Wake sends a hint to a channel's readers in every process. Never fails: a reader that misses it finds out by polling.
 */
export type Wake = (channel: string, payload: string) => Promise<void>;

export const createWake =
  ({ database, log }: { database: Database; log: Logger }): Wake =>
  async (channel, payload) => {
    await database.pool
      .query('select pg_notify($1, $2)', [channel, payload])
      .catch((error: Error) => log.warn({ err: error, channel }, 'notification failed'));
  };
