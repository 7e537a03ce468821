import pg from 'pg';
import type { Logger } from 'pino';
import type { Database } from './pool.ts';

type Listener = (payload: string) => void;

/**
 * Bell carries short hints between processes over LISTEN/NOTIFY. A hint may be lost while the connection is re-made,
 * so every receiver also looks by itself from time to time; `onReconnect` tells when it should.
 */
export class Bell {
  readonly #url: string;
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #reconnected = new Set<() => void>();
  readonly #onError: (error: Error) => void;
  #client: pg.Client | undefined;
  #closed = false;

  constructor(url: string, onError: (error: Error) => void) {
    this.#url = url;
    this.#onError = onError;
  }

  /** Connects and hears every channel asked for so far, or leaves nothing open. */
  async start(): Promise<void> {
    const client = new pg.Client({ connectionString: this.#url, application_name: 'touchstone-bell', keepAlive: true });
    client.on('notification', (message) => {
      for (const listener of this.#listeners.get(message.channel) ?? []) listener(message.payload ?? '');
    });
    client.on('error', (error) => this.#lost(client, error));
    client.on('end', () => this.#lost(client, new Error('The notification connection ended.')));
    try {
      await client.connect();
      for (const channel of this.#listeners.keys()) await client.query(`listen ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
    if (this.#closed) await client.end();
    else this.#client = client;
  }

  /** Hears `channel` until the returned function is called. Without a connection it is heard from the next one on. */
  async listen(channel: string, listener: Listener): Promise<() => void> {
    const known = this.#listeners.get(channel);
    const listeners = known ?? new Set();
    listeners.add(listener);
    this.#listeners.set(channel, listeners);
    const client = this.#client;
    if (!known && client)
      await client.query(`listen ${pg.escapeIdentifier(channel)}`).catch((error: Error) => this.#lost(client, error));
    return () => listeners.delete(listener);
  }

  onReconnect(listener: () => void): () => void {
    this.#reconnected.add(listener);
    return () => this.#reconnected.delete(listener);
  }

  async stop(): Promise<void> {
    this.#closed = true;
    await this.#client?.end().catch(() => undefined);
  }

  #lost(client: pg.Client, error: Error): void {
    if (this.#closed || this.#client !== client) return;
    this.#client = undefined;
    this.#onError(error);
    client.end().catch(() => undefined);
    this.#retry();
  }

  #retry(): void {
    setTimeout(async () => {
      if (this.#closed) return;
      try {
        await this.start();
        for (const listener of this.#reconnected) listener();
      } catch {
        this.#retry();
      }
    }, 500).unref();
  }
}

/** Ring sends a hint over the bell to every process. It never fails: who misses it looks by itself. */
export type Ring = (channel: string, payload: string) => Promise<void>;

export const createRing =
  ({ database, log }: { database: Database; log: Logger }): Ring =>
  async (channel, payload) => {
    await database.pool
      .query('select pg_notify($1, $2)', [channel, payload])
      .catch((error: Error) => log.warn({ err: error, channel }, 'notification failed'));
  };
