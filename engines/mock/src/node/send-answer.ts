import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { MockAnswer } from '../core/answer/mock-answer.ts';

/** A serialized response, cached for responses that do not change. */
interface WrittenAnswer {
  head: string[];
  /** Short texts are sent with the head in one write. */
  body: Buffer | string;
}

const shortText = 16 * 1024;

const written = new WeakMap<MockAnswer, WrittenAnswer>();
const hopByHop = new Set(['connection', 'keep-alive', 'transfer-encoding', 'proxy-connection', 'upgrade']);
const bodiless = (status: number) => status === 204 || status === 304 || status < 200;

/**
 * sendAnswer writes a response immediately, after its delay, in chunks or as events, or breaks the connection according
 * to its fault. Resolves when it is sent or the caller has disconnected.
 */
export async function sendAnswer(
  answer: MockAnswer,
  request: IncomingMessage,
  response: ServerResponse,
  extra: readonly string[] = [],
): Promise<void> {
  if (answer.delayMs > 0) await pause(answer.delayMs, response);
  if (response.destroyed) return;
  if (answer.fault !== undefined) {
    breakConnection(answer, request, response);
    return;
  }
  if (answer.events !== undefined) {
    await sendEvents(answer, request, response, extra);
    return;
  }
  const { head, body } = writtenOf(answer);
  const isOverHttp2 = request.httpVersionMajor >= 2;
  const headers = isOverHttp2 ? withoutHopByHop([...head, ...extra]) : extra.length === 0 ? head : [...head, ...extra];
  // Waiting one more tick lets the headers of two responses share a packet.
  writeHead(response, answer, headers, isOverHttp2);
  if (request.method === 'HEAD' || bodiless(answer.status)) response.end();
  else if (answer.dribble === undefined) response.end(body);
  else await dribble(Buffer.from(body), answer.dribble, response);
}

/** Characters that a reason phrase must not contain (RFC 9112, section 4). */
const notInReason = /[^\t\x20-\x7e\x80-\xff]/g;

function writeHead(response: ServerResponse, answer: MockAnswer, headers: string[], isOverHttp2: boolean): void {
  if (isOverHttp2) {
    // Node's HTTP/2 compatibility response doesn't accept a flat list.
    for (let at = 0; at < headers.length; at += 2) response.appendHeader(headers[at]!, headers[at + 1]!);
    response.writeHead(answer.status);
  } else if (answer.statusMessage === undefined) response.writeHead(answer.status, headers);
  else response.writeHead(answer.status, answer.statusMessage.replace(notInReason, ''), headers);
}

function withoutHopByHop(headers: readonly string[]): string[] {
  const kept: string[] = [];
  for (let at = 0; at < headers.length; at += 2)
    if (!hopByHop.has(headers[at]!.toLowerCase())) kept.push(headers[at]!, headers[at + 1]!);
  return kept;
}

function writtenOf(answer: MockAnswer): WrittenAnswer {
  const known = written.get(answer);
  if (known !== undefined) return known;
  const isShort = typeof answer.body === 'string' && answer.body.length <= shortText;
  const body = typeof answer.body === 'string' && isShort ? answer.body : Buffer.from(answer.body);
  const head: string[] = [];
  let isFramed = bodiless(answer.status) || answer.dribble !== undefined;
  for (const [name, value] of answer.headers) {
    const lower = name.toLowerCase();
    if (lower === 'content-length') continue;
    // A stub that asks for chunks gets them: the body is sent without its length.
    if (lower === 'transfer-encoding') isFramed = true;
    head.push(name, value);
  }
  if (!isFramed) head.push('Content-Length', String(Buffer.byteLength(body)));
  const made = { head, body };
  if (answer.isFixed === true) written.set(answer, made);
  return made;
}

async function dribble(
  body: Buffer,
  { chunks, durationMs }: { chunks: number; durationMs: number },
  response: ServerResponse,
): Promise<void> {
  const count = Math.max(1, Math.min(chunks, body.length));
  const size = Math.ceil(body.length / count);
  for (let index = 0; index < count && !response.destroyed; index += 1) {
    await pause(durationMs / count, response);
    response.write(body.subarray(index * size, (index + 1) * size));
  }
  response.end();
}

async function sendEvents(
  answer: MockAnswer,
  request: IncomingMessage,
  response: ServerResponse,
  extra: readonly string[],
): Promise<void> {
  const head = answer.headers.flat().concat(extra, ['Cache-Control', 'no-cache']);
  writeHead(response, answer, head, request.httpVersionMajor >= 2);
  if (request.method === 'HEAD') {
    response.end();
    return;
  }
  response.flushHeaders?.();
  for (const { text, delayMs } of answer.events ?? []) {
    if (delayMs > 0) await pause(delayMs, response);
    if (response.destroyed) return;
    response.write(text);
  }
  response.end();
}

/** Resolves after a time, or as soon as the caller disconnects. */
function pause(ms: number, response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      response.off('close', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    response.on('close', end);
  });
}

const garbage = "lskdu018973t09sylgasjkfg1][]'./.sdlv";

function breakConnection(answer: MockAnswer, request: IncomingMessage, response: ServerResponse): void {
  if (request.httpVersionMajor >= 2) {
    (response as unknown as { stream: { close(code: number): void } }).stream.close(2);
    return;
  }
  const socket = response.socket as Socket | null;
  if (socket === null) return;
  switch (answer.fault) {
    case 'MALFORMED_RESPONSE_CHUNK':
      socket.write(`HTTP/1.1 ${answer.status} OK\r\nTransfer-Encoding: chunked\r\n\r\n${garbage}`, () =>
        socket.destroy(),
      );
      return;
    case 'RANDOM_DATA_THEN_CLOSE':
      socket.write(garbage, () => socket.destroy());
      return;
    case 'CONNECTION_RESET_BY_PEER':
      if ('resetAndDestroy' in socket) socket.resetAndDestroy();
      return;
    default:
      socket.end(() => socket.destroy());
  }
}
