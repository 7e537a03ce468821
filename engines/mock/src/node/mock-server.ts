import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createSecureServer } from 'node:http2';
import type { AddressInfo, Socket } from 'node:net';
import type { AddressPolicy } from '@touchstone/engine-http';
import { newId } from '@touchstone/kernel';
import { type MockAnswer, plainAnswer } from '../core/answer/mock-answer.ts';
import type { MockEngine } from '../core/engine/mock-engine.ts';
import type { JournalEntry } from '../core/journal/journal.ts';
import type { MockRequest } from '../core/request/request-view.ts';
import type { AdminHooks } from './admin/admin-call.ts';
import { MockAdmin } from './admin/mock-admin.ts';
import { CallerOfCallbacks } from './callbacks.ts';
import type { MockCertificate } from './certificate-authority.ts';
import { answerBytes, keepAliveMs } from './quick/answer-bytes.ts';
import { QuickConnection, type QuickOutcome } from './quick/quick-connection.ts';
import { readBody, toMockRequest } from './read-request.ts';
import { Recorder, type RecordingOrder } from './recording/recorder.ts';
import { sendAnswer } from './send-answer.ts';
import { type OutgoingOptions, sendRequest, withoutConnectionHeaders } from './send-request.ts';
import { stubHeaders } from './stub-headers.ts';
import { Conversations } from './web-socket/conversations.ts';
import { listenForUpgrades, type Upgrade } from './web-socket/upgrades.ts';

/** How a mock is reached. */
export interface MockServerOptions {
  port?: number;
  /** Default 127.0.0.1. */
  host?: string;
  /** Serves https (HTTP/2 and HTTP/1.1) instead of http. */
  certificate?: MockCertificate;
  /** Whether WireMock's admin API answers under `/__admin`; default true. */
  hasAdmin?: boolean;
  /** Decides where proxied requests and callbacks may go; without it, anywhere. */
  policy?: AddressPolicy;
  /** Largest request body in bytes; default 16 MB. */
  bodyLimit?: number;
  /** Handlers for saving and shutting down. */
  hooks?: AdminHooks;
  /** Header added to every request that the mock itself sends. */
  mark?: { name: string; value: string };
  /** Whether upstreams and callbacks may present untrusted certificates; default false. */
  acceptsAnyCertificate?: boolean;
  /** Sees every response before it is sent and may replace it; the response waits for it. */
  finish?: (answer: MockAnswer, about: FinishedCall) => MockAnswer | Promise<MockAnswer>;
}

/** The call that a response belongs to. */
export interface FinishedCall {
  /** The call's journal entry; undefined for a call of the admin API. */
  entry: JournalEntry | undefined;
  request: MockRequest;
  /** As passed to `handle`. */
  mount: string | undefined;
  cause: string | undefined;
}

/** What the owner of a server knows about a request better than its socket does. */
export interface GivenRequest extends Partial<Pick<MockRequest, 'url' | 'clientIp' | 'scheme'>> {
  /** Removes headers that the mock must not see. */
  keepHeaders?: (headers: MockRequest['headers']) => MockRequest['headers'];
  /** Passed on to `finish`: the path where the mock is mounted, and what the caller says triggered its call. */
  mount?: string;
  cause?: string | undefined;
  /** The connection, if the request asks for a WebSocket. */
  upgrade?: Upgrade | undefined;
  /** Whether another WebSocket message is admitted; a rejected one ends the conversation. */
  admitsMessage?: () => boolean;
}

/** A request and its response. */
interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  upgrade: Upgrade | undefined;
  admitsMessage: (() => boolean) | undefined;
}

/** A call decided by the engine. */
interface DecidedCall {
  entry: JournalEntry;
  /** The response returned by `finish`; undefined before it was called. */
  finished: MockAnswer | undefined;
}

/** How long TLS connections stay open after the last response, in milliseconds. */
const partingMs = 500;
const defaultBodyLimit = 16 * 1024 * 1024;
/** Names the mocks that forwarded a request, so that a loop is detected. */
const proxiedByHeader = 'x-touchstone-proxied-by';
/** A “not modified” response could not be replayed. */
const conditionalHeaders = ['if-none-match', 'if-modified-since', 'if-match', 'if-unmodified-since', 'if-range'];

/**
 * MockServer connects an engine to a socket: it reads requests, sends the engine's responses, proxies, calls back, and
 * serves the admin API.
 */
export class MockServer {
  readonly engine: MockEngine;
  readonly recorder: Recorder;
  readonly #options: MockServerOptions;
  readonly #admin: MockAdmin;
  readonly #callbacks: CallerOfCallbacks;
  readonly #conversations: Conversations;
  readonly #sockets = new Set<Socket>();
  readonly #quick = new Map<Socket, QuickConnection>();
  /** Calls decided before their connection was handed to Node's server, which sends the response. */
  readonly #decided = new WeakMap<Socket, DecidedCall>();
  #server: Server | undefined;
  #isStopping = false;
  /** Unsent responses over TLS: Node doesn't report which of these connections are idle. */
  readonly #unsent = new Set<ServerResponse>();
  #parting: NodeJS.Timeout | undefined;
  /** Its name in the requests that it forwards. */
  readonly #name = newId().slice(-12);

  constructor(engine: MockEngine, options: MockServerOptions = {}) {
    this.engine = engine;
    this.#options = options;
    this.recorder = new Recorder(engine);
    this.#admin = new MockAdmin(engine, this.recorder, options.hooks ?? {});
    this.#conversations = new Conversations(options.bodyLimit ?? defaultBodyLimit);
    this.#callbacks = new CallerOfCallbacks(this.#outgoing());
  }

  /** Starts listening; resolves with the address. Rejects if the port is in use. */
  async start(): Promise<string> {
    const { certificate, port = 0, host = '127.0.0.1' } = this.#options;
    const listener = (request: IncomingMessage, response: ServerResponse) => {
      if (certificate !== undefined) this.#awaitSent(response);
      void this.handle(request, response);
    };
    const server =
      certificate === undefined
        ? createServer(
            { keepAlive: true, keepAliveTimeout: keepAliveMs, requestTimeout: 0, insecureHTTPParser: false },
            listener,
          )
        : (createSecureServer(
            { allowHTTP1: true, key: certificate.key, cert: `${certificate.cert}${certificate.ca}` },
            listener as unknown as Parameters<typeof createSecureServer>[1],
          ) as unknown as Server);
    listenForUpgrades(server, (request, response, upgrade) => void this.handle(request, response, { upgrade }));
    if (certificate === undefined) this.#answerQuickly(server);
    server.on('connection', (socket: Socket) => {
      socket.setNoDelay(true);
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
    server.on('checkContinue', listener);
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, host, () => {
        server.off('error', reject);
        resolve();
      });
    });
    this.#server = server;
    return this.address;
  }

  /** Scheme, host and port. */
  get address(): string {
    const { port } = this;
    const { certificate, host = '127.0.0.1' } = this.#options;
    const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
    return `${certificate === undefined ? 'http' : 'https'}://${name}:${port}`;
  }

  get port(): number {
    return (this.#server?.address() as AddressInfo | null)?.port ?? 0;
  }

  /** Stops accepting requests; resolves when those in flight are answered, after at most `graceMs`. */
  async stop(graceMs = 5000): Promise<void> {
    const server = this.#server;
    this.#conversations.end();
    if (server === undefined) return;
    this.#server = undefined;
    this.#isStopping = true;
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeIdleConnections?.();
    for (const connection of this.#quick.values()) connection.close();
    if (this.#options.certificate !== undefined) this.#partWhenSent();
    const timer = setTimeout(() => this.#cut(), graceMs);
    await this.#callbacks.end();
    await closed;
    clearTimeout(timer);
    clearTimeout(this.#parting);
  }

  #awaitSent(response: ServerResponse): void {
    this.#unsent.add(response);
    response.once('close', () => {
      this.#unsent.delete(response);
      if (this.#isStopping) this.#partWhenSent();
    });
  }

  /** Ends all connections soon after the last response; meanwhile WebSockets close cleanly. */
  #partWhenSent(): void {
    if (this.#unsent.size === 0) this.#parting ??= setTimeout(() => this.#cut(), partingMs);
  }

  #cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Answers plain requests bypassing Node's server, which takes over anything else. */
  #answerQuickly(server: Server): void {
    const takeOver = server.listeners('connection');
    server.removeAllListeners('connection');
    const parts = {
      serve: (request: MockRequest, socket: Socket) => this.#serveQuickly(request, socket),
      handOver: (socket: Socket) => {
        this.#quick.delete(socket);
        for (const listener of takeOver) listener.call(server, socket);
      },
      bodyLimit: this.#options.bodyLimit ?? defaultBodyLimit,
    };
    server.on('connection', (socket: Socket) => {
      this.#quick.set(socket, new QuickConnection(socket, parts));
      socket.once('close', () => this.#quick.delete(socket));
    });
  }

  #serveQuickly(mock: MockRequest, socket: Socket): QuickOutcome | Promise<QuickOutcome> {
    const isAdmin = mock.url.startsWith('/__admin') && this.#options.hasAdmin !== false;
    if (isAdmin || this.#isStopping || this.recorder.order !== undefined) return 'hand over';
    const entry = this.engine.serve(mock);
    const handOver = (finished: MockAnswer | undefined): QuickOutcome => {
      this.#decided.set(socket, { entry, finished });
      return 'hand over';
    };
    if (entry.answer.proxy !== undefined) return handOver(undefined);
    const { finish } = this.#options;
    const send = (made: MockAnswer): QuickOutcome => {
      const bytes = answerBytes(made, mock.method, stubHeaders(entry.stub));
      if (bytes === undefined) return handOver(made);
      this.#callBack(entry);
      return bytes;
    };
    const made = finish?.(entry.answer, { entry, request: mock, mount: undefined, cause: undefined }) ?? entry.answer;
    return made instanceof Promise ? made.then(send) : send(made);
  }

  #callBack(entry: JournalEntry): void {
    for (const webhook of entry.answer.webhooks) this.#callbacks.send(webhook, (note) => entry.notes.push(note));
  }

  /** Options for requests that the mock itself sends. */
  #outgoing(): OutgoingOptions {
    const { policy, mark, acceptsAnyCertificate } = this.#options;
    return { policy, mark, acceptsAnyCertificate };
  }

  /** Answers one request; for callers with a server of their own. */
  async handle(request: IncomingMessage, response: ServerResponse, given: GivenRequest = {}): Promise<void> {
    response.on('error', () => undefined);
    try {
      const body = await readBody(request, this.#options.bodyLimit ?? defaultBodyLimit);
      if (body === undefined) {
        request.resume();
        const answer = plainAnswer(413, 'The body is larger than this mock accepts.');
        await sendAnswer(answer, request, response, ['Connection', 'close']);
        return;
      }
      const { mount, cause, keepHeaders, upgrade, admitsMessage, ...known } = given;
      const path = mount?.startsWith('/') ? mount : undefined;
      const mock = { ...toMockRequest(request, body), ...known, mount: path };
      if (keepHeaders !== undefined) mock.headers = keepHeaders(mock.headers);
      await this.#answer(mock, { request, response, upgrade, admitsMessage }, { mount, cause });
    } catch (error) {
      if (response.headersSent || response.destroyed) {
        response.destroy();
        return;
      }
      // Otherwise the 500 would keep the reason phrase of the failed response.
      if (request.httpVersionMajor < 2) response.statusMessage = '';
      await sendAnswer(
        plainAnswer(500, `The mock failed: ${error instanceof Error ? error.message : error}`),
        request,
        response,
      ).catch(() => response.destroy());
    }
  }

  async #answer(
    mock: MockRequest,
    { request, response, upgrade, admitsMessage }: Exchange,
    given: Pick<FinishedCall, 'mount' | 'cause'>,
  ): Promise<void> {
    const extra = this.#isStopping ? ['Connection', 'close'] : [];
    if (mock.url.startsWith('/__admin') && this.#options.hasAdmin !== false) {
      const answer = await this.#admin.answer(mock);
      await this.#send(answer, { entry: undefined, request: mock, ...given }, { request, response, extra });
      return;
    }
    const decided = this.#decided.get(request.socket);
    if (decided !== undefined) this.#decided.delete(request.socket);
    const order = decided === undefined ? this.recorder.order : undefined;
    const entry = decided?.entry ?? (order === undefined ? this.engine.serve(mock) : this.#recorded(mock, order));
    if (entry.answer.proxy !== undefined) entry.answer = await this.#proxied(entry, order);
    if (upgrade !== undefined && entry.answer.conversation !== undefined) {
      const answer = await this.#finished(entry, mock, given);
      const serve = async (message: MockRequest) => {
        const served = this.engine.serve(message);
        const made = await this.#finished(served, message, given);
        // Unmatched messages are recorded in the journal but not answered.
        return served.by === 'none' ? { ...made, body: '' } : made;
      };
      this.#conversations.accept({ mock, answer, serve, admits: admitsMessage }, { request, response, upgrade });
      this.#callBack(entry);
      return;
    }
    extra.push(...stubHeaders(entry.stub));
    if (decided?.finished !== undefined) await sendAnswer(decided.finished, request, response, extra);
    else await this.#send(entry.answer, { entry, request: mock, ...given }, { request, response, extra });
    this.#callBack(entry);
  }

  /** The response to a call, once its changes are persisted. */
  async #finished(
    entry: JournalEntry,
    request: MockRequest,
    given: Pick<FinishedCall, 'mount' | 'cause'>,
  ): Promise<MockAnswer> {
    return (await this.#options.finish?.(entry.answer, { entry, request, ...given })) ?? entry.answer;
  }

  async #send(
    answer: MockAnswer,
    about: FinishedCall,
    { request, response, extra }: { request: IncomingMessage; response: ServerResponse; extra: string[] },
  ): Promise<void> {
    const { finish } = this.#options;
    const made = finish?.(answer, about) ?? answer;
    await sendAnswer(made instanceof Promise ? await made : made, request, response, extra);
  }

  /** While everything is recorded, the upstream answers instead of the stubs. */
  #recorded(mock: MockRequest, { target, isPartial }: RecordingOrder): JournalEntry {
    const { settings } = this.engine;
    if (!this.engine.isEnabled) return this.engine.serve(mock);
    const { proxyUnmatched, proxyPassThrough } = settings;
    Object.assign(settings, { proxyUnmatched: target, proxyPassThrough: true });
    try {
      return isPartial ? this.engine.serve(mock) : this.engine.passOn(mock, target);
    } finally {
      Object.assign(settings, { proxyUnmatched, proxyPassThrough });
    }
  }

  async #proxied(entry: JournalEntry, order: RecordingOrder | undefined): Promise<MockAnswer> {
    const { answer, request: view } = entry;
    const { proxy } = answer;
    if (proxy === undefined) return answer;
    const visited = view.header(proxiedByHeader).flatMap((value) => value.split(','));
    if (visited.includes(this.#name)) {
      entry.notes.push(`${proxy.url} leads back to this mock. Choose another address.`);
      return plainAnswer(508, `${proxy.url} leads back to this mock: it would call itself without end.`);
    }
    const isRecorded = order !== undefined && entry.by === 'upstream';
    const replaced = new Set([
      ...proxy.removeHeaders,
      ...proxy.addHeaders.map(([name]) => name.toLowerCase()),
      proxiedByHeader,
      ...(isRecorded ? conditionalHeaders : []),
    ]);
    const kept = view.request.headers.filter(([name]) => !replaced.has(name.toLowerCase()));
    const headers = [...kept, ...proxy.addHeaders, [proxiedByHeader, [...visited, this.#name].join(',')] as const];
    const { method, body } = view.request;
    try {
      const found = await sendRequest({ method, url: proxy.url, headers, body }, this.#outgoing());
      const made: MockAnswer = {
        ...answer,
        status: found.status,
        statusMessage: found.statusMessage === '' ? undefined : found.statusMessage,
        headers: [...withoutConnectionHeaders(found.headers), ...answer.headers],
        body: found.body,
      };
      delete made.proxy;
      if (isRecorded)
        await this.recorder.record(entry, found, order).catch((error: unknown) => {
          entry.notes.push(`Not recorded: ${error instanceof Error ? error.message : String(error)}`);
        });
      return made;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      entry.notes.push(`The upstream could not be reached: ${reason}`);
      return plainAnswer(502, `${proxy.url} could not be reached: ${reason}`);
    }
  }
}
