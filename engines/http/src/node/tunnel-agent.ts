import { request as httpRequest } from 'node:http';
import { type AgentOptions, Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type ConnectionOptions, connect as tlsConnect } from 'node:tls';
import { HttpError } from '../core/http-error.ts';
import type { ProxyRoute } from './proxy.ts';
import type { ConnectionTrace } from './timing.ts';

type Created = (error: Error | null, stream: Duplex) => void;
type TunnelTarget = ConnectionOptions & { host: string; port: number; trace?: ConnectionTrace };

/** TunnelAgent reaches TLS servers through a proxy's CONNECT. */
export class TunnelAgent extends HttpsAgent {
  readonly #proxy: ProxyRoute;

  constructor(options: AgentOptions, proxy: ProxyRoute) {
    super(options);
    this.#proxy = proxy;
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
    });
    options.trace?.onAbandon(() => connect.destroy());
    connect.once('socket', (socket) => options.trace?.watchConnect(socket));
    connect.once('error', (error) => fail(proxyError(proxy, error)));
    connect.once('connect', (response, socket: Socket, head: Buffer) => {
      if (response.statusCode !== 200) {
        socket.destroy();
        return fail(refused(proxy, response.statusCode ?? 0));
      }
      if (head.length > 0) socket.unshift(head);
      options.trace?.connected();
      const { lookup: _lookup, ...tlsOptions } = options;
      const tunnel = tlsConnect({ ...tlsOptions, socket });
      done(null, tunnel);
    });
    connect.once('response', (response) => {
      response.destroy();
      fail(refused(proxy, response.statusCode ?? 0));
    });
    connect.end();
    return undefined;
  }
}

/** proxyError says that the proxy itself could not be reached. */
export function proxyError(proxy: ProxyRoute, error: Error): HttpError {
  if (error instanceof HttpError) return error;
  const message = `The proxy ${proxy.host}:${proxy.port} cannot be reached (${error.message}). Check its address.`;
  return new HttpError('PROXY', message, error);
}

function refused(proxy: ProxyRoute, status: number): HttpError {
  const name = `The proxy ${proxy.host}:${proxy.port}`;
  if (status === 407)
    return new HttpError('PROXY', `${name} wants other credentials. Check the user name and password.`);
  return new HttpError('PROXY', `${name} refused the connection to the host (status ${status}).`);
}
