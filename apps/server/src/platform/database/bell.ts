import pg from 'pg';

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

  async start(): Promise<void> {
    const client = new pg.Client({ connectionString: this.#url, application_name: 'touchstone-bell', keepAlive: true });
    client.on('notification', (message) => {
      for (const listener of this.#listeners.get(message.channel) ?? []) listener(message.payload ?? '');
    });
    client.on('error', (error) => this.#lost(client, error));
    client.on('end', () => this.#lost(client, new Error('The notification connection ended.')));
    await client.connect();
    this.#client = client;
    for (const channel of this.#listeners.keys()) await client.query(`listen ${pg.escapeIdentifier(channel)}`);
  }

  /** Hears `channel` until the returned function is called. */
  async listen(channel: string, listener: Listener): Promise<() => void> {
    let listeners = this.#listeners.get(channel);
    if (!listeners) {
      listeners = new Set();
      this.#listeners.set(channel, listeners);
      await this.#client?.query(`listen ${pg.escapeIdentifier(channel)}`);
    }
    listeners.add(listener);
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
