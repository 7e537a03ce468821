import { createSocket } from 'node:dgram';
import type { AddressInfo } from 'node:net';

/** A name server on loopback that knows addresses (A) of some names, for one test file. */
export interface TestNameServer {
  address: string;
  close(): Promise<void>;
}

/**
 * startNameServer answers queries for A records; an unknown name doesn't exist, one without a list is never answered.
 */
export async function startNameServer(records: Record<string, string[] | undefined>): Promise<TestNameServer> {
  const socket = createSocket('udp4');
  socket.on('message', (question, from) => {
    const { name, end } = readName(question);
    if (name in records && records[name] === undefined) return;
    const found = records[name];
    const head = Buffer.from(question.subarray(0, 12));
    head.writeUInt16BE(found ? 0x8180 : 0x8183, 2);
    head.writeUInt16BE(found?.length ?? 0, 6);
    head.writeUInt32BE(0, 8);
    const answers = (found ?? []).map((address) =>
      Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...address.split('.').map(Number)]),
    );
    socket.send(Buffer.concat([head, question.subarray(12, end), ...answers]), from.port, from.address);
  });
  await new Promise<void>((done) => socket.bind(0, '127.0.0.1', done));
  const { port } = socket.address() as AddressInfo;
  return { address: `127.0.0.1:${port}`, close: () => new Promise((done) => socket.close(() => done())) };
}

function readName(question: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = question[at] ?? 0; length > 0; length = question[at] ?? 0) {
    labels.push(question.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 5 };
}
