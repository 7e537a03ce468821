import type { ClientHttp2Session, ClientHttp2Stream } from 'node:http2';
import type { Socket } from 'node:net';
import { HttpError } from '../../core/http-error.ts';
import { http2Codes, nameOfCode } from './http2-codes.ts';

/** An idle connection is closed, as in HTTP/1.1. */
const idleMs = 4000;
const windowBytes = 4 * 1024 * 1024;

/** Http2Connection is one HTTP/2 connection shared by all requests to an origin. */
export class Http2Connection {
  readonly socket: Socket;
  readonly #session: ClientHttp2Session;
  #goaway: { code: number; lastStreamId: number } | undefined;
  #requests = 0;
  #open = 0;

  constructor(origin: string, socket: Socket, settings: { maxHeaderBytes: number }) {
    this.socket = socket;
    // Loaded lazily, because most runs never need it.
    this.#session = process.getBuiltinModule('node:http2').connect(origin, {
      createConnection: () => socket,
      maxSessionMemory: 64,
      settings: { enablePush: false, initialWindowSize: windowBytes, maxHeaderListSize: settings.maxHeaderBytes },
    });
    this.#session.on('error', () => undefined);
    this.#session.on('goaway', (code: number, lastStreamId: number) => {
      this.#goaway = { code, lastStreamId };
    });
    this.#session.once('connect', () => this.#session.setLocalWindowSize(windowBytes));
    this.#session.setTimeout(idleMs, () => {
      if (this.#open === 0) this.#session.close();
    });
  }

  /** Whether the connection accepts further requests. */
  get usable(): boolean {
    return this.#goaway === undefined && !this.#session.closed && !this.#session.destroyed;
  }

  /** Whether it has already served a request. */
  get isUsed(): boolean {
    return this.#requests > 0;
  }

  request(headers: string[], options: { endStream: boolean }): ClientHttp2Stream {
    const stream = this.#session.request(headers, options);
    this.#requests += 1;
    this.#open += 1;
    stream.once('close', () => {
      this.#open -= 1;
    });
    return stream;
  }

  /** The reason why a stream ended without a complete response. */
  failure(stream: ClientHttp2Stream, where: string, cause: unknown, hasStarted = false): Http2Failure {
    const code = stream.rstCode ?? http2Codes.NO_ERROR;
    const goaway = this.#goaway;
    const isUnanswered = goaway !== undefined && (stream.id === undefined || stream.id > goaway.lastStreamId);
    if (goaway !== undefined && (goaway.code !== http2Codes.NO_ERROR || isUnanswered)) {
      const message = `${where} closed the HTTP/2 connection (${nameOfCode(goaway.code)})${reasonOf(goaway.code)}.`;
      return new Http2Failure(goaway.code, message, isUnanswered, cause);
    }
    if (code === http2Codes.NO_ERROR || this.#session.destroyed) {
      const message = `The connection to ${where} failed: the server closed the connection without a complete response.`;
      return new Http2Failure(code, message, false, cause);
    }
    if (hasStarted && code === http2Codes.PROTOCOL_ERROR) {
      const message = `${where} broke the rules of HTTP/2 in its response; the body may have another length than announced.`;
      return new Http2Failure(code, message, false, cause);
    }
    const isRefused = code === http2Codes.REFUSED_STREAM || code === http2Codes.HTTP_1_1_REQUIRED;
    const message = `${where} reset the HTTP/2 request (${nameOfCode(code)})${reasonOf(code)}.`;
    return new Http2Failure(code, message, isRefused, cause);
  }

  close(): void {
    this.#session.destroy();
  }
}

/** Http2Failure is the end of a stream that the server did not complete. */
export class Http2Failure extends HttpError {
  /** Whether the server didn't process the request, so that any request may be sent again. */
  readonly isUnprocessed: boolean;
  readonly wantsHttp1: boolean;

  constructor(code: number, message: string, isUnprocessed: boolean, cause: unknown) {
    const isClosed = code === http2Codes.NO_ERROR || code === http2Codes.CANCEL;
    super(isClosed ? 'CONNECTION' : 'PROTOCOL', message, cause);
    this.isUnprocessed = isUnprocessed;
    this.wantsHttp1 = code === http2Codes.HTTP_1_1_REQUIRED;
  }
}

const reasons = new Map<number, string>([
  [http2Codes.PROTOCOL_ERROR, ': it found an error in the request. Check headers and Content-Length'],
  [http2Codes.INTERNAL_ERROR, ': it has a fault of its own. Look into its log'],
  [http2Codes.REFUSED_STREAM, ': it has too much to do. Send fewer requests at once'],
  [http2Codes.CANCEL, ' before the response was complete. Look into its log'],
  [http2Codes.ENHANCE_YOUR_CALM, ': it gets too many requests. Send fewer at once'],
  [http2Codes.HTTP_1_1_REQUIRED, ': it wants HTTP/1.1. Set the HTTP version of the request to 1.1'],
  [http2Codes.FRAME_SIZE_ERROR, ': the headers or the body are too large for it'],
]);

function reasonOf(code: number): string {
  return reasons.get(code) ?? '';
}
