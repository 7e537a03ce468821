import { createServer } from 'node:http';
import { hostname } from 'node:os';
import { DualServer, issueCertificate, type MockCertificate, pathOf } from '@touchstone/engine-mock';
import type { Platform } from '../../../../platform/platform.ts';
import { isIn, type PortRange } from '../../domain/port-range.ts';
import type { ReadMockAuthority } from './mock-authority.ts';
import type { MockPlaces } from './mock-directory.ts';
import type { MockCall, ServeCall } from './serve-call.ts';

interface Parts {
  platform: Platform;
  range: PortRange | undefined;
  authority: ReadMockAuthority;
  /** The current addresses of all mocks. */
  places: () => Promise<MockPlaces[]>;
  serve: ServeCall;
}
/** A port that this process listens on; it may be reassigned to another mock. */
interface Opened {
  pathKey: string;
  server: DualServer;
}

const retryMs = 5000;
/** Switching a port takes at most this long, whatever callers of the old port do. */
const graceMs = 30_000;

/**
 * MockPorts listens on the ports of mocks in every process with the role api, so a mock's port works at any of them. A
 * port taken by another process of this machine is retried, so this one takes over when that process ends.
 */
export class MockPorts {
  readonly #parts: Parts;
  readonly #open = new Map<number, Opened>();
  readonly #taken = new Set<number>();
  readonly #leaving = new Set<Promise<void>>();
  #certificate: Promise<MockCertificate> | undefined;
  #following: Promise<void> = Promise.resolve();
  #retry: NodeJS.Timeout | undefined;
  #isStopping = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  get #isActive(): boolean {
    return this.#parts.range !== undefined && this.#parts.platform.config.roles.includes('api') && !this.#isStopping;
  }

  async start(): Promise<void> {
    if (!this.#isActive) return;
    await this.follow();
    this.#retry = setInterval(() => {
      if (this.#taken.size > 0) void this.follow();
    }, retryMs);
    this.#retry.unref();
  }

  /**
   * Updates the open ports to those of the mocks. Resolves when it listens; calls in progress on closing ports are
   * still answered.
   */
  follow(): Promise<void> {
    if (!this.#isActive) return Promise.resolve();
    const followed = this.#following.then(() => this.#follow());
    this.#following = followed.catch((error: unknown) => {
      this.#parts.platform.log.error({ err: error }, 'the ports of mocks could not be opened');
    });
    return this.#following;
  }

  /** Whether the product can listen on a port of this machine. */
  async isFree(port: number): Promise<boolean> {
    if (this.#open.has(port)) return true;
    const probe = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      probe.once('error', () => resolve(false));
      probe.listen(port, this.#parts.platform.config.HOST, () => resolve(true));
    });
    await new Promise((resolve) => probe.close(resolve));
    return isFree;
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    clearInterval(this.#retry);
    await this.#following;
    await Promise.all([...this.#leaving, ...[...this.#open.values()].map(({ server }) => server.stop())]);
    this.#open.clear();
  }

  async #follow(): Promise<void> {
    const wanted = new Map<number, string>();
    for (const { port, pathKey } of await this.#parts.places())
      if (isIn(this.#parts.range, port)) wanted.set(port, pathKey);
    this.#taken.clear();
    for (const [port, opened] of this.#open) {
      const pathKey = wanted.get(port);
      if (pathKey !== undefined) opened.pathKey = pathKey;
      else this.#leave(port, opened);
    }
    for (const [port, pathKey] of wanted) if (!this.#open.has(port)) await this.#listen(port, pathKey);
  }

  #leave(port: number, { server }: Opened): void {
    this.#open.delete(port);
    const left = server.stop(graceMs).finally(() => this.#leaving.delete(left));
    this.#leaving.add(left);
  }

  async #listen(port: number, pathKey: string): Promise<void> {
    const { config, log } = this.#parts.platform;
    this.#certificate ??= this.#issue();
    const certificate = await this.#certificate;
    const opened: Opened = {
      pathKey,
      server: new DualServer({
        certificate,
        serve: (request, response, upgrade) => this.#serve(opened, port, { request, response, upgrade }),
      }),
    };
    try {
      await opened.server.listen(port, config.HOST);
      this.#open.set(port, opened);
    } catch (error) {
      this.#taken.add(port);
      log.warn({ err: error, port }, 'the port of a mock is taken; it is tried again');
    }
  }

  #serve(
    opened: Opened,
    port: number,
    { request, response, upgrade }: Pick<MockCall, 'request' | 'response' | 'upgrade'>,
  ): void {
    const { socket, url = '/' } = request;
    void this.#parts.serve({
      request,
      response,
      upgrade,
      key: opened.pathKey,
      mount: `:${port}`,
      url: pathOf(url),
      clientIp: socket.remoteAddress ?? '',
      scheme: 'encrypted' in socket && socket.encrypted === true ? 'https' : 'http',
      log: this.#parts.platform.log,
    });
  }

  async #issue(): Promise<MockCertificate> {
    const { config, clock } = this.#parts.platform;
    const own = new URL(config.publicUrl).hostname.replace(/^\[|\]$/g, '');
    const names = new Set([own, 'localhost', '127.0.0.1', '::1', hostname()]);
    return issueCertificate(await this.#parts.authority(), [...names], clock.now());
  }
}
