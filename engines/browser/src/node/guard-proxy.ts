import { once } from 'node:events';
import { type ClientRequest, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { request as secureRequest } from 'node:https';
import { connect, isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as secureConnect, TLSSocket } from 'node:tls';
import { ownCertificate } from './own-certificate.ts';
import type { Exchange } from './webdriver/exchange.ts';

/** Decides about an address: null allows it, a sentence says why it is refused. */
export type AddressPolicy = (url: string) => Promise<string | null>;

/** A refused address, with the reason. */
export interface Refusal {
  url: string;
  reason: string;
}

/** A response in place of the server's. */
export interface Mocked {
  status: number;
  headers: Record<string, string>;
  body: string | Buffer;
}

/**
 * Observes requests on their way, and answers some, for a browser that doesn't report them. To do so, it terminates TLS
 * with this process's own certificate, so the browser must accept any certificate; the server's is checked here.
 */
export interface Traffic {
  /** Sent with every request. */
  readonly headers: Record<string, string>;
  readonly acceptsAnyCertificate: boolean;
  /** Whether the browser must not cache responses, because some are mocked. */
  readonly hasMocks: boolean;
  /** Whether an address serves an empty page for this process, without asking a server. */
  isEmpty(url: string): boolean;
  /** Whether an origin has such an address. */
  isOpenFor(origin: string): boolean;
  mock(url: string, method: string): Promise<Mocked | undefined>;
  begin(url: string, message: Pick<IncomingMessage, 'method' | 'rawHeaders'>): Exchange;
  answered(exchange: Exchange): void;
  ended(exchange: Exchange): void;
}

interface GuardOptions {
  allow: AddressPolicy;
  traffic?: Traffic;
  /**
   * Resolves host names; a policy on resolved addresses belongs here, so that a name can't change between check and
   * use.
   */
  lookup?: LookupFunction;
  onRefused: (refusal: Refusal) => void;
}

/** With its own icon, because the browser would request one from the server. */
const emptyPage = '<!doctype html><title>Empty</title><link rel="icon" href="data:,">';
const withoutHop = new Set(['proxy-connection', 'proxy-authorization', 'connection', 'keep-alive']);
const bare = (host: string) => host.replace(/^\[|\]$/g, '');

/**
 * GuardProxy forwards only what a policy allows. Everything that a context sends goes through it: pages, redirects,
 * scripts, workers and sockets; request interception would miss some of these.
 */
export class GuardProxy {
  readonly #options: GuardOptions;
  readonly #server = createServer(
    (incoming, answer) => void this.#forward(incoming, answer).catch(() => answer.destroy()),
  );
  readonly #sockets = new Set<Socket>();
  /** Server that an https connection is opened for. */
  readonly #opened = new WeakMap<object, string>();

  constructor(options: GuardOptions) {
    this.#options = options;
    this.#server.on('connect', (incoming: IncomingMessage, socket: Socket) => {
      void this.#tunnel(incoming, socket).catch(() => socket.destroy());
    });
    this.#server.on('upgrade', (incoming: IncomingMessage, socket: Socket) => {
      void this.#upgrade(incoming, socket).catch(() => socket.destroy());
    });
    this.#server.on('connection', (socket: Socket) => this.#keep(socket));
  }

  /** Listens on a free loopback port and returns its address. */
  async listen(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('The proxy has no port.');
    return `http://127.0.0.1:${address.port}`;
  }

  async close(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('close', () => this.#sockets.delete(socket));
    socket.on('error', () => socket.destroy());
  }

  async #refusal(url: string): Promise<string | null> {
    const reason = await this.#options.allow(url).catch((error: unknown) => String(error));
    if (reason !== null) this.#options.onRefused({ url, reason });
    return reason;
  }

  #connect(host: string, port: number): Socket {
    const { lookup } = this.#options;
    const socket = connect({ host: bare(host), port, ...(lookup && !isIP(bare(host)) && { lookup }) });
    this.#keep(socket);
    return socket;
  }

  async #tunnel(incoming: IncomingMessage, socket: Socket): Promise<void> {
    const target = URL.parse(`https://${incoming.url}`);
    const { traffic } = this.#options;
    if (!target || (!traffic?.isOpenFor(target.origin) && (await this.#refusal(target.href)) !== null)) {
      socket.end('HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n');
      return;
    }
    // The requests within it are checked one by one.
    if (traffic) return this.#open(target, socket);
    const outer = this.#connect(target.hostname, Number(target.port || 443));
    outer.once('connect', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      socket.pipe(outer).pipe(socket);
    });
    outer.once('error', () => socket.end('HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\n\r\n'));
    socket.once('close', () => outer.destroy());
    outer.once('close', () => socket.destroy());
  }

  /** Takes the server's place, so that the requests within can be seen. */
  async #open(target: URL, socket: Socket): Promise<void> {
    const { cert, key } = await ownCertificate();
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    const inner = new TLSSocket(socket, { isServer: true, cert, key, ALPNProtocols: ['http/1.1'] });
    inner.on('error', () => socket.destroy());
    this.#opened.set(inner, target.origin);
    this.#server.emit('connection', inner);
  }

  /** The requested URL, null if invalid; within an opened connection, always one of the same origin. */
  #targetOf({ socket, url = '' }: IncomingMessage): URL | null {
    const origin = this.#opened.get(socket);
    if (origin === undefined) return URL.parse(url);
    return url.startsWith('/') ? URL.parse(origin + url) : null;
  }

  async #upgrade(incoming: IncomingMessage, socket: Socket): Promise<void> {
    const target = this.#targetOf(incoming);
    if (!target || (await this.#refusal(target.href)) !== null) {
      socket.end('HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n');
      return;
    }
    const isSecure = target.protocol === 'https:';
    const plain = this.#connect(target.hostname, Number(target.port || (isSecure ? 443 : 80)));
    const rejectUnauthorized = !this.#options.traffic?.acceptsAnyCertificate;
    const outer = isSecure ? secureConnect({ socket: plain, servername: nameOf(target), rejectUnauthorized }) : plain;
    outer.on('error', () => socket.destroy());
    const headers = incoming.rawHeaders.flatMap((name, index, all) =>
      index % 2 === 0 && !name.toLowerCase().startsWith('proxy-') ? [`${name}: ${all[index + 1]}`] : [],
    );
    outer.once(isSecure ? 'secureConnect' : 'connect', () => {
      outer.write([`GET ${target.pathname}${target.search} HTTP/1.1`, ...headers, '', ''].join('\r\n'));
      socket.pipe(outer).pipe(socket);
    });
    socket.once('close', () => outer.destroy());
    outer.once('close', () => socket.destroy());
  }

  async #forward(incoming: IncomingMessage, answer: ServerResponse): Promise<void> {
    const target = this.#targetOf(incoming);
    if (!target || (target.protocol !== 'http:' && !this.#opened.has(incoming.socket))) {
      answer.writeHead(400).end('The proxy forwards http addresses only.');
      return;
    }
    const { traffic } = this.#options;
    if (traffic?.isEmpty(target.href)) {
      answer.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(emptyPage);
      return;
    }
    const reason = await this.#refusal(target.href);
    if (reason !== null) {
      answer.writeHead(403, { 'content-type': 'text/plain; charset=utf-8' }).end(reason);
      return;
    }
    const exchange = traffic?.begin(target.href, incoming);
    const mocked = await traffic?.mock(target.href, incoming.method ?? 'GET');
    if (mocked && exchange) return this.#answerFor(exchange, mocked, incoming, answer);
    const outer = this.#request(target, incoming);
    let isOver = false;
    const over = (failure?: string) => {
      if (isOver || !exchange) return;
      isOver = true;
      exchange.ended(failure);
      traffic?.ended(exchange);
    };
    outer.once('response', (response) => this.#passBack(response, answer, exchange, over));
    outer.once('error', (error: NodeJS.ErrnoException) => {
      over(error.code ?? error.message);
      // Cut like the server's connection: the page sees a failed request, not a made-up response.
      answer.destroy();
    });
    answer.once('close', () => {
      over('net::ERR_ABORTED');
      outer.destroy();
    });
    if (exchange) incoming.on('data', (chunk: Buffer) => exchange.sent(chunk));
    incoming.pipe(outer);
  }

  #request(target: URL, incoming: IncomingMessage): ClientRequest {
    const { lookup, traffic } = this.#options;
    const headers = Object.fromEntries(Object.entries(incoming.headers).filter(([name]) => !withoutHop.has(name)));
    const options = {
      method: incoming.method,
      headers: { ...headers, ...traffic?.headers },
      agent: false as const,
      ...(lookup && !isIP(bare(target.hostname)) && { lookup }),
    };
    if (target.protocol === 'http:') return request(target, options);
    return secureRequest(target, {
      ...options,
      servername: nameOf(target),
      rejectUnauthorized: !traffic?.acceptsAnyCertificate,
    });
  }

  #passBack(
    response: IncomingMessage,
    answer: ServerResponse,
    exchange: Exchange | undefined,
    over: (failure?: string) => void,
  ): void {
    const { traffic } = this.#options;
    const { statusCode: status = 502, statusMessage: statusText = '', rawHeaders, httpVersion: version } = response;
    try {
      answer.writeHead(
        status,
        statusText,
        traffic?.hasMocks ? [...rawHeaders, 'cache-control', 'no-store'] : rawHeaders,
      );
    } catch {
      // Node parses statuses and reason phrases that it refuses to send (RFC 9112, section 4).
      over('net::ERR_INVALID_HTTP_RESPONSE');
      answer.destroy();
      return;
    }
    if (exchange) {
      exchange.answered({ status, statusText, version, rawHeaders });
      traffic?.answered(exchange);
      response.on('data', (chunk: Buffer) => exchange.got(chunk));
      response.once('end', () => over());
    }
    response.pipe(answer);
  }

  #answerFor(exchange: Exchange, mocked: Mocked, incoming: IncomingMessage, answer: ServerResponse): void {
    const { status, headers, body } = mocked;
    const rawHeaders = Object.entries({ ...headers, 'cache-control': 'no-store' }).flat();
    incoming.resume();
    answer.writeHead(status, rawHeaders);
    answer.end(body);
    exchange.answered({ status, statusText: '', version: '1.1', rawHeaders });
    this.#options.traffic?.answered(exchange);
    exchange.got(Buffer.from(body));
    exchange.ended();
    this.#options.traffic?.ended(exchange);
  }
}

/** Host name of an https server (SNI); IP addresses have none. */
const nameOf = (target: URL): string => (isIP(bare(target.hostname)) ? '' : target.hostname);
