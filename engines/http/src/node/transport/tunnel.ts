import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Socket } from 'node:net';
import type { SecureContext } from 'node:tls';
import { type ProxyRoute, proxyError, proxyRefusal } from '../proxy.ts';
import type { ConnectionTrace } from './timing.ts';

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
