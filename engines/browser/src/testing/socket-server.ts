import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

const frame = (opcode: number, payload: Buffer) =>
  Buffer.concat([Buffer.from([0x80 | opcode, payload.length]), payload]);
const closing = (code: number) => {
  const payload = Buffer.alloc(2);
  payload.writeUInt16BE(code);
  return frame(8, payload);
};

/** Reads masked frames of less than 126 bytes (RFC 6455 §5.2). */
function* framesOf(bytes: Buffer): Generator<{ opcode: number; text: string }> {
  for (let at = 0; at + 6 <= bytes.length; ) {
    const length = bytes[at + 1]! & 0x7f;
    const mask = bytes.subarray(at + 2, at + 6);
    const payload = bytes.subarray(at + 6, at + 6 + length).map((byte, index) => byte ^ mask[index % 4]!);
    yield { opcode: bytes[at]! & 0xf, text: Buffer.from(payload).toString('utf8') };
    at += 6 + length;
  }
}

/**
 * openSocketServer serves an empty page, and a WebSocket that echoes each message twice; on `bye`, it closes with 4001.
 */
export async function openSocketServer(): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer((_request, response) =>
    response.setHeader('content-type', 'text/html').end('<title>Sockets</title>'),
  );
  const sockets = new Set<Socket>();
  server.on('upgrade', (request, socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    const key = `${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
    const accept = createHash('sha1').update(key).digest('base64');
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    );
    socket.on('data', (bytes: Buffer) => {
      for (const { opcode, text } of framesOf(bytes)) {
        if (opcode === 8) socket.end(closing(1000));
        else if (text === 'bye') socket.end(closing(4001));
        else for (const _twice of [1, 2]) socket.write(frame(1, Buffer.from(text)));
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
