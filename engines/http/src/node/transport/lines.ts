import { type LookupFunction, connect as netConnect, type Socket, type TcpNetConnectOpts } from 'node:net';
import { type ConnectionOptions, type SecureContext, type TLSSocket, connect as tlsConnect } from 'node:tls';
import { HttpError } from '../../core/http-error.ts';
import type { Route } from './connections.ts';
import type { ExchangeStop } from './exchange-stop.ts';
import { Http2Connection } from './http2-connection.ts';
import type { ConnectionTrace } from './timing.ts';
import { openTunnel, type Tunnel } from './tunnel.ts';

/** HttpVersion is the version selected by a step. */
export type HttpVersion = 'auto' | '1.1' | '2';

/**
 * How a request is transported: a stream of a shared HTTP/2 connection, or HTTP/1.1 with a pooled or newly opened
 * connection.
 */
export type Line =
  | { protocol: 'http2'; connection: Http2Connection }
  | { protocol: 'http1'; openedSocket: TLSSocket | undefined };

/** What a connection with a TLS profile needs. */
export interface LineTarget {
  /** Connections with the same key are interchangeable. */
  key: string;
  verifyCertificate: boolean;
  secureContext: SecureContext | undefined;
  tunnel: Tunnel | undefined;
}

interface Opened {
  line: Line;
  trace: ConnectionTrace;
}

/** What is needed to open a connection. */
export interface OpenRequest {
  route: Route;
  version: HttpVersion;
  trace: ConnectionTrace;
  stop: ExchangeStop;
  servername: string;
  lookup: (trace: ConnectionTrace) => LookupFunction;
}

const noSocket: Line = { protocol: 'http1', openedSocket: undefined };
/** Larger response headers are an error. */
export const maxHeaderBytes = 256 * 1024;

/** Lines detects the protocol of each origin (ALPN) and keeps one HTTP/2 connection per origin that supports it. */
export class Lines {
  readonly #connections = new Map<string, Http2Connection>();
  readonly #opening = new Map<string, Promise<Opened>>();
  readonly #http1Only = new Set<string>();

  /** Returns the line for a request; the first request to an origin opens the connection and the others wait for it. */
  async find(request: OpenRequest): Promise<Line> {
    const { route, version, trace, stop } = request;
    if (version === '1.1' || (!route.secure && version !== '2')) return noSocket;
    const key = keyOf(route);
    for (;;) {
      const live = this.#connections.get(key);
      if (live?.usable) return { protocol: 'http2', connection: live };
      if (version === 'auto' && this.#http1Only.has(key)) return noSocket;
      const openingKey = `${key}|${version}`;
      const opening = this.#opening.get(openingKey);
      if (opening === undefined) return (await this.#openOnce(openingKey, request)).line;
      try {
        const opened = await stop.race(opening);
        trace.adopt(opened.trace);
      } catch (error) {
        stop.throwIfStopped();
        // Only the other request was stopped; this one still needs the connection.
        if (!(error instanceof HttpError && (error.code === 'CANCELLED' || error.code === 'TIMEOUT'))) throw error;
      }
    }
  }

  /** Uses HTTP/1.1 for the origin from now on, unless a step asks for HTTP/2. */
  useHttp1(route: Route): void {
    this.#http1Only.add(keyOf(route));
    this.#connections.delete(keyOf(route));
  }

  close(): void {
    for (const connection of this.#connections.values()) connection.close();
    this.#connections.clear();
  }

  #openOnce(openingKey: string, request: OpenRequest): Promise<Opened> {
    const opening = this.#open(request).finally(() => this.#opening.delete(openingKey));
    opening.catch(() => undefined);
    this.#opening.set(openingKey, opening);
    return opening;
  }

  async #open(request: OpenRequest): Promise<Opened> {
    const { route, version, trace } = request;
    const socket = await openSocket(request);
    trace.onAbandon(() => undefined);
    const key = keyOf(route);
    if (!route.secure || (socket as TLSSocket).alpnProtocol === 'h2') {
      const origin = `${route.secure ? 'https' : 'http'}://${route.host.includes(':') ? `[${route.host}]` : route.host}:${route.port}`;
      const connection = new Http2Connection(origin, socket, { maxHeaderBytes });
      this.#connections.set(key, connection);
      return { line: { protocol: 'http2', connection }, trace };
    }
    if (version === '2') {
      socket.destroy();
      const where = `${route.host}:${route.port}`;
      throw new HttpError(
        'PROTOCOL',
        `${where} does not offer HTTP/2. Set the HTTP version of the request to automatic or 1.1.`,
      );
    }
    this.#http1Only.add(key);
    return { line: { protocol: 'http1', openedSocket: socket as TLSSocket }, trace };
  }
}

/**
 * openSocket opens a separate connection, through the proxy if there is one, only to addresses returned by `lookup`.
 */
export function openSocket(request: OpenRequest): Promise<Socket> {
  return request.stop.race<Socket>(request.route.secure ? openSecure(request) : openPlain(request));
}

const protocols: Record<HttpVersion, string[]> = { '1.1': ['http/1.1'], '2': ['h2'], auto: ['h2', 'http/1.1'] };

function keyOf({ line, host, port }: Route): string {
  return `${line.key}|${host}:${port}`;
}

async function openSecure({ route, version, trace, servername, lookup }: OpenRequest): Promise<TLSSocket> {
  const { verifyCertificate, secureContext, tunnel } = route.line;
  const { host, port } = route;
  const base = tunnel === undefined ? undefined : await openTunnel(tunnel, { host, port, trace });
  const options: ConnectionOptions & { autoSelectFamilyAttemptTimeout: number } = {
    host,
    port,
    servername,
    rejectUnauthorized: verifyCertificate,
    ALPNProtocols: protocols[version],
    autoSelectFamilyAttemptTimeout: 1000,
    ...(secureContext === undefined ? {} : { secureContext }),
    ...(base === undefined ? { lookup: lookup(trace) } : { socket: base }),
  };
  const socket = tlsConnect(options);
  trace.watchConnect(socket);
  trace.watchSecure(socket);
  return await ready(socket, 'secureConnect', trace);
}

async function openPlain({ route, trace, lookup }: OpenRequest): Promise<Socket> {
  const { host, port, line } = route;
  if (line.tunnel !== undefined) return await openTunnel(line.tunnel, { host, port, trace });
  const options: TcpNetConnectOpts = { host, port, autoSelectFamilyAttemptTimeout: 1000, lookup: lookup(trace) };
  const socket = netConnect(options);
  trace.watchConnect(socket);
  return await ready(socket, 'connect', trace);
}

function ready<T extends Socket>(socket: T, event: 'connect' | 'secureConnect', trace: ConnectionTrace): Promise<T> {
  return new Promise((resolve, reject) => {
    trace.onAbandon(() => socket.destroy());
    socket.setNoDelay(true);
    socket.once('error', reject);
    socket.once('close', () => reject(Object.assign(new Error('socket closed'), { code: 'ECONNRESET' })));
    socket.once(event, () => {
      socket.off('error', reject);
      resolve(socket);
    });
  });
}
