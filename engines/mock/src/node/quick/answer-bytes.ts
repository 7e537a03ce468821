import { STATUS_CODES } from 'node:http';
import type { MockAnswer } from '../../core/answer/mock-answer.ts';

/** How long an idle connection is kept, in milliseconds. */
export const keepAliveMs = 60_000;

const invalidName = /[^\w!#$%&'*+.^`|~-]/;
const invalidValue = /[^\t\x20-\x7e\x80-\xff]/;
/** Headers about framing, which Node's server handles. */
const framing = new Set(['connection', 'transfer-encoding', 'date', 'keep-alive', 'upgrade', 'trailer']);

/** Unchanging responses, serialized for the current second. */
const fixed = new WeakMap<MockAnswer, { second: number; bytes: Buffer }>();

let second = 0;
let date = '';

/**
 * answerBytes serializes a whole response for an HTTP/1.1 keep-alive connection; undefined if it is sent in pieces or
 * is unusual in any way. `extra` is a flat list of headers.
 */
export function answerBytes(answer: MockAnswer, method: string, extra: readonly string[]): Buffer | undefined {
  const now = Math.floor(Date.now() / 1000);
  if (now !== second) {
    second = now;
    date = new Date(now * 1000).toUTCString();
  }
  const isFixed = answer.isFixed === true && method !== 'HEAD';
  const known = isFixed ? fixed.get(answer) : undefined;
  if (known?.second === now) return known.bytes;
  const bytes = isWhole(answer) ? written(answer, method, extra) : undefined;
  if (isFixed && bytes !== undefined) fixed.set(answer, { second: now, bytes });
  return bytes;
}

const isWhole = ({ delayMs, fault, events, dribble, proxy, status, statusMessage }: MockAnswer): boolean =>
  delayMs <= 0 &&
  fault === undefined &&
  events === undefined &&
  dribble === undefined &&
  proxy === undefined &&
  status >= 200 &&
  (statusMessage === undefined || !invalidValue.test(statusMessage));

function written(answer: MockAnswer, method: string, extra: readonly string[]): Buffer | undefined {
  const { status, body } = answer;
  const isBodiless = status === 204 || status === 304;
  let head = `HTTP/1.1 ${status} ${answer.statusMessage ?? STATUS_CODES[status] ?? 'unknown'}\r\n`;
  for (const [name, value] of answer.headers) {
    const lower = name.toLowerCase();
    if (lower === 'content-length') continue;
    if (name === '' || framing.has(lower) || invalidName.test(name) || invalidValue.test(value)) return undefined;
    head += `${name}: ${value}\r\n`;
  }
  const length = typeof body === 'string' ? Buffer.byteLength(body) : body.length;
  if (!isBodiless) head += `Content-Length: ${length}\r\n`;
  for (let at = 0; at < extra.length; at += 2) head += `${extra[at]}: ${extra[at + 1]}\r\n`;
  head += `Date: ${date}\r\nConnection: keep-alive\r\nKeep-Alive: timeout=${keepAliveMs / 1000}\r\n\r\n`;
  const hasBody = !isBodiless && method !== 'HEAD';
  const bytes = Buffer.allocUnsafe(head.length + (hasBody ? length : 0));
  bytes.write(head, 0, 'latin1');
  if (!hasBody) return bytes;
  if (typeof body === 'string') bytes.write(body, head.length, 'utf8');
  else bytes.set(body, head.length);
  return bytes;
}
