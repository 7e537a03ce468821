import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { connect, isIP, type LookupFunction, type Socket } from 'node:net';

/** Decides about an address: null lets it through, a sentence says why it is refused. */
export type AddressPolicy = (url: string) => Promise<string | null>;

/** An address that was refused, with the reason. */
export interface Refusal {
  url: string;
  reason: string;
}

interface GuardOptions {
  allow: AddressPolicy;
  /** How names become addresses; a policy on resolved addresses belongs here, so that a name cannot change between check and use. */
  lookup?: LookupFunction;
  onRefused: (refusal: Refusal) => void;
}

const withoutHop = new Set(['proxy-connection', 'proxy-authorization', 'connection', 'keep-alive']);
const bare = (host: string) => host.replace(/^\[|\]$/g, '');

/**
 * GuardProxy lets through what a policy allows. All that a context sends goes through it: pages, redirects, scripts, workers and
 * sockets, which interception of requests would not all see.
 */
export class GuardProxy {
  readonly #options: GuardOptions;
  readonly #server = createServer((incoming, answer) => void this.#forward(incoming, answer));
  readonly #sockets = new Set<Socket>();

  constructor(options: GuardOptions) {
    this.#options = options;
    this.#server.on('connect', (incoming: IncomingMessage, socket: Socket) => void this.#tunnel(incoming, socket));
    this.#server.on('upgrade', (incoming: IncomingMessage, socket: Socket) => void this.#upgrade(incoming, socket));
    this.#server.on('connection', (socket: Socket) => this.#keep(socket));
  }

  /** Starts on a free port of loopback and gives its address. */
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
    if (!target || (await this.#refusal(target.href)) !== null) {
      socket.end('HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n');
      return;
    }
    const outer = this.#connect(target.hostname, Number(target.port || 443));
    outer.once('connect', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      socket.pipe(outer).pipe(socket);
    });
    outer.once('error', () => socket.end('HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\n\r\n'));
    socket.once('close', () => outer.destroy());
    outer.once('close', () => socket.destroy());
  }

  async #upgrade(incoming: IncomingMessage, socket: Socket): Promise<void> {
    const target = URL.parse(incoming.url ?? '');
    if (!target || (await this.#refusal(target.href)) !== null) {
      socket.end('HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n');
      return;
    }
    const outer = this.#connect(target.hostname, Number(target.port || 80));
    const headers = incoming.rawHeaders.flatMap((name, index, all) =>
      index % 2 === 0 && !name.toLowerCase().startsWith('proxy-') ? [`${name}: ${all[index + 1]}`] : [],
    );
    outer.once('connect', () => {
      outer.write([`GET ${target.pathname}${target.search} HTTP/1.1`, ...headers, '', ''].join('\r\n'));
      socket.pipe(outer).pipe(socket);
    });
    socket.once('close', () => outer.destroy());
    outer.once('close', () => socket.destroy());
  }

  async #forward(incoming: IncomingMessage, answer: ServerResponse): Promise<void> {
    const target = URL.parse(incoming.url ?? '');
    if (target?.protocol !== 'http:') {
      answer.writeHead(400).end('The proxy forwards http addresses only.');
      return;
    }
    const reason = await this.#refusal(target.href);
    if (reason !== null) {
      answer.writeHead(403, { 'content-type': 'text/plain; charset=utf-8' }).end(reason);
      return;
    }
    const { lookup } = this.#options;
    const headers = Object.fromEntries(Object.entries(incoming.headers).filter(([name]) => !withoutHop.has(name)));
    const outer = request(target, {
      method: incoming.method,
      headers,
      agent: false,
      ...(lookup && !isIP(bare(target.hostname)) && { lookup }),
    });
    outer.once('response', (response) => {
      answer.writeHead(response.statusCode ?? 502, response.statusMessage, response.rawHeaders);
      response.pipe(answer);
    });
    outer.once('error', () => {
      // The connection is cut, as that to the target is: the page sees a failed request and no answer that nobody gave.
      answer.destroy();
    });
    answer.once('close', () => outer.destroy());
    incoming.pipe(outer);
  }
}
