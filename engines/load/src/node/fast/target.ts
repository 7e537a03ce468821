import type { LookupFunction } from 'node:net';
import type { SecureContext } from 'node:tls';
import {
  type AddressPolicy,
  type Connections,
  checkedLookup,
  type Resolver,
  servernameOf,
} from '@touchstone/engine-http';

/** Target is a server that requests of the fast path are sent to. */
export interface Target {
  /** Unique in a thread. */
  index: number;
  host: string;
  port: number;
  secure: boolean;
  lookup: LookupFunction | undefined;
  tls: {
    servername: string;
    rejectUnauthorized: boolean;
    ALPNProtocols?: string[];
    secureContext?: SecureContext;
  };
}

/** Targets finds the target of each step; steps with the same one share a virtual user's connection. */
export class Targets {
  readonly #known = new Map<string, Target>();
  readonly #connections: Connections;
  readonly #policy: AddressPolicy;
  readonly #resolve: Resolver;

  constructor(options: { connections: Connections; policy: AddressPolicy; resolve: Resolver }) {
    this.#connections = options.connections;
    this.#policy = options.policy;
    this.#resolve = options.resolve;
  }

  get count(): number {
    return this.#known.size;
  }

  /** Returns the reason, as a sentence, if a proxy is in between. Throws an HttpError if the address is forbidden. */
  async find(url: URL, settings: { verifyCertificate: boolean; offersHttp2: boolean }): Promise<Target | string> {
    const { verifyCertificate, offersHttp2 } = settings;
    const route = await this.#connections.route(url, verifyCertificate);
    if (route.plainProxy !== undefined || route.line.tunnel !== undefined) return 'a proxy stands between';
    const { host, port, secure, line } = route;
    const key = `${secure} ${host} ${port} ${secure ? `${line.key} ${offersHttp2}` : ''}`;
    let target = this.#known.get(key);
    if (target === undefined) {
      target = {
        index: this.#known.size,
        host,
        port,
        secure,
        lookup: checkedLookup({ policy: this.#policy, port, resolve: this.#resolve, onResolved: () => undefined }),
        tls: {
          servername: servernameOf(host),
          rejectUnauthorized: verifyCertificate,
          ...(offersHttp2 ? { ALPNProtocols: ['h2', 'http/1.1'] } : {}),
          ...(line.secureContext === undefined ? {} : { secureContext: line.secureContext }),
        },
      };
      this.#known.set(key, target);
    }
    return target;
  }
}

/**
 * cachedResolver resolves each name once per `keepMs`, however many connections ask for it at the same time; failures
 * aren't cached.
 */
export function cachedResolver(resolve: Resolver, keepMs = 30_000): Resolver {
  type Callback = Parameters<Resolver>[1];
  const known = new Map<string, { addresses: Parameters<Callback>[1]; untilMs: number }>();
  const asking = new Map<string, Callback[]>();
  return (hostname, callback) => {
    const entry = known.get(hostname);
    if (entry !== undefined && entry.untilMs > performance.now()) {
      // Callers expect the result after they have returned.
      queueMicrotask(() => callback(null, entry.addresses));
      return;
    }
    const waiting = asking.get(hostname);
    if (waiting !== undefined) {
      waiting.push(callback);
      return;
    }
    const callbacks = [callback];
    asking.set(hostname, callbacks);
    resolve(hostname, (error, addresses) => {
      asking.delete(hostname);
      if (error === null) known.set(hostname, { addresses, untilMs: performance.now() + keepMs });
      for (const each of callbacks) each(error, addresses);
    });
  };
}
