import { createHash, randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { defaultUserAgent, HttpError } from '@touchstone/engine-http';
import type { WebSocketCheck } from '../core/check.ts';
import { failureOutcome, outcome, type ProbeExchange, type ProbeOutcome } from '../core/outcome.ts';
import { openSocket, within } from './open-socket.ts';
import type { ProbeOptions } from './probe.ts';
import { clientFrame, type Frame, readFrame } from './web-socket-frames.ts';

const maxHeadBytes = 64 * 1024;
const maxFrameBytes = 1024 * 1024;
/** RFC 6455 §1.3. */
const acceptSuffix = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';

/** checkWebSocket opens a WebSocket, sends the given message, and waits for the expected one. */
export async function checkWebSocket(check: WebSocketCheck, options: ProbeOptions): Promise<ProbeOutcome> {
  const url = URL.canParse(check.url) ? new URL(check.url) : undefined;
  if (!url || !/^wss?:$/.test(url.protocol))
    throw new HttpError('INVALID_URL', `${check.url} is not a WebSocket address. Write it like wss://host/path.`);
  const isSecure = url.protocol === 'wss:';
  const port = Number(url.port || (isSecure ? 443 : 80));
  const host = url.hostname;
  return within(options, `${host}:${port}`, async (stop) => {
    const tls = isSecure ? { tls: { serverName: host, verify: check.verifyCertificate } } : {};
    const { socket, phases } = await openSocket({ host, port, ...tls }, options, stop);
    const key = randomBytes(16).toString('base64');
    const head = requestHead(check, url, key, options);
    const sentAt = performance.now();
    socket.write(head.text);
    const answer = await readHead(socket);
    phases.firstByteMs = performance.now() - sentAt;
    const exchange: ProbeExchange = {
      request: { method: 'GET', url: check.url, headers: head.headers, body: check.send || null },
      response: { status: answer.status, headers: answer.headers, body: null, sizeBytes: null, isCut: false },
    };
    const facts = { phases, exchange };
    const refusal = refusalOf(answer, key);
    if (refusal) return failureOutcome({ code: 'HANDSHAKE', message: `${host}:${port} ${refusal}` }, facts);
    if (check.send) socket.write(clientFrame(1, Buffer.from(check.send)));
    const found = check.expect ? await waitForMessage(socket, answer.rest, check.expect) : undefined;
    socket.end(clientFrame(8, Buffer.from([0x03, 0xe8])));
    if (!found) return outcome('UP', facts);
    const findings = [
      { name: 'Message', passed: found.isReceived, message: found.isReceived ? null : 'It did not come.' },
    ];
    const seen = { ...facts, findings, values: found.messages };
    if (found.isReceived) return outcome('UP', seen);
    const message = `${host}:${port} closed the WebSocket without the expected message.`;
    return failureOutcome({ code: 'ANSWER', message }, seen);
  });
}

function requestHead(check: WebSocketCheck, url: URL, key: string, { session }: ProbeOptions) {
  const { mark } = session;
  const headers: [string, string][] = [
    ['Host', url.host],
    ['Connection', 'Upgrade'],
    ['Upgrade', 'websocket'],
    ['Sec-WebSocket-Version', '13'],
    ['Sec-WebSocket-Key', key],
    ['User-Agent', defaultUserAgent],
    ...(check.protocols.length > 0 ? [['Sec-WebSocket-Protocol', check.protocols.join(', ')] as [string, string]] : []),
    ...check.headers.flatMap(({ key: name, value, enabled }) =>
      enabled === false ? [] : [[name, value] as [string, string]],
    ),
  ];
  for (const [name, value] of headers)
    if (/[\r\n\0]/.test(`${name}${value}`))
      throw new HttpError('INVALID_HEADER', `The header ${name} holds a line break.`);
  const sent = mark ? [...headers, [mark.name, mark.value] as [string, string]] : headers;
  const lines = sent.map(([name, value]) => `${name}: ${value}`);
  return { text: `GET ${url.pathname}${url.search} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`, headers };
}

interface AnswerHead {
  status: number;
  headers: [string, string][];
  rest: Buffer;
}

function readHead(socket: Socket): Promise<AnswerHead> {
  return new Promise((resolve, reject) => {
    let bytes = Buffer.alloc(0);
    const onData = (chunk: Buffer) => {
      bytes = Buffer.concat([bytes, chunk]);
      const end = bytes.indexOf('\r\n\r\n');
      if (end < 0) {
        if (bytes.length > maxHeadBytes)
          reject(new HttpError('PROTOCOL', 'The server sent more than 64 kB of headers.'));
        return;
      }
      socket.off('data', onData);
      const [first = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
      const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(first)?.[1] ?? 0);
      if (status === 0) return reject(new HttpError('PROTOCOL', 'The server did not answer with valid HTTP.'));
      const headers = lines.map((line): [string, string] => {
        const colon = line.indexOf(':');
        return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
      });
      resolve({ status, headers, rest: bytes.subarray(end + 4) });
    };
    socket.on('data', onData);
    socket.once('close', () =>
      reject(new HttpError('CONNECTION', 'The server closed the connection during the handshake.')),
    );
  });
}

function refusalOf({ status, headers }: AnswerHead, key: string): string | undefined {
  if (status !== 101) return `answered the WebSocket handshake with status ${status}.`;
  const accept = createHash('sha1').update(`${key}${acceptSuffix}`).digest('base64');
  const given = headers.find(([name]) => name.toLowerCase() === 'sec-websocket-accept')?.[1];
  return given === accept ? undefined : 'did not confirm the WebSocket handshake.';
}

/** Reads messages until one contains the text, or the server closes. */
function waitForMessage(
  socket: Socket,
  first: Buffer,
  wanted: string,
): Promise<{ isReceived: boolean; messages: string[] }> {
  return new Promise((resolve, reject) => {
    const messages: string[] = [];
    const reader = new MessageReader(socket, (text) => {
      if (messages.length < 5) messages.push(text.slice(0, 200));
      if (text.includes(wanted)) resolve({ isReceived: true, messages });
    });
    const read = (bytes: Buffer) => {
      try {
        if (reader.read(bytes) === 'closed') resolve({ isReceived: false, messages });
      } catch (error) {
        reject(new HttpError('PROTOCOL', (error as Error).message));
      }
    };
    socket.on('data', read);
    socket.once('close', () => resolve({ isReceived: false, messages }));
    read(first);
  });
}

/** Assembles frames into messages, and answers pings. */
class MessageReader {
  readonly #socket: Socket;
  readonly #onText: (text: string) => void;
  #bytes: Buffer = Buffer.alloc(0);
  #message: Buffer = Buffer.alloc(0);

  constructor(socket: Socket, onText: (text: string) => void) {
    this.#socket = socket;
    this.#onText = onText;
  }

  /** Throws if a frame or message is too large. */
  read(bytes: Buffer): 'open' | 'closed' {
    this.#bytes = Buffer.concat([this.#bytes, bytes]);
    for (let read = readFrame(this.#bytes, maxFrameBytes); read; read = readFrame(this.#bytes, maxFrameBytes)) {
      this.#bytes = read.rest;
      if (read.frame.opcode === 8) return 'closed';
      this.#take(read.frame);
    }
    return 'open';
  }

  #take({ opcode, payload, isFinal }: Frame): void {
    if (opcode === 9) this.#socket.write(clientFrame(10, payload));
    if (opcode > 2) return;
    this.#message = Buffer.concat([this.#message, payload]);
    if (this.#message.length > maxFrameBytes) throw new RangeError('The message is too large.');
    if (!isFinal) return;
    const text = this.#message.toString('utf8');
    this.#message = Buffer.alloc(0);
    this.#onText(text);
  }
}
