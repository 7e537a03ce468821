import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { toHttpError } from '@touchstone/engine-http';
import { HttpError } from '@touchstone/engine-http/core';
import { ResponseReader } from './response-reader.ts';
import type { Target } from './target.ts';

/** ConnectionOwner receives the outcome of a request; both calls may send the next one immediately. */
export interface ConnectionOwner {
  /** `connection.reader` keeps the response until the next request. */
  responded(connection: Connection, nowMs: number): void;
  failed(connection: Connection, error: HttpError): void;
  /** The server chose HTTP/2; nothing was sent. */
  choseHttp2(connection: Connection): void;
  /** The response is an event stream; the connection is closed. */
  streams(): void;
}

/** All connections of a thread read into one buffer: its contents are used before the next one reads. */
const readBuffer = Buffer.allocUnsafeSlow(256 * 1024);

/**
 * Connection is one virtual user's socket to one target. It is opened when something is sent, and reopened after it was
 * closed.
 */
export class Connection {
  readonly target: Target;
  readonly reader = new ResponseReader();
  /**
   * Of the current or last request, by `performance.now()`; `openedMs` and `securedMs` are 0 if the connection was
   * already open.
   */
  startedMs = 0;
  openedMs = 0;
  securedMs = 0;
  sentMs = 0;
  firstByteMs = 0;
  /** Whether the request was sent on a connection opened by an earlier one. */
  isReused = false;
  readonly #owner: ConnectionOwner;
  #socket: Socket | undefined;
  #isReady = false;
  #waiting: string | undefined;

  constructor(target: Target, owner: ConnectionOwner) {
    this.target = target;
    this.#owner = owner;
  }

  /** Sends a request, given as Latin-1 text. The previous one must have ended. */
  send(wire: string, { method, keepsBody, nowMs }: { method: string; keepsBody: boolean; nowMs: number }): void {
    this.startedMs = nowMs;
    this.openedMs = 0;
    this.securedMs = 0;
    this.firstByteMs = 0;
    this.reader.expect(method, keepsBody);
    this.isReused = this.#isReady;
    if (this.#isReady) {
      this.sentMs = nowMs;
      this.#socket!.write(wire, 'latin1');
    } else {
      this.sentMs = 0;
      this.#waiting = wire;
      this.#open();
    }
  }

  /** What the request waits for, for a message. */
  get waitingFor(): string {
    if (this.firstByteMs > 0) return 'the end of the response body';
    if (this.sentMs > 0) return 'the response';
    return this.openedMs > 0 ? 'the TLS handshake' : 'the connection';
  }

  /** Closes the socket and drops a running request. */
  close(): void {
    const socket = this.#socket;
    this.#socket = undefined;
    this.#isReady = false;
    this.#waiting = undefined;
    this.reader.release();
    socket?.destroy();
  }

  #open(): void {
    const { target } = this;
    const onread = { buffer: readBuffer, callback: this.#take };
    const options = {
      host: target.host,
      port: target.port,
      onread,
      noDelay: true,
      autoSelectFamilyAttemptTimeout: 1000,
    };
    const lookup = target.lookup === undefined ? {} : { lookup: target.lookup };
    const socket = target.secure
      ? connectTls({ ...options, ...lookup, ...target.tls })
      : connectTcp({ ...options, ...lookup });
    this.#socket = socket;
    socket.once('connect', () => this.#connected(socket));
    if (target.secure) socket.once('secureConnect', () => this.#secured(socket as TLSSocket));
    socket.on('error', (error) => this.#ended(socket, error));
    socket.once('end', () => this.#ended(socket));
    socket.once('close', () => this.#ended(socket));
  }

  #connected(socket: Socket): void {
    if (socket !== this.#socket) return;
    this.openedMs = performance.now();
    if (!this.target.secure) this.#ready(socket, this.openedMs);
  }

  #secured(socket: TLSSocket): void {
    if (socket !== this.#socket) return;
    this.securedMs = performance.now();
    if (socket.alpnProtocol === 'h2') {
      this.close();
      this.#owner.choseHttp2(this);
    } else this.#ready(socket, this.securedMs);
  }

  #ready(socket: Socket, nowMs: number): void {
    this.#isReady = true;
    const wire = this.#waiting;
    this.#waiting = undefined;
    if (wire === undefined) return;
    this.sentMs = nowMs;
    socket.write(wire, 'latin1');
  }

  readonly #take = (length: number, bytes: Uint8Array): boolean => {
    const { reader } = this;
    if (reader.state !== 'head' && reader.state !== 'body') {
      // These bytes are unsolicited; what follows couldn't be distinguished from a response.
      this.close();
      return true;
    }
    const nowMs = performance.now();
    if (this.firstByteMs === 0) this.firstByteMs = nowMs;
    const consumed = reader.read(bytes as Buffer, 0, length);
    if (reader.head.isEventStream && (reader.state === 'body' || reader.isComplete)) {
      this.close();
      this.#owner.streams();
    } else if (reader.isComplete) {
      if (!reader.head.keepsAlive || consumed < length) this.#drop();
      this.#owner.responded(this, nowMs);
    } else if (reader.hasFailed) this.#fail(protocolError(this.target, reader.problem));
    return true;
  };

  /** Detaches the socket, and keeps the response in the reader. */
  #drop(): void {
    const socket = this.#socket;
    this.#socket = undefined;
    this.#isReady = false;
    socket?.destroy();
  }

  #ended(socket: Socket, error?: Error): void {
    if (socket !== this.#socket) return;
    const { reader } = this;
    this.#drop();
    if (reader.isComplete || reader.state === 'idle') return;
    if (error === undefined) reader.end();
    if (reader.isComplete) this.#owner.responded(this, performance.now());
    else this.#fail(this.#errorOf(error));
  }

  #errorOf(error: Error | undefined): HttpError {
    const { target, reader } = this;
    if (error !== undefined) return toHttpError(error, target);
    if (reader.problem !== '') return protocolError(target, reader.problem);
    return toHttpError(Object.assign(new Error('closed'), { code: 'ECONNRESET' }), target);
  }

  #fail(error: HttpError): void {
    this.#drop();
    this.#waiting = undefined;
    this.#owner.failed(this, error);
  }
}

function protocolError({ host, port }: Target, problem: string): HttpError {
  if (problem.startsWith('the connection')) {
    return new HttpError('CONNECTION', `No complete response from ${host}:${port}: ${problem}.`);
  }
  return new HttpError('PROTOCOL', `${host}:${port} did not answer with valid HTTP: ${problem}.`);
}
