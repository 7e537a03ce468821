import type { TLSSocket } from 'node:tls';
import type { BodyBytes, HeaderList } from '@touchstone/engine-assert/core';
import type { Clock } from '@touchstone/kernel';
import { handshakeHeaders, initPayload } from '../../core/graphql/transport-ws.ts';
import { HttpError } from '../../core/http-error.ts';
import type { PreparedBody } from '../../core/prepare-request.ts';
import type { PeerCertificateInfo, Phases, ReceivedResponse, SentRequest } from '../../core/result.ts';
import type { StreamWatcher } from '../../core/session.ts';
import { checkedLookup, servernameOf } from '../address/checked-lookup.ts';
import { closeMisframed, markHeaders, type RequestMark } from '../address/request-mark.ts';
import type { FileSource } from '../body/file-source.ts';
import { OutgoingBody } from '../body/outgoing-body.ts';
import { BodyReader, type ReadLimits } from '../body/read-body.ts';
import { peerCertificateInfo } from '../tls/peer-certificate.ts';
import type { Connections, Route } from './connections.ts';
import type { ExchangeStop } from './exchange-stop.ts';
import { toHttpError } from './failures.ts';
import { sendOverHttp1 } from './http1-transport.ts';
import { Http2Failure } from './http2-connection.ts';
import { http2Headers, sendOverHttp2 } from './http2-transport.ts';
import type { HttpVersion, Line, OpenRequest } from './lines.ts';
import { PhaseLimits, type PhaseTimeouts } from './phase-limits.ts';
import { ConnectionTrace } from './timing.ts';
import { headerValue, type ResponseHead, type Transfer } from './transfer.ts';

/** One request on the wire. */
export interface HopRequest {
  method: string;
  url: URL;
  headers: HeaderList;
  body: PreparedBody;
  verifyCertificate: boolean;
  httpVersion: HttpVersion;
  timeouts: PhaseTimeouts;
}

/** How long an endless response is read. */
export interface StreamLimits {
  streamReadMs?: number | undefined;
  maxEvents?: number | undefined;
  watcher?: StreamWatcher | undefined;
}

/** What an exchange shares with the others of its session. */
export interface ExchangeContext {
  connections: Connections;
  files: FileSource | undefined;
  clock: Clock;
  maxStoredBytes: number;
  maxDownloadBytes: number;
  streaming: StreamLimits;
  /** A header for this address only, which identifies the sender; see `HttpSessionOptions.reference`. */
  reference?: ((url: URL) => RequestMark | undefined) | undefined;
  /** Whether a response is a redirect to follow, so that little of its body is read. */
  isFollowed: (status: number, headers: HeaderList) => boolean;
}

/** Outcome of one request; `failure` is set without a complete response. */
export interface HopOutcome {
  sent: SentRequest;
  response: ReceivedResponse | undefined;
  timing: Phases;
  certificate: PeerCertificateInfo | undefined;
  failure: HttpError | undefined;
  /** Whether the connection was kept alive and the server closed it before responding. */
  wasStale: boolean;
  /** Whether the server said that it didn't process the request. */
  isUnprocessed: boolean;
}

const followedBodyBytes = 64 * 1024;
const defaultStreamReadMs = 5000;
const certificateOfSocket = new WeakMap<object, PeerCertificateInfo | undefined>();

/** sendRequest performs one exchange, without redirects. It never throws: failures are part of the outcome. */
export async function sendRequest(hop: HopRequest, context: ExchangeContext, stop: ExchangeStop): Promise<HopOutcome> {
  return await new Exchange(hop, context, stop).run();
}

class Exchange {
  readonly #hop: HopRequest;
  readonly #context: ExchangeContext;
  readonly #stop: ExchangeStop;
  readonly #trace: ConnectionTrace;
  readonly #limits: PhaseLimits;
  readonly #transport = { isReused: false };
  #headers: HeaderList;
  #outgoing: OutgoingBody | undefined;
  #body: BodyReader | undefined;
  #head: ResponseHead | undefined;
  #certificate: PeerCertificateInfo | undefined;
  #remoteAddress: string | undefined;

  constructor(hop: HopRequest, context: ExchangeContext, stop: ExchangeStop) {
    this.#hop = hop;
    this.#context = context;
    this.#stop = stop;
    this.#trace = new ConnectionTrace(() => context.clock.monotonicMs());
    this.#limits = new PhaseLimits(hop.timeouts, stop, hop.url.host);
    const referred = markHeaders([...hop.headers], context.reference?.(hop.url));
    this.#headers = markHeaders(referred, context.connections.mark);
  }

  async run(): Promise<HopOutcome> {
    let route: Route | undefined;
    try {
      this.#stop.throwIfStopped();
      this.#limits.connecting();
      route = await this.#stop.race(this.#context.connections.route(this.#hop.url, this.#hop.verifyCertificate));
      const body = await this.#openBody();
      const line = await this.#findLine(route);
      await this.#send(route, line, body);
      this.#trace.ended();
      return this.#outcome(undefined);
    } catch (error) {
      this.#trace.ended();
      this.#trace.abandon();
      this.#outgoing?.discard();
      this.#body?.markIncomplete();
      if (error instanceof Http2Failure && error.wantsHttp1 && this.#hop.httpVersion === 'auto' && route) {
        this.#context.connections.lines.useHttp1(route);
      }
      return this.#outcome(this.#failureOf(error, route));
    } finally {
      this.#limits.done();
    }
  }

  async #openBody(): Promise<OutgoingBody> {
    const { body, method } = this.#hop;
    const opening = OutgoingBody.open(body, this.#context.files);
    try {
      this.#outgoing = await this.#stop.race(opening);
    } catch (error) {
      opening.then((opened) => opened.discard()).catch(() => undefined);
      throw error;
    }
    const expectsBody = method === 'POST' || method === 'PUT' || method === 'PATCH';
    const sizeBytes = this.#outgoing.sizeBytes ?? (expectsBody ? 0 : undefined);
    const isFramed = this.#headers.some(([name]) => /^(content-length|transfer-encoding)$/i.test(name));
    if (sizeBytes !== undefined && !isFramed) this.#headers.push(['Content-Length', String(sizeBytes)]);
    if (this.#context.connections.mark !== undefined) this.#headers = closeMisframed(this.#headers, sizeBytes);
    return this.#outgoing;
  }

  #findLine(route: Route): Promise<Line> | Line {
    const { connections } = this.#context;
    const { httpVersion, method } = this.#hop;
    if (this.#hop.body.kind === 'subscription') return { protocol: 'http1', openedSocket: undefined };
    const needsHttp1 = method === 'CONNECT' || headerValue(this.#headers, 'upgrade') !== undefined;
    const version = httpVersion === 'auto' && needsHttp1 ? '1.1' : httpVersion;
    if (version === '1.1' || (version === 'auto' && !route.secure)) {
      return { protocol: 'http1', openedSocket: undefined };
    }
    return connections.lines.find(this.#opening(route, version));
  }

  #opening(route: Route, version: HttpVersion): OpenRequest {
    const { host, port } = route;
    const { policy, resolve } = this.#context.connections;
    return {
      route,
      version,
      trace: this.#trace,
      stop: this.#stop,
      servername: servernameOf(host),
      lookup: (trace) => checkedLookup({ policy, port, resolve, onResolved: () => trace.resolved() }),
    };
  }

  async #send(route: Route, line: Line, body: OutgoingBody): Promise<void> {
    const { body: content, headers } = this.#hop;
    if (content.kind === 'subscription') this.#headers = handshakeHeaders(this.#headers);
    if (line.protocol === 'http2') this.#headers = http2Headers(this.#headers);
    const transfer: Transfer = {
      method: this.#hop.method,
      url: this.#hop.url,
      headers: this.#headers,
      route,
      connections: this.#context.connections,
      trace: this.#trace,
      stop: this.#stop,
      limits: this.#limits,
      body,
      begin: (head) => this.#begin(head, route),
    };
    if (content.kind === 'subscription') {
      const { sendSubscription } = await import('./subscription-transport.ts');
      await sendSubscription(transfer, {
        init: initPayload(headers),
        operation: Buffer.from(content.bytes).toString(),
        opening: this.#opening(route, '1.1'),
        maxMessageBytes: this.#context.maxDownloadBytes,
      });
    } else if (line.protocol === 'http2') await sendOverHttp2(transfer, line.connection, this.#transport);
    else await sendOverHttp1(transfer, line.openedSocket, this.#transport);
  }

  #begin(head: ResponseHead, route: Route): BodyReader {
    this.#trace.headers();
    this.#head = head;
    const { socket } = head;
    this.#remoteAddress = socket?.remoteAddress;
    if (route.secure && socket !== undefined) {
      // Reading a certificate is slow, and a connection has only one.
      if (!certificateOfSocket.has(socket)) {
        certificateOfSocket.set(socket, peerCertificateInfo(socket as TLSSocket, this.#context.clock.now()));
      }
      this.#certificate = certificateOfSocket.get(socket);
    }
    const followed = this.#context.isFollowed(head.status, head.headers);
    this.#body = new BodyReader({
      maxStoredBytes: this.#context.maxStoredBytes,
      maxDownloadBytes: followed ? followedBodyBytes : this.#context.maxDownloadBytes,
      ...this.#streamLimits(head),
    });
    return this.#body;
  }

  #streamLimits({
    status,
    statusText,
    httpVersion,
    headers,
    bodyType = headerValue(headers, 'content-type'),
  }: ResponseHead): Pick<ReadLimits, 'streamReadMs' | 'events'> {
    const { streamReadMs, maxEvents, watcher } = this.#context.streaming;
    const isEventStream = /^\s*text\/event-stream\b/i.test(bodyType ?? '');
    if (!isEventStream && streamReadMs === undefined) return {};
    if (!isEventStream && headerValue(headers, 'content-length') !== undefined) return {};
    // The exchange as a whole must not time out while reading a possibly endless stream.
    const watchedMs = watcher === undefined ? defaultStreamReadMs : this.#stop.leftMs;
    const limit = Math.max(1, Math.min(streamReadMs ?? watchedMs, this.#stop.leftMs - 50));
    if (!isEventStream) return { streamReadMs: limit };
    watcher?.begin({ status, statusText, httpVersion, headers: [...headers] });
    const elapsedMs = () => this.#context.clock.monotonicMs() - this.#trace.startedMs;
    const onBytes = (bytes: Uint8Array) => watcher?.take(bytes);
    return { streamReadMs: limit, events: { max: maxEvents, onBytes, until: watcher?.until, elapsedMs } };
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
    const isClosed = code === 'ECONNRESET' || code === 'EPIPE' || failure instanceof Http2Failure;
    return {
      sent: this.#sentRequest(),
      response: this.#response(),
      timing: this.#trace.phases(),
      certificate: this.#certificate,
      failure,
      wasStale: this.#transport.isReused && this.#head === undefined && isClosed && failure?.code === 'CONNECTION',
      isUnprocessed: failure instanceof Http2Failure && failure.isUnprocessed && this.#head === undefined,
    };
  }

  #sentRequest(): SentRequest {
    const { method, url } = this.#hop;
    return { method, url: url.href, headers: this.#headers, body: this.#sentBody() };
  }

  #sentBody(): BodyBytes | undefined {
    const { body } = this.#hop;
    if (body.kind === 'none') return undefined;
    const opened = body.kind === 'subscription' ? body.bytes : this.#outgoing?.preview();
    const whole = opened ?? (body.kind === 'bytes' ? body.bytes : new Uint8Array());
    const bytes = whole.subarray(0, this.#context.maxStoredBytes);
    return {
      bytes,
      contentType: headerValue(this.#headers, 'content-type') ?? body.contentType,
      sizeBytes: this.#outgoing?.sizeBytes ?? whole.length,
      truncated: bytes.length < whole.length,
    };
  }

  #response(): ReceivedResponse | undefined {
    if (this.#head === undefined) return undefined;
    const { status, statusText, httpVersion, headers, bodyType = headerValue(headers, 'content-type') } = this.#head;
    const stream = this.#body?.stream;
    return {
      status,
      statusText,
      httpVersion,
      headers,
      body: {
        bytes: this.#body?.bytes ?? new Uint8Array(),
        contentType: bodyType,
        sizeBytes: this.#body?.sizeBytes ?? 0,
        truncated: this.#body?.truncated ?? false,
      },
      remoteAddress: this.#remoteAddress,
      ...(stream === undefined ? {} : { stream }),
    };
  }
}
