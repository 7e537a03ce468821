import { type ClientRequest, request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import { pipeline, Readable } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import type { Clock } from '@touchstone/kernel';
import { HttpError } from '../core/http-error.ts';
import type { PreparedBody } from '../core/prepare-request.ts';
import type {
  BodyBytes,
  HeaderList,
  PeerCertificateInfo,
  Phases,
  ReceivedResponse,
  SentRequest,
} from '../core/result.ts';
import { checkedLookup } from './checked-lookup.ts';
import type { Connections, Route } from './connections.ts';
import type { ExchangeStop } from './exchange-stop.ts';
import { toHttpError } from './failures.ts';
import type { FileSource } from './file-source.ts';
import { headerList, toWire } from './header-wire.ts';
import { MultipartForm } from './multipart.ts';
import { peerCertificateInfo } from './peer-certificate.ts';
import { proxyError, proxyRefusal } from './proxy.ts';
import { BodyReader, contentDecoders } from './read-body.ts';
import { ConnectionTrace } from './timing.ts';

/** One request on the wire. */
export interface HopRequest {
  method: string;
  url: URL;
  headers: HeaderList;
  body: PreparedBody;
  verifyCertificate: boolean;
}

/** What an exchange shares with the others of its session. */
export interface ExchangeContext {
  connections: Connections;
  files: FileSource | undefined;
  clock: Clock;
  maxStoredBytes: number;
  maxDownloadBytes: number;
  /** Bytes that are read of the body of a redirect that is followed. */
  isFollowed: (status: number, headers: HeaderList) => boolean;
}

/** What one request gave; `failure` where there was no full response. */
export interface HopOutcome {
  sent: SentRequest;
  response: ReceivedResponse | undefined;
  timing: Phases;
  certificate: PeerCertificateInfo | undefined;
  failure: HttpError | undefined;
  /** The connection was kept alive and closed by the server before it answered. */
  wasStale: boolean;
}

const maxHeaderBytes = 256 * 1024;
const followedBodyBytes = 64 * 1024;
const certificateOfSocket = new WeakMap<object, PeerCertificateInfo | undefined>();

/** sendRequest makes one exchange, without redirects. It never throws: what goes wrong is in the outcome. */
export async function sendRequest(hop: HopRequest, context: ExchangeContext, stop: ExchangeStop): Promise<HopOutcome> {
  return await new Exchange(hop, context, stop).run();
}

class Exchange {
  readonly #hop: HopRequest;
  readonly #context: ExchangeContext;
  readonly #stop: ExchangeStop;
  readonly #trace: ConnectionTrace;
  readonly #headers: HeaderList;
  #form: MultipartForm | undefined;
  #body: BodyReader | undefined;
  #message: IncomingMessage | undefined;
  #request: ClientRequest | undefined;
  #certificate: PeerCertificateInfo | undefined;
  #remoteAddress: string | undefined;

  constructor(hop: HopRequest, context: ExchangeContext, stop: ExchangeStop) {
    this.#hop = hop;
    this.#context = context;
    this.#stop = stop;
    this.#trace = new ConnectionTrace(() => context.clock.monotonicMs());
    this.#headers = [...hop.headers];
  }

  async run(): Promise<HopOutcome> {
    const { hop, context } = { hop: this.#hop, context: this.#context };
    let route: Route | undefined;
    try {
      this.#stop.throwIfStopped();
      route = await this.#stop.race(context.connections.route(hop.url, hop.verifyCertificate));
      await this.#openBody();
      await this.#exchange(route);
      this.#trace.ended();
      return this.#outcome(undefined);
    } catch (error) {
      this.#trace.ended();
      this.#request?.destroy();
      this.#trace.abandon();
      this.#form?.discard();
      this.#body?.markIncomplete();
      return this.#outcome(this.#failureOf(error, route));
    }
  }

  async #openBody(): Promise<void> {
    const { body, method } = this.#hop;
    let sizeBytes: number | undefined;
    if (body.kind === 'multipart') {
      const opening = MultipartForm.open(body.fields, body.boundary, this.#context.files);
      try {
        this.#form = await this.#stop.race(opening);
      } catch (error) {
        opening.then((form) => form.discard()).catch(() => undefined);
        throw error;
      }
      sizeBytes = this.#form.sizeBytes;
    } else if (body.kind === 'bytes') sizeBytes = body.bytes.length;
    else if (method === 'POST' || method === 'PUT' || method === 'PATCH') sizeBytes = 0;
    const isFramed = this.#headers.some(([name]) => /^(content-length|transfer-encoding)$/i.test(name));
    if (sizeBytes !== undefined && !isFramed) this.#headers.push(['Content-Length', String(sizeBytes)]);
  }

  #exchange(route: Route): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#stop.throwIfStopped();
      const request = this.#open(route);
      this.#request = request;
      this.#stop.onStop = (error) => {
        request.destroy();
        this.#trace.abandon();
        reject(error);
      };
      request.once('socket', (socket) => {
        if (!socket.connecting && request.reusedSocket) return;
        this.#trace.watchConnect(socket);
        if (route.secure) this.#trace.watchSecure(socket);
      });
      request.once('finish', () => this.#trace.sent());
      request.on('error', (error) => {
        // After the answer has begun, a server may stop reading the rest of the request.
        if (this.#message === undefined)
          reject(route.plainProxy && isUnreachable(error) ? proxyError(route.plainProxy, error) : error);
      });
      request.once('response', (message) => {
        this.#receive(message, route).then(() => {
          if (!request.writableFinished) request.destroy();
          resolve();
        }, reject);
      });
      const switched = (message: IncomingMessage, socket: { destroy(): void }) => {
        this.#begin(message, route);
        socket.destroy();
        resolve();
      };
      request.once('upgrade', switched);
      request.once('connect', switched);
      this.#write(request, reject);
    });
  }

  #open(route: Route): ClientRequest {
    const { connections } = this.#context;
    const { url, method } = this.#hop;
    const proxy = route.plainProxy;
    const raw: string[] = [];
    for (const [name, value] of this.#headers) raw.push(name, toWire(value));
    if (proxy?.authorization !== undefined) raw.push('Proxy-Authorization', proxy.authorization);
    const options: RequestOptions & {
      servername?: string;
      trace: ConnectionTrace;
      autoSelectFamilyAttemptTimeout: number;
    } = {
      method,
      agent: route.agent,
      host: proxy?.host ?? route.host,
      port: proxy?.port ?? route.port,
      path: proxy === undefined ? `${url.pathname}${url.search}` : url.href,
      headers: raw,
      maxHeaderSize: maxHeaderBytes,
      // Node gives up on an address after 250 ms where there are several, which is too short for far hosts.
      autoSelectFamilyAttemptTimeout: 1000,
      trace: this.#trace,
    };
    if (proxy === undefined) {
      options.lookup = checkedLookup({
        policy: connections.policy,
        port: route.port,
        resolve: connections.resolve,
        onResolved: () => this.#trace.resolved(),
      });
    }
    if (route.secure) options.servername = isIP(route.host) === 0 ? route.host : '';
    return route.secure || proxy?.secure ? httpsRequest(options) : httpRequest(options);
  }

  #write(request: ClientRequest, reject: (error: unknown) => void): void {
    const { body } = this.#hop;
    if (this.#form !== undefined) {
      pipeline(Readable.from(this.#form.stream()), request, (error) => {
        if (error && this.#message === undefined) reject(error);
      });
    } else if (body.kind === 'bytes') request.end(body.bytes);
    else request.end();
  }

  #begin(message: IncomingMessage, route: Route): BodyReader {
    this.#trace.headers();
    this.#message = message;
    const { socket } = message;
    this.#remoteAddress = socket.remoteAddress;
    if (route.secure) {
      // Reading a certificate is slow, and a connection has only one.
      if (!certificateOfSocket.has(socket)) {
        certificateOfSocket.set(socket, peerCertificateInfo(socket as TLSSocket, this.#context.clock.now()));
      }
      this.#certificate = certificateOfSocket.get(socket);
    }
    const followed = this.#context.isFollowed(message.statusCode ?? 0, headerList(message));
    this.#body = new BodyReader({
      maxStoredBytes: this.#context.maxStoredBytes,
      maxDownloadBytes: followed ? followedBodyBytes : this.#context.maxDownloadBytes,
    });
    return this.#body;
  }

  async #receive(message: IncomingMessage, route: Route): Promise<void> {
    await this.#begin(message, route).read(message, contentDecoders(message.headers['content-encoding']));
    if (route.plainProxy !== undefined && message.statusCode === 407) throw proxyRefusal(route.plainProxy, 407);
  }

  #failureOf(error: unknown, route: Route | undefined): HttpError {
    const known = this.#stop.reason ?? error;
    const { url } = this.#hop;
    const secure = url.protocol === 'https:';
    const port = route?.port ?? (url.port === '' ? (secure ? 443 : 80) : Number(url.port));
    const failure = toHttpError(known, { host: route?.host ?? url.hostname, port, secure });
    if (failure.code !== 'TIMEOUT') return failure;
    return new HttpError('TIMEOUT', failure.message.replace('{phase}', this.#trace.waitingFor));
  }

  #outcome(failure: HttpError | undefined): HopOutcome {
    const code = (failure?.cause as { code?: string } | undefined)?.code;
    return {
      sent: this.#sentRequest(),
      response: this.#response(),
      timing: this.#trace.phases(),
      certificate: this.#certificate,
      failure,
      wasStale:
        this.#request?.reusedSocket === true &&
        this.#message === undefined &&
        (code === 'ECONNRESET' || code === 'EPIPE'),
    };
  }

  #sentRequest(): SentRequest {
    const { method, url, body } = this.#hop;
    return { method, url: url.href, headers: this.#headers, body: this.#sentBody(body) };
  }

  #sentBody(body: PreparedBody): BodyBytes | undefined {
    if (body.kind === 'none') return undefined;
    const whole = body.kind === 'bytes' ? body.bytes : (this.#form?.preview() ?? new Uint8Array());
    const sizeBytes = body.kind === 'bytes' ? whole.length : (this.#form?.sizeBytes ?? 0);
    const written = this.#headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1];
    const bytes = whole.subarray(0, this.#context.maxStoredBytes);
    return { bytes, contentType: written ?? body.contentType, sizeBytes, truncated: bytes.length < whole.length };
  }

  #response(): ReceivedResponse | undefined {
    const message = this.#message;
    if (message === undefined) return undefined;
    return {
      status: message.statusCode ?? 0,
      statusText: message.statusMessage ?? '',
      httpVersion: message.httpVersion,
      headers: headerList(message),
      body: {
        bytes: this.#body?.bytes ?? new Uint8Array(),
        contentType: message.headers['content-type'],
        sizeBytes: this.#body?.sizeBytes ?? 0,
        truncated: this.#body?.truncated ?? false,
      },
      remoteAddress: this.#remoteAddress,
    };
  }
}

function isUnreachable(error: NodeJS.ErrnoException): boolean {
  return /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/.test(error.code ?? '');
}
