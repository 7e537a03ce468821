import { type AgentOptions, Agent as HttpsAgent } from 'node:https';
import type { Duplex } from 'node:stream';
import { type ConnectionOptions, type TLSSocket, connect as tlsConnect } from 'node:tls';
import type { ConnectionTrace } from './timing.ts';
import { openTunnel, type Tunnel } from './tunnel.ts';

type Created = (error: Error | null, stream: Duplex) => void;
type AgentTarget = ConnectionOptions & {
  host: string;
  port: number;
  trace?: ConnectionTrace;
  /** A connection that was already opened, to detect the protocol of the server. */
  openedSocket?: TLSSocket;
};

/** A pool contains only sockets of one TLS profile, so host and port are a sufficient key. */
export class ProfileHttpsAgent extends HttpsAgent {
  override getName(options: { host?: string; port?: number | string } = {}): string {
    return `${options.host}:${options.port}`;
  }

  override createConnection(options: AgentTarget, created?: Created): Duplex | null | undefined {
    return options.openedSocket ?? super.createConnection(options, created);
  }
}

/** TunnelAgent reaches TLS servers through a proxy's CONNECT. */
export class TunnelAgent extends ProfileHttpsAgent {
  readonly #tunnel: Tunnel;

  constructor(options: AgentOptions, tunnel: Tunnel) {
    super(options);
    this.#tunnel = tunnel;
  }

  override createConnection(options: AgentTarget, created?: Created): Duplex | null | undefined {
    if (options.openedSocket !== undefined) return options.openedSocket;
    const done = created ?? (() => undefined);
    openTunnel(this.#tunnel, options).then(
      (socket) => {
        const { lookup: _lookup, ...tlsOptions } = options;
        done(null, tlsConnect({ ...tlsOptions, socket }));
      },
      (error: Error) => done(error, undefined as unknown as Duplex),
    );
    return undefined;
  }
}
