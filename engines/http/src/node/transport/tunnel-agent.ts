import { request as httpRequest } from 'node:http';
import { type AgentOptions, Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type ConnectionOptions, type SecureContext, type TLSSocket, connect as tlsConnect } from 'node:tls';
import { type ProxyRoute, proxyError, proxyRefusal } from '../proxy.ts';
import type { ConnectionTrace } from './timing.ts';

type Created = (error: Error | null, stream: Duplex) => void;
type AgentTarget = ConnectionOptions & {
  host: string;
  port: number;
  trace?: ConnectionTrace;
  /** A connection that was already opened, to detect the protocol of the server. */
  openedSocket?: TLSSocket;
};

/** A proxy, and the TLS profile for connecting to the proxy itself. */
export interface Tunnel {
  proxy: ProxyRoute;
  proxyContext: SecureContext | undefined;
}

/**
 * openTunnel asks a proxy for a connection to a host (CONNECT). Rejects with PROXY if the proxy refuses or can't be
 * reached.
 */
export function openTunnel(
  { proxy, proxyContext }: Tunnel,
  target: { host: string; port: number; trace?: ConnectionTrace | undefined },
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const { host, port, trace } = target;
    const authority = `${host.includes(':') ? `[${host}]` : host}:${port}`;
    const headers = ['Host', authority];
    if (proxy.authorization !== undefined) headers.push('Proxy-Authorization', proxy.authorization);
    const connect = (proxy.secure ? httpsRequest : httpRequest)({
      host: proxy.host,
      port: proxy.port,
      method: 'CONNECT',
      path: authority,
      headers,
      agent: false,
      ...(proxy.secure && proxyContext !== undefined ? { secureContext: proxyContext } : {}),
    });
    trace?.onAbandon(() => connect.destroy());
    connect.once('socket', (socket) => trace?.watchConnect(socket));
    connect.once('error', (error) => reject(proxyError(proxy, error)));
    connect.once('connect', (response, socket: Socket, head: Buffer) => {
      if (response.statusCode !== 200) {
        socket.destroy();
        return reject(proxyRefusal(proxy, response.statusCode ?? 0));
      }
      if (head.length > 0) socket.unshift(head);
      trace?.connected();
      resolve(socket);
    });
    connect.once('response', (response) => {
      response.destroy();
      reject(proxyRefusal(proxy, response.statusCode ?? 0));
    });
    connect.end();
  });
}

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
