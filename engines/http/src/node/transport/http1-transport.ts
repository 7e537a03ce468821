import { type ClientRequest, request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { pipeline, Readable } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import { checkedLookup, servernameOf } from '../address/checked-lookup.ts';
import { contentDecoders } from '../body/read-body.ts';
import { proxyError, proxyRefusal } from '../proxy.ts';
import type { Route } from './connections.ts';
import { headerList, toWire } from './header-wire.ts';
import { maxHeaderBytes } from './lines.ts';
import type { ConnectionTrace } from './timing.ts';
import { headerValue, incomingBody, type Transfer, type TransportOutcome } from './transfer.ts';

/** sendOverHttp1 performs one HTTP/1.1 exchange; `openedSocket` is a connection opened by the protocol negotiation. */
export function sendOverHttp1(
  transfer: Transfer,
  openedSocket: TLSSocket | undefined,
  outcome: TransportOutcome,
): Promise<void> {
  const { route, trace, stop, limits } = transfer;
  return new Promise((resolve, reject) => {
    stop.throwIfStopped();
    let hasStarted = false;
    const request = open(transfer, openedSocket);
    const fail = (error: unknown) => {
      request.destroy();
      outcome.isReused = request.reusedSocket;
      reject(error);
    };
    stop.onStop = (error) => {
      trace.abandon();
      fail(error);
    };
    request.once('socket', (socket) => {
      if (openedSocket !== undefined && socket !== openedSocket) openedSocket.destroy();
      if (socket === openedSocket || (!socket.connecting && request.reusedSocket)) return limits.connected();
      trace.watchConnect(socket);
      if (route.secure) trace.watchSecure(socket);
      socket.once(route.secure ? 'secureConnect' : 'connect', () => limits.connected());
    });
    request.once('finish', () => {
      trace.sent();
      if (!hasStarted) limits.responding();
    });
    request.on('error', (error) => {
      // Once the response has started, a server may stop reading the rest of the request.
      if (hasStarted) return;
      fail(route.plainProxy && isUnreachable(error) ? proxyError(route.plainProxy, error) : error);
    });
    const begin = (message: IncomingMessage) => {
      hasStarted = true;
      limits.done();
      return transfer.begin(headOf(message));
    };
    request.once('response', (message) => {
      const encodings = contentDecoders(headerValue(headerList(message), 'content-encoding'));
      begin(message)
        .read(
          incomingBody(message, () => message.complete),
          encodings,
        )
        .then(() => {
          if (!request.writableFinished) request.destroy();
          if (route.plainProxy !== undefined && message.statusCode === 407) throw proxyRefusal(route.plainProxy, 407);
          resolve();
        })
        .catch(fail);
    });
    const switched = (message: IncomingMessage, socket: { destroy(): void }) => {
      begin(message);
      socket.destroy();
      resolve();
    };
    request.once('upgrade', switched);
    request.once('connect', switched);
    write(transfer, request, (error) => {
      if (!hasStarted) fail(error);
    });
  });
}

/** headOf returns the head of an HTTP/1.1 response. */
export function headOf(message: IncomingMessage) {
  return {
    status: message.statusCode ?? 0,
    statusText: message.statusMessage ?? '',
    httpVersion: message.httpVersion,
    headers: headerList(message),
    socket: message.socket,
  };
}

function open(transfer: Transfer, openedSocket: TLSSocket | undefined): ClientRequest {
  const { route, url, method, trace } = transfer;
  const proxy = route.plainProxy;
  const isOwn = !knownMethods.has(method);
  const raw: string[] = [];
  for (const [name, value] of transfer.headers) raw.push(name, toWire(value));
  if (proxy?.authorization !== undefined) raw.push('Proxy-Authorization', proxy.authorization);
  const options: RequestOptions & {
    servername?: string;
    trace: ConnectionTrace;
    openedSocket?: TLSSocket;
    autoSelectFamilyAttemptTimeout: number;
  } = {
    method: isOwn ? (transfer.body.sizeBytes === undefined ? 'GET' : 'POST') : method,
    agent: route.agent,
    host: proxy?.host ?? route.host,
    port: proxy?.port ?? route.port,
    path: proxy === undefined ? `${url.pathname}${url.search}` : url.href,
    headers: raw,
    maxHeaderSize: maxHeaderBytes,
    // If there are several addresses, Node gives up on one after 250 ms, which is too short for distant hosts.
    autoSelectFamilyAttemptTimeout: 1000,
    trace,
    ...(openedSocket === undefined ? {} : { openedSocket }),
  };
  if (proxy === undefined) options.lookup = lookupFor(route, transfer);
  if (route.secure) options.servername = servernameOf(route.host);
  const request = route.secure || proxy?.secure ? httpsRequest(options) : httpRequest(options);
  if (isOwn) sendMethodAsWritten(request, method);
  return request;
}

/** Methods that Node sends unchanged, without a chunked encoding for a missing body. */
const knownMethods = new Set(['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT', 'POST', 'PUT', 'PATCH']);

/** Node upper-cases every method, though they are case-sensitive (RFC 9110 §9.1), and has no option against it. */
function sendMethodAsWritten(request: ClientRequest, method: string): void {
  const outgoing = request as ClientRequest & { _header: string };
  outgoing._header = outgoing._header.replace(/^\S+/, () => method);
  request.method = method;
}

function lookupFor(route: Route, { connections, trace }: Transfer) {
  return checkedLookup({
    policy: connections.policy,
    port: route.port,
    resolve: connections.resolve,
    onResolved: () => trace.resolved(),
  });
}

function write({ body }: Transfer, request: ClientRequest, fail: (error: Error) => void): void {
  const stream = body.stream();
  if (stream === undefined) request.end(body.bytes);
  else {
    pipeline(Readable.from(stream), request, (error) => {
      if (error) fail(error);
    });
  }
}

function isUnreachable(error: NodeJS.ErrnoException): boolean {
  return /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/.test(error.code ?? '');
}
