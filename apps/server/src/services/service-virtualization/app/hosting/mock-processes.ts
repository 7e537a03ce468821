import { networkInterfaces } from 'node:os';
import { AppError, newId } from '@touchstone/kernel';
import type { Platform } from '../../../../platform/platform.ts';
import { virtualizationErrors } from '../../errors.ts';
import { processesStore } from '../../store/processes.store.ts';
import { openMessage, sealMessage } from './signed-message.ts';

/** ServedElsewhere says which process answers for a mock in place of this one. */
export class ServedElsewhere extends AppError {
  readonly process: string;

  constructor(process: string) {
    super(virtualizationErrors.servedElsewhere);
    this.process = process;
  }
}

/** MockProcesses names this process to others, and tells where the others are: those with the role api, which answer for mocks. */
export class MockProcesses {
  readonly #platform: Platform;
  readonly #address: string;
  /** How this process is known to others while it lives. */
  readonly own = `mock:${newId()}`;
  #announced: Promise<void> | undefined;

  constructor(platform: Platform, address: string | undefined) {
    this.#platform = platform;
    const { HOST, PORT } = platform.config;
    this.#address = address?.replace(/\/+$/, '') ?? `http://${reachable(HOST)}:${PORT}`;
  }

  /** Whether this process answers for mocks itself. */
  get isHost(): boolean {
    return this.#platform.config.roles.includes('api');
  }

  /** Resolves when others can find this process. */
  announce(): Promise<void> {
    this.#announced ??= this.#announce();
    return this.#announced;
  }

  async leave(): Promise<void> {
    await processesStore.remove(this.#platform.database.sql, this.own).catch(() => undefined);
  }

  /** Where a process is reached; undefined where it is not alive. */
  addressOf(process: string): Promise<string | undefined> {
    return processesStore.addressOf(this.#platform.database.sql, process);
  }

  /** Another process that answers for mocks. Throws where there is none. */
  async any(): Promise<string> {
    const found = await processesStore.anyBut(this.#platform.database.sql, this.own);
    if (found === undefined) throw new AppError(virtualizationErrors.noHost);
    return found;
  }

  seal(content: object, to: string): string {
    return sealMessage(content, { to, nowMs: this.#nowMs(), sign: this.#sign });
  }

  open<Content extends object>(message: string): Content | undefined {
    return openMessage<Content>(message, { to: this.own, nowMs: this.#nowMs(), sign: this.#sign });
  }

  readonly #sign = (text: string): string => this.#platform.secrets.fingerprint(text, 'service_virtualization.process');

  /** The time of the machine, also where a test has a clock of its own. */
  #nowMs(): number {
    return Date.now();
  }

  async #announce(): Promise<void> {
    const { notifier, database } = this.#platform;
    await notifier.declare(this.own);
    if (this.isHost) await processesStore.announce(database.sql, { name: this.own, address: this.#address });
  }
}

/** A host name at which other machines reach what listens on `host`. */
function reachable(host: string): string {
  if (host !== '0.0.0.0' && host !== '::') return host.includes(':') ? `[${host}]` : host;
  const addresses = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
  return addresses.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '127.0.0.1';
}
