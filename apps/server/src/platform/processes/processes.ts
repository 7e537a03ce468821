import { networkInterfaces } from 'node:os';
import { newId } from '@touchstone/kernel';
import type { Logger } from 'pino';
import type { Config, ServerRole } from '../config.ts';
import type { Notifier } from '../database/notifier.ts';
import type { Database } from '../database/pool.ts';
import type { SecretBox } from '../secrets.ts';
import { processesStore } from './processes.store.ts';
import { openMessage, sealMessage } from './signed-message.ts';

interface Parts {
  config: Pick<Config, 'HOST' | 'PORT' | 'PROCESS_URL' | 'roles'>;
  database: Database;
  notifier: Notifier;
  secrets: SecretBox;
  log: Logger;
}

/**
 * Processes registers this process with the others of the installation, and knows their addresses and which of them
 * holds what exists in one process only, such as an open browser. Knowing an address gives no rights: every message is
 * signed for its receiver.
 */
export class Processes {
  readonly #parts: Parts;
  /** The name of this process, as declared to the others. */
  readonly own = `process:${newId()}`;
  #port: number;
  #announced: Promise<void> | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#port = parts.config.PORT;
  }

  /** Resolves when others can find this process; `port` is set if it listens on another port than the api's. */
  announce(port = this.#port): Promise<void> {
    this.#port = port;
    this.#announced ??= this.#announce();
    return this.#announced;
  }

  /** Removes this process, so that others no longer find it. */
  async leave(): Promise<void> {
    await this.#announced?.catch(() => undefined);
    await processesStore.remove(this.#sql, this.own).catch(() => undefined);
  }

  /** The address of a process; undefined if it isn't alive. */
  addressOf(process: string): Promise<string | undefined> {
    return processesStore.addressOf(this.#sql, process);
  }

  /** The other processes with this role. */
  others(role: ServerRole): Promise<string[]> {
    return processesStore.allBut(this.#sql, this.own, role);
  }

  /**
   * Registers this process as the holder of a key, until `release` is called. Keys are unique in the whole
   * installation.
   */
  hold(key: string): { known: Promise<void>; release: () => void } {
    const { log } = this.#parts;
    const known = this.announce().then(() => processesStore.hold(this.#sql, key, this.own));
    const report = (error: unknown) => log.warn({ err: error, key }, 'other processes do not learn who has this');
    known.catch(report);
    const release = () => void known.then(() => processesStore.release(this.#sql, key, this.own)).catch(report);
    return { known, release };
  }

  /** The living process that holds a key; undefined if there is none. */
  holderOf(key: string): Promise<string | undefined> {
    return processesStore.holderOf(this.#sql, key);
  }

  /** Writes a message from this process to another. */
  seal(content: object, to: string): string {
    return sealMessage(content, { to, nowMs: this.#nowMs(), sign: this.#sign });
  }

  /** Reads a message from another process; undefined unless a process of this installation wrote it recently. */
  open<Content extends object>(message: string): Content | undefined {
    return openMessage<Content>(message, { to: this.own, nowMs: this.#nowMs(), sign: this.#sign });
  }

  readonly #sign = (text: string): string => this.#parts.secrets.fingerprint(text, 'platform.process');

  get #sql() {
    return this.#parts.database.sql;
  }

  /** The machine's time, even if a test uses its own clock. */
  #nowMs(): number {
    return Date.now();
  }

  async #announce(): Promise<void> {
    const { config, notifier } = this.#parts;
    await notifier.declare(this.own);
    const address = config.PROCESS_URL?.replace(/\/+$/, '') ?? `http://${reachable(config.HOST)}:${this.#port}`;
    await processesStore.announce(this.#sql, { name: this.own, address, roles: [...config.roles] });
  }
}

/** A host name at which other machines reach a server listening on `host`. */
function reachable(host: string): string {
  if (host !== '0.0.0.0' && host !== '::') return host.includes(':') ? `[${host}]` : host;
  const addresses = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
  return addresses.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '127.0.0.1';
}
