import type { Socket } from 'node:net';
import type { MockRequest } from '../../core/request/request-view.ts';
import { keepAliveMs } from './answer-bytes.ts';
import { type PlainRequest, PlainRequestReader } from './plain-request.ts';

/** The result of a plain request: the bytes to write, or that Node's server takes over. */
export type QuickOutcome = Buffer | 'hand over';

/** Dependencies of a quick connection. */
export interface QuickParts {
  /** Decides a request; undefined if Node's server must answer it, which then parses it again. */
  serve(request: MockRequest, socket: Socket): QuickOutcome | Promise<QuickOutcome>;
  /** Hands a connection to Node's server, which continues reading from `rest`. */
  handOver(socket: Socket): void;
  /** The largest body that is buffered here, in bytes. */
  bodyLimit: number;
}

const empty = new Uint8Array();
const waitLimit = 64 * 1024;

/**
 * QuickConnection answers plain requests without the objects that Node's server creates for each request. The first
 * request that isn't plain hands the whole connection to that server, permanently.
 */
export class QuickConnection {
  readonly #socket: Socket;
  readonly #parts: QuickParts;
  readonly #reader = new PlainRequestReader();
  readonly #clientIp: string;
  /** Bytes of a request whose body is incomplete. */
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #neededBytes = 0;
  /** Whether a response is being made or written. */
  #isBusy = false;
  #isClosing = false;

  constructor(socket: Socket, parts: QuickParts) {
    this.#socket = socket;
    this.#parts = parts;
    this.#clientIp = (socket.remoteAddress ?? '').replace(/^::ffff:/, '');
    socket.setTimeout(keepAliveMs);
    socket.on('data', this.#onData);
    socket.on('end', this.#onEnd);
    socket.on('timeout', this.#onTimeout);
    socket.on('error', this.#onError);
  }

  /** Ends the connection as soon as no request is being answered. */
  close(): void {
    this.#isClosing = true;
    if (!this.#isBusy && this.#waitingBytes === 0) this.#socket.end();
  }

  readonly #onData = (chunk: Buffer): void => {
    if (this.#waitingBytes === 0) {
      this.#read(chunk);
      return;
    }
    this.#waiting.push(chunk);
    this.#waitingBytes += chunk.length;
    if (this.#waitingBytes >= this.#neededBytes) this.#read(this.#taken());
  };

  readonly #onEnd = (): void => {
    if (!this.#isBusy) this.#socket.end();
    this.#isClosing = true;
  };

  readonly #onTimeout = (): void => {
    if (!this.#isBusy) this.#socket.destroy();
  };

  readonly #onError = (): void => {
    this.#socket.destroy();
  };

  #taken(): Buffer {
    const bytes = Buffer.concat(this.#waiting);
    this.#waiting = [];
    this.#waitingBytes = 0;
    return bytes;
  }

  #read(bytes: Buffer, from = 0): void {
    let at = from;
    while (at < bytes.length) {
      const plain = this.#reader.read(bytes, at);
      if (plain === undefined || plain.end - at > Math.min(waitLimit, this.#parts.bodyLimit)) {
        this.#handOver(bytes.subarray(at));
        return;
      }
      if (plain.end > bytes.length) {
        this.#waiting = [bytes.subarray(at)];
        this.#waitingBytes = bytes.length - at;
        this.#neededBytes = plain.end - at;
        return;
      }
      const outcome = this.#parts.serve(this.#requestOf(plain, bytes), this.#socket);
      if (outcome instanceof Promise) {
        this.#await(outcome, bytes, { at, end: plain.end });
        return;
      }
      if (outcome === 'hand over') {
        this.#handOver(bytes.subarray(at));
        return;
      }
      at = plain.end;
      if (!this.#socket.write(outcome)) {
        this.#drain(bytes, at);
        return;
      }
    }
    if (this.#isClosing) this.#socket.end();
  }

  #requestOf({ method, url, headers, bodyStart, end }: PlainRequest, bytes: Buffer): MockRequest {
    const { name, port } = hostOf(headers.authority);
    return {
      method,
      url,
      scheme: 'http',
      host: name,
      port: port ?? 80,
      clientIp: this.#clientIp,
      protocol: 'HTTP/1.1',
      headers: headers.pairs,
      body: end === bodyStart ? empty : bytes.subarray(bodyStart, end),
    };
  }

  /** Requests behind the one being answered wait. */
  #await(outcome: Promise<QuickOutcome>, bytes: Buffer, { at, end }: { at: number; end: number }): void {
    const socket = this.#socket;
    this.#isBusy = true;
    socket.pause();
    outcome
      .then((made) => {
        this.#isBusy = false;
        if (socket.destroyed) return;
        if (made === 'hand over') {
          this.#handOver(bytes.subarray(at));
          return;
        }
        const isTaken = socket.write(made);
        if (isTaken) {
          socket.resume();
          this.#read(bytes, end);
        } else this.#drain(bytes, end);
      })
      .catch(() => socket.destroy());
  }

  /** Continues when the other side has read the written bytes. */
  #drain(bytes: Buffer, at: number): void {
    const socket = this.#socket;
    this.#isBusy = true;
    socket.pause();
    socket.once('drain', () => {
      this.#isBusy = false;
      socket.resume();
      this.#read(bytes, at);
    });
  }

  #handOver(rest: Buffer): void {
    const socket = this.#socket;
    socket.off('data', this.#onData);
    socket.off('end', this.#onEnd);
    socket.off('timeout', this.#onTimeout);
    socket.off('error', this.#onError);
    socket.setTimeout(0);
    socket.pause();
    if (rest.length > 0) socket.unshift(rest);
    this.#parts.handOver(socket);
    socket.resume();
  }
}

/** hostOf parses name and port of an authority such as `localhost:8080`. */
export function hostOf(authority: string): { name: string; port: number | undefined } {
  if (authority === lastAuthority) return lastHost;
  const [, name = '', port] = /^(\[[^\]]+\]|[^:]*)(?::(\d+))?$/.exec(authority) ?? [];
  lastHost = { name: name.toLowerCase(), port: port === undefined ? undefined : Number(port) };
  lastAuthority = authority;
  return lastHost;
}
let lastAuthority = '';
let lastHost: { name: string; port: number | undefined } = { name: '', port: undefined };
