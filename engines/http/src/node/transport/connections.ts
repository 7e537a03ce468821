import { type Agent, Agent as HttpAgent } from 'node:http';
import { isIP } from 'node:net';
import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls';
import { HttpError } from '../../core/http-error.ts';
import type { AddressPolicy } from '../address/address-policy.ts';
import { assertLiteralAllowed, type Resolver } from '../address/checked-lookup.ts';
import type { RequestMark } from '../address/request-mark.ts';
import { type ProxyOptions, ProxyRoute } from '../proxy.ts';
import { type ClientCertificate, findClientCertificate, keyMaterial } from '../tls/client-certificates.ts';
import { Lines, type LineTarget } from './lines.ts';

/** TlsOptions are the authorities trusted in addition to the system's, and the client certificates to present. */
export interface TlsOptions {
  /** PEM text, one or several certificates each. */
  ca?: string | readonly string[];
  clientCertificates?: readonly ClientCertificate[];
}

/** Where a request goes: its pool, and how its request line is written. */
export interface Route {
  agent: Agent;
  host: string;
  port: number;
  secure: boolean;
  /** Set if a plain proxy requires the absolute address and its credentials. */
  plainProxy: ProxyRoute | undefined;
  /** How to open a separate connection if the protocol is negotiated by ALPN. */
  line: LineTarget;
}

/** Idle connections are closed before common servers (5 s) close them, so that a request rarely hits a closing one. */
const idleMs = 4000;
const agentOptions = { keepAlive: true, maxFreeSockets: 64, scheduling: 'lifo', timeout: idleMs } as const;

type SecureAgents = typeof import('./secure-agents.ts');
let loadedAgents: Promise<SecureAgents> | undefined;
/** Loaded by the first that needs them: with all of TLS, they take longer than several plain requests. */
const secureAgents = (): Promise<SecureAgents> => (loadedAgents ??= import('./secure-agents.ts'));

/** ConnectionsOptions are shared by all connections of a session. */
export interface ConnectionsOptions {
  policy: AddressPolicy;
  resolve: Resolver;
  mark?: RequestMark;
  tls?: TlsOptions;
  proxy?: ProxyOptions;
}

/** Connections keeps one pool of kept-alive connections per TLS profile and proxy for a session. */
export class Connections {
  readonly policy: AddressPolicy;
  readonly resolve: Resolver;
  readonly mark: RequestMark | undefined;
  readonly lines = new Lines();
  readonly #tls: TlsOptions;
  readonly #proxy: ProxyRoute | undefined;
  readonly #agents = new Map<string, Agent>();
  readonly #targets = new Map<string, LineTarget>();
  readonly #contexts = new Map<ClientCertificate | undefined, Promise<SecureContext | undefined>>();
  #nextProfile = 0;
  readonly #profiles = new Map<ClientCertificate, number>();
  readonly #options: ConnectionsOptions;
  readonly #agentOptions: typeof agentOptions & { maxSockets?: number };

  constructor(options: ConnectionsOptions, limits: { maxSockets?: number } = {}) {
    this.#options = options;
    this.#agentOptions = { ...agentOptions, ...limits };
    this.policy = options.policy;
    this.resolve = options.resolve;
    this.mark = options.mark;
    this.#tls = options.tls ?? {};
    this.#proxy = options.proxy === undefined ? undefined : new ProxyRoute(options.proxy);
  }

  /** Finds the route to an address. Throws ADDRESS_REFUSED, PROXY or CLIENT_CERTIFICATE. */
  async route(url: URL, verifyCertificate: boolean): Promise<Route> {
    const secure = url.protocol === 'https:';
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const port = url.port === '' ? (secure ? 443 : 80) : Number(url.port);
    assertLiteralAllowed(this.policy, host, port);
    const proxy = this.#proxy?.appliesTo(host, port) ? this.#proxy : undefined;
    if (proxy !== undefined) await this.#assertNameAllowed(host, port);
    const target = { host, port, secure };
    if (!secure) {
      const proxyContext = proxy?.secure ? await this.#secureContext(undefined) : undefined;
      const agents = proxy?.secure ? await secureAgents() : undefined;
      const agent = this.#agent(proxy === undefined ? 'http' : 'http-proxy', () =>
        agents === undefined
          ? new HttpAgent(this.#agentOptions)
          : new agents.ProfileHttpsAgent({
              ...this.#agentOptions,
              ...(proxyContext === undefined ? {} : { secureContext: proxyContext }),
            }),
      );
      const tunnel = proxy === undefined ? undefined : { proxy, proxyContext };
      const line = { key: 'http', verifyCertificate, secureContext: undefined, tunnel };
      return { ...target, agent, plainProxy: proxy, line };
    }
    const line = await this.#secureLine(host, port, verifyCertificate, proxy);
    return { ...target, agent: this.#secureAgent(line, await secureAgents()), plainProxy: undefined, line };
  }

  /**
   * A pool with the same rules that opens a single connection per server, for credentials bound to a connection. Close
   * it after use.
   */
  single(): Connections {
    return new Connections(this.#options, { maxSockets: 1 });
  }

  close(): void {
    this.lines.close();
    for (const agent of this.#agents.values()) agent.destroy();
    this.#agents.clear();
  }

  async #secureLine(
    host: string,
    port: number,
    verifyCertificate: boolean,
    proxy: ProxyRoute | undefined,
  ): Promise<LineTarget> {
    const certificate = findClientCertificate(this.#tls.clientCertificates ?? [], host, port);
    const key = `https|${verifyCertificate}|${this.#profile(certificate)}|${proxy === undefined ? '' : 'proxy'}`;
    const known = this.#targets.get(key);
    if (known !== undefined) return known;
    const secureContext = await this.#secureContext(certificate);
    const proxyContext = proxy?.secure ? await this.#secureContext(undefined) : undefined;
    const tunnel = proxy === undefined ? undefined : { proxy, proxyContext };
    const target = { key, verifyCertificate, secureContext, tunnel };
    this.#targets.set(key, target);
    return target;
  }

  #secureAgent(
    { key, verifyCertificate, secureContext, tunnel }: LineTarget,
    { ProfileHttpsAgent, TunnelAgent }: SecureAgents,
  ): Agent {
    return this.#agent(key, () => {
      const options = {
        ...this.#agentOptions,
        rejectUnauthorized: verifyCertificate,
        // A resumed session would hide the handshake's time and the certificate.
        maxCachedSessions: 0,
        ...(secureContext === undefined ? {} : { secureContext }),
      };
      return tunnel === undefined ? new ProfileHttpsAgent(options) : new TunnelAgent(options, tunnel);
    });
  }

  #agent(key: string, make: () => Agent): Agent {
    const known = this.#agents.get(key);
    if (known !== undefined) return known;
    const made = make();
    this.#agents.set(key, made);
    return made;
  }

  #profile(certificate: ClientCertificate | undefined): number {
    if (certificate === undefined) return 0;
    let profile = this.#profiles.get(certificate);
    if (profile === undefined) {
      this.#nextProfile += 1;
      profile = this.#nextProfile;
      this.#profiles.set(certificate, profile);
    }
    return profile;
  }

  #secureContext(certificate: ClientCertificate | undefined): Promise<SecureContext | undefined> {
    let made = this.#contexts.get(certificate);
    if (made === undefined) {
      made = this.#makeSecureContext(certificate);
      this.#contexts.set(certificate, made);
    }
    return made;
  }

  async #makeSecureContext(certificate: ClientCertificate | undefined): Promise<SecureContext | undefined> {
    const { ca } = this.#tls;
    if (certificate === undefined && ca === undefined) return undefined;
    const material = certificate === undefined ? {} : await keyMaterial(certificate);
    const trusted =
      ca === undefined ? {} : { ca: [...getCACertificates('bundled'), ...(typeof ca === 'string' ? [ca] : ca)] };
    try {
      return createSecureContext({ ...material, ...trusted });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      throw new HttpError(
        'TLS',
        `The certificates of trusted authorities cannot be read (${message}). Use PEM format.`,
        error,
      );
    }
  }

  /** A proxy resolves names itself; if this machine can also resolve the name, its addresses are checked first. */
  async #assertNameAllowed(host: string, port: number): Promise<void> {
    if (isIP(host) !== 0) return;
    const addresses = await new Promise<{ address: string; family: number }[]>((done) => {
      this.resolve(host, (error, found) => done(error === null ? found : []));
    });
    for (const { address, family } of addresses) {
      const verdict = this.policy.allows(address, family === 6 ? 6 : 4, port, host);
      if (verdict !== true) throw new HttpError('ADDRESS_REFUSED', verdict);
    }
  }
}
