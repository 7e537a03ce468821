import { request as httpRequest } from 'node:http';
import { type AgentOptions, Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type ConnectionOptions, type SecureContext, connect as tlsConnect } from 'node:tls';
import { type ProxyRoute, proxyError, proxyRefusal } from './proxy.ts';
import type { ConnectionTrace } from './timing.ts';

type Created = (error: Error | null, stream: Duplex) => void;
type TunnelTarget = ConnectionOptions & { host: string; port: number; trace?: ConnectionTrace };

/** TunnelAgent reaches TLS servers through a proxy's CONNECT. */
export class TunnelAgent extends HttpsAgent {
  readonly #proxy: ProxyRoute;
  readonly #proxyContext: SecureContext | undefined;

  constructor(options: AgentOptions, proxy: ProxyRoute, proxyContext: SecureContext | undefined) {
    super(options);
    this.#proxy = proxy;
    this.#proxyContext = proxyContext;
  }

  override getName(options: { host?: string; port?: number | string } = {}): string {
    return `${options.host}:${options.port}`;
  }

  override createConnection(options: TunnelTarget, created?: Created): undefined {
    const done = created ?? (() => undefined);
    const fail = (error: Error) => done(error, undefined as unknown as Duplex);
    const proxy = this.#proxy;
    const authority = `${options.host?.includes(':') ? `[${options.host}]` : options.host}:${options.port}`;
    const headers = ['Host', authority];
    if (proxy.authorization !== undefined) headers.push('Proxy-Authorization', proxy.authorization);
    const connect = (proxy.secure ? httpsRequest : httpRequest)({
      host: proxy.host,
      port: proxy.port,
      method: 'CONNECT',
      path: authority,
      headers,
      agent: false,
      ...(proxy.secure && this.#proxyContext !== undefined ? { secureContext: this.#proxyContext } : {}),
    });
    options.trace?.onAbandon(() => connect.destroy());
    connect.once('socket', (socket) => options.trace?.watchConnect(socket));
    connect.once('error', (error) => fail(proxyError(proxy, error)));
    connect.once('connect', (response, socket: Socket, head: Buffer) => {
      if (response.statusCode !== 200) {
        socket.destroy();
        return fail(proxyRefusal(proxy, response.statusCode ?? 0));
      }
      if (head.length > 0) socket.unshift(head);
      options.trace?.connected();
      const { lookup: _lookup, ...tlsOptions } = options;
      const tunnel = tlsConnect({ ...tlsOptions, socket });
      done(null, tunnel);
    });
    connect.once('response', (response) => {
      response.destroy();
      fail(proxyRefusal(proxy, response.statusCode ?? 0));
    });
    connect.end();
    return undefined;
  }
}
