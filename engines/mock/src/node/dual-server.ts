import {
  createServer as createHttpServer,
  type Server as HttpServer,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { createServer as createHttp2Server, createSecureServer, type ServerHttp2Session } from 'node:http2';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import type { MockCertificate } from './certificate-authority.ts';
import { listenForUpgrades, type Upgrade } from './web-socket/upgrades.ts';

/** Handlers of a dual server. */
export interface DualServerParts {
  serve(request: IncomingMessage, response: ServerResponse, upgrade?: Upgrade): void;
  certificate: MockCertificate;
}

const tlsHandshake = 0x16;
/**
 * Start of the HTTP/2 preface “PRI * HTTP/2.0”, sent by clients that know without TLS that the server supports HTTP/2.
 */
const http2Preface = Buffer.from('PRI * HTTP/2');
const partingMs = 500;
/** Browsers open connections before they have requests. */
const firstBytesMs = 60_000;

/**
 * DualServer answers http and https on one port, each as HTTP/1.1 and HTTP/2, told apart by the first bytes of a
 * connection.
 */
export class DualServer {
  readonly #net: Server;
  readonly #sockets = new Set<Socket>();
  readonly #sessions = new Set<ServerHttp2Session>();
  readonly #inFlight = new Set<ServerResponse>();
  #isStopping = false;
  #whenIdle: (() => void) | undefined;

  constructor({ serve, certificate }: DualServerParts) {
    const listener = (request: IncomingMessage, response: ServerResponse): void => {
      this.#inFlight.add(response);
      if (this.#isStopping) partWith(response);
      response.once('close', () => {
        this.#inFlight.delete(response);
        if (this.#inFlight.size === 0) this.#whenIdle?.();
      });
      serve(request, response);
    };
    const overHttp2 = listener as unknown as Parameters<typeof createHttp2Server>[1];
    const plain = createHttpServer({ requestTimeout: 0 }, listener);
    const plainHttp2 = createHttp2Server(overHttp2);
    const { key, cert, ca } = certificate;
    const secure = createSecureServer({ allowHTTP1: true, key, cert: `${cert}${ca}` }, overHttp2);
    for (const server of [plain, secure]) {
      server.on('checkContinue', listener);
      listenForUpgrades(server as HttpServer, serve);
    }
    for (const server of [plainHttp2, secure])
      server.on('session', (session: ServerHttp2Session) => {
        this.#sessions.add(session);
        session.once('close', () => this.#sessions.delete(session));
      });
    secure.on('tlsClientError', () => undefined);
    this.#net = createServer((socket) => {
      socket.setNoDelay(true);
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
      socket.on('error', () => socket.destroy());
      // No server owns a silent connection yet, so without this it would stay open forever.
      const giveUp = () => socket.destroy();
      socket.setTimeout(firstBytesMs, giveUp);
      socket.once('data', (first: Buffer) => {
        socket.setTimeout(0, giveUp);
        socket.pause();
        socket.unshift(first);
        const isHttp2 = first.subarray(0, http2Preface.length).equals(http2Preface);
        const server = first[0] === tlsHandshake ? secure : isHttp2 ? plainHttp2 : plain;
        server.emit('connection', socket);
        // TLS reads the bytes that were put back automatically.
        if (server === plain) socket.resume();
      });
    });
  }

  /** Starts listening. Rejects if the port is in use. */
  async listen(port: number, host: string): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#net.once('error', reject);
      this.#net.listen(port, host, () => {
        this.#net.off('error', reject);
        resolve();
      });
    });
  }

  get port(): number {
    return (this.#net.address() as AddressInfo | null)?.port ?? 0;
  }

  /** Stops accepting connections; resolves when the requests in flight are answered, after at most `graceMs`. */
  async stop(graceMs = 5000): Promise<void> {
    this.#isStopping = true;
    const closed = new Promise<void>((resolve) => this.#net.close(() => resolve()));
    for (const response of this.#inFlight) partWith(response);
    for (const session of this.#sessions) session.close();
    if (this.#inFlight.size > 0)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, graceMs);
        this.#whenIdle = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    for (const socket of this.#sockets) socket.destroySoon();
    const timer = setTimeout(() => {
      for (const socket of this.#sockets) socket.destroy();
    }, partingMs);
    await closed;
    clearTimeout(timer);
  }
}

/** Closes an HTTP/1.1 connection after this response. */
function partWith(response: ServerResponse): void {
  if (!response.headersSent) response.shouldKeepAlive = false;
}
