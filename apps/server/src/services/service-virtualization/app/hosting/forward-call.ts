import { Agent, type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Upgrade } from '@touchstone/engine-mock';
import { NotReached } from '../../../../platform/processes/process-calls.ts';
import type { Processes } from '../../../../platform/processes/processes.ts';
import type { MockCall } from './serve-call.ts';

/** The part of a call that only the receiving process knows. */
export type ForwardedCall = Pick<MockCall, 'key' | 'mount' | 'url' | 'clientIp' | 'scheme'> & { method: string };

/** The header with which one process forwards a call to another; signed. */
export const forwardedHeader = 'touchstone-forwarded';

const hopByHop = new Set(['connection', 'keep-alive', 'proxy-connection', 'transfer-encoding', 'upgrade', 'te']);
// Shorter than the server's keep-alive timeout, so that no call is sent on a closing connection.
const agent = new Agent({ keepAlive: true, timeout: 4000 });

/** The process that answers. */
interface Other {
  address: string;
  to: string;
  processes: Processes;
}

/** The call as a request to the other process. */
function requestOf(call: MockCall, { to, processes }: Omit<Other, 'address'>) {
  const { request, key, mount, url, clientIp, scheme } = call;
  const method = request.method ?? 'GET';
  const forwarded: ForwardedCall = { key, mount, url, clientIp, scheme, method };
  const headers = headersOf(request);
  headers.push(forwardedHeader, processes.seal(forwarded, to));
  return { method, path: mount === '' ? url : `/mock/${key}${url}`, headers };
}

/**
 * forwardUpgrade forwards a WebSocket upgrade by joining both connections. Throws NotReached if the other process isn't
 * listening.
 */
export function forwardUpgrade(call: MockCall, { socket, head }: Upgrade, other: Other): Promise<void> {
  const { method, path, headers } = requestOf(call, other);
  const { hostname, port, protocol } = new URL(other.address);
  const number = Number(port) || (protocol === 'https:' ? 443 : 80);
  return new Promise((resolve, reject) => {
    const there = connect(number, hostname.replace(/^\[|\]$/g, ''));
    there.once('error', (error) => reject(new NotReached(error.message)));
    there.once('connect', () => {
      const lines = [`${method} ${path} HTTP/1.1`, 'Connection: Upgrade'];
      for (let at = 0; at < headers.length; at += 2) lines.push(`${headers[at]}: ${headers[at + 1]}`);
      call.response.detachSocket(socket);
      there.removeAllListeners('error');
      there.on('error', () => socket.destroy());
      socket.on('error', () => there.destroy());
      there.on('close', () => socket.destroy());
      socket.on('close', () => there.destroy());
      there.write(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
      if (head.length > 0) there.write(head);
      there.pipe(socket);
      socket.pipe(there);
      resolve();
    });
  });
}

/**
 * forwardCall forwards a call to another process unchanged, including broken connections. Throws NotReached if that
 * process isn't listening.
 */
export function forwardCall(call: MockCall, { address, to, processes }: Other): Promise<void> {
  const { request, response } = call;
  const { method, path, headers } = requestOf(call, { to, processes });
  return new Promise((resolve, reject) => {
    const sent = send(new URL(address), { method, path, headers, agent, setHost: false }, (answer) => {
      pass(answer, response);
    });
    sent.on('error', (error: NodeJS.ErrnoException & { rawPacket?: Buffer }) => {
      if (error.code === 'ECONNREFUSED' && !response.headersSent) return reject(new NotReached(error.message));
      breakOff(response, error);
      resolve();
    });
    response.once('close', () => {
      sent.destroy();
      resolve();
    });
    request.pipe(sent);
  });
}

function headersOf(request: IncomingMessage): string[] {
  const { rawHeaders, httpVersionMajor } = request;
  const kept: string[] = [];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const lower = rawHeaders[at]!.toLowerCase();
    const isDropped = lower === 'expect' || lower === forwardedHeader || lower === 'connection';
    if (!isDropped && !lower.startsWith(':')) kept.push(rawHeaders[at]!, rawHeaders[at + 1]!);
  }
  if (httpVersionMajor >= 2 && request.headers.host === undefined)
    kept.push('host', String(request.headers[':authority'] ?? ''));
  return kept;
}

function pass(answer: IncomingMessage, response: ServerResponse): void {
  const { rawHeaders, statusCode = 502, statusMessage } = answer;
  const isOverHttp2 = response.req.httpVersionMajor >= 2;
  const headers: string[] = [];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const lower = rawHeaders[at]!.toLowerCase();
    const isDropped = isOverHttp2 ? hopByHop.has(lower) : lower === 'connection' || lower === 'keep-alive';
    if (!isDropped) headers.push(rawHeaders[at]!, rawHeaders[at + 1]!);
  }
  if (isOverHttp2) {
    for (let at = 0; at < headers.length; at += 2) response.appendHeader(headers[at]!, headers[at + 1]!);
    response.writeHead(statusCode);
  } else response.writeHead(statusCode, statusMessage ?? '', headers);
  response.flushHeaders?.();
  answer.on('error', () => response.destroy());
  answer.on('aborted', () => response.destroy());
  answer.pipe(response);
}

/** The other process broke the connection because of a fault, so this one does the same. */
function breakOff(response: ServerResponse, error: NodeJS.ErrnoException & { rawPacket?: Buffer }): void {
  const socket = response.socket as Socket | null;
  if (response.req.httpVersionMajor >= 2 || socket === null) {
    response.destroy();
    return;
  }
  if (error.rawPacket !== undefined && !response.headersSent) socket.write(error.rawPacket, () => socket.destroy());
  else if (error.code === 'ECONNRESET' && error.message !== 'socket hang up') socket.resetAndDestroy();
  else socket.end(() => socket.destroy());
}
