import { createHmac } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import type { HttpStep } from '../../core/plan.ts';
import type { NtlmLogin } from '../../core/signed-authentication.ts';
import { buildStep } from '../../testing/build-step.ts';
import { type LocalServer, startHttp } from '../../testing/local-server.ts';
import { createHttpSession } from '../http-session.ts';
import { md4 } from './md4.ts';
import {
  authenticateMessage,
  negotiateMessage,
  ntlmResponseKey,
  ntlmResponses,
  parseChallenge,
} from './ntlm-messages.ts';

const hex = (text: string) => Buffer.from(text.replace(/\s+/g, ''), 'hex');

test.each([
  ['', '31d6cfe0d16ae931b73c59d7e0c089c0'],
  ['abc', 'a448017aaf21d8525fc10ae87aa6729d'],
  ['message digest', 'd9130a8164549fe818874806e1c7014b'],
  ['ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789', '043f8582f241db351ce627e153e7f0e4'],
  ['1234567890'.repeat(8), 'e33b4ddc9c38f2199c3e7b164fcc0536'],
])('MD4 of %j is that of RFC 1320 §A.5', (text, digest) => {
  expect(md4(Buffer.from(text)).toString('hex')).toBe(digest);
});

describe('the published values of MS-NLMP §4.2.4', () => {
  const identity = { username: 'User', password: 'Password', domain: 'Domain', workstation: 'COMPUTER' };
  const targetInfo = hex('02000c0044006f006d00610069006e0001000c0053006500720076006500720000000000');
  const challenge = { serverChallenge: hex('0123456789abcdef'), targetInfo };
  const moment = { clientChallenge: hex('aaaaaaaaaaaaaaaa'), now: new Date(-11_644_473_600_000) };

  test('response key and responses', () => {
    const key = ntlmResponseKey(identity);
    expect(key.toString('hex')).toBe('0c868a403bfd7a93a3001ef22ef02e3f');
    const { nt, lm, sessionKey } = ntlmResponses(key, challenge, moment);
    expect(lm.toString('hex')).toBe('86c35097ac9cec102554764a57cccc19aaaaaaaaaaaaaaaa');
    expect(sessionKey.toString('hex')).toBe('8de40ccadbc14a82f15cb0ad0de95ca3');
    expect(nt).toEqual(
      hex(`68cd0ab851e51c96aabc927bebef6a1c 01010000000000000000000000000000aaaaaaaaaaaaaaaa00000000
        02000c0044006f006d00610069006e0001000c0053006500720076006500720000000000 00000000`),
    );
  });

  test('messages', () => {
    const read = parseChallenge(
      hex(`4e544c4d53535000020000000c000c003800000033828ae20123456789abcdef0000000000000000240024004400000006007017
        0000000f53006500720076006500720002000c0044006f006d00610069006e0001000c0053006500720076006500720000000000`),
    );
    expect(read).toMatchObject({ flags: 0xe28a8233, ...challenge });
    const message = authenticateMessage(identity, read!, moment);
    const field = (index: number) => {
      const offset = message.readUInt32LE(16 + index * 8);
      return message.subarray(offset, offset + message.readUInt16LE(12 + index * 8));
    };
    expect(message.subarray(0, 12)).toEqual(hex('4e544c4d5353500003000000'));
    expect(field(0).toString('hex')).toBe('86c35097ac9cec102554764a57cccc19aaaaaaaaaaaaaaaa');
    expect(field(1).subarray(0, 16).toString('hex')).toBe('68cd0ab851e51c96aabc927bebef6a1c');
    expect([2, 3, 4].map((index) => field(index).toString('utf16le'))).toEqual(['Domain', 'User', 'COMPUTER']);
  });
});

test.each([
  ['nothing', Buffer.alloc(0)],
  ['another protocol', Buffer.alloc(64)],
  ['its own first message', negotiateMessage()],
  [
    'a field that leads out of the message',
    hex('4e544c4d5353500002000000 0000000000000000 00000000 0123456789abcdef 0000000000000000 ffffffff ffffff7f'),
  ],
])('a challenge that is %s is invalid', (_, bytes) => {
  expect(parseChallenge(bytes)).toBeUndefined();
});

const utf16 = (text: string) => Buffer.from(text, 'utf16le');
const hmacMd5 = (key: Buffer, ...data: Buffer[]) => createHmac('md5', key).update(Buffer.concat(data)).digest();
const pair = (id: number, content: Buffer) => {
  const head = Buffer.alloc(4);
  head.writeUInt16LE(id, 0);
  head.writeUInt16LE(content.length, 2);
  return Buffer.concat([head, content]);
};

interface Seen {
  url: string;
  connection: number;
  message: number | undefined;
  body: string;
  names?: string[];
}

let server: LocalServer;
let seen: Seen[] = [];
afterEach(async () => {
  await server?.close();
  seen = [];
});

/** A server that authenticates connections and checks responses and integrity code from the protocol's text. */
async function serve({ tellsTime = true, closes = false, account = 'DOMAIN\\Ana' } = {}): Promise<void> {
  const connections = new Map<unknown, number>();
  const handshakes = new Map<unknown, { negotiate: Buffer; challenge: Buffer; serverChallenge: Buffer }>();
  const signedIn = new Set<unknown>();
  const [domain = '', user = ''] = account.split('\\');
  const serverChallenge = hex('0011223344556677');
  const time = hex('0090d336b734c301');
  const info = Buffer.concat([
    pair(2, utf16('DOMAIN')),
    ...(tellsTime ? [pair(7, time)] : []),
    pair(0, Buffer.alloc(0)),
  ]);
  const challengeMessage = () => {
    const head = Buffer.alloc(48);
    head.write('NTLMSSP\0', 'latin1');
    head.writeUInt32LE(2, 8);
    head.writeUInt32LE(0x00888205 + 0x800000, 20);
    serverChallenge.copy(head, 24);
    head.writeUInt16LE(info.length, 40);
    head.writeUInt16LE(info.length, 42);
    head.writeUInt32LE(48, 44);
    return Buffer.concat([head, info]);
  };
  const isProven = (message: Buffer, { negotiate, challenge }: { negotiate: Buffer; challenge: Buffer }) => {
    const field = (index: number) => {
      const offset = message.readUInt32LE(16 + index * 8);
      return message.subarray(offset, offset + message.readUInt16LE(12 + index * 8));
    };
    const names = [2, 3, 4].map((index) => field(index).toString('utf16le'));
    seen.at(-1)!.names = names;
    const key = hmacMd5(md4(utf16('pässword')), utf16(user.toUpperCase() + domain));
    const nt = field(1);
    const proof = hmacMd5(key, serverChallenge, nt.subarray(16));
    if (names[0] !== domain || names[1]?.toUpperCase() !== user.toUpperCase()) return false;
    if (!proof.equals(nt.subarray(0, 16))) return false;
    if (!tellsTime) return !nt.includes(time);
    const bare = Buffer.from(message);
    bare.fill(0, 72, 88);
    const code = hmacMd5(hmacMd5(key, proof), negotiate, challenge, bare);
    return nt.includes(time) && code.equals(message.subarray(72, 88)) && field(0).equals(Buffer.alloc(24));
  };
  const refuse = (response: ServerResponse, token = '') => {
    if (closes) response.setHeader('Connection', 'close');
    response.setHeader('WWW-Authenticate', ['Negotiate', `NTLM${token}`]);
    response.writeHead(401).end('no'.repeat(2000));
  };
  server = await startHttp((request: IncomingMessage, response) => {
    const { socket } = request;
    if (!connections.has(socket)) connections.set(socket, connections.size);
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const token = /^NTLM (.+)$/.exec(request.headers.authorization ?? '')?.[1];
      const message = token === undefined ? undefined : Buffer.from(token, 'base64');
      const kind = message?.readUInt32LE(8);
      const url = request.url ?? '';
      seen.push({ url, connection: connections.get(socket)!, message: kind, body: Buffer.concat(chunks).toString() });
      if (url === '/open') return response.end('welcome');
      if (url === '/away') return response.writeHead(302, { Location: '/open' }).end();
      if (message !== undefined && kind === 1) {
        const challenge = challengeMessage();
        handshakes.set(socket, { negotiate: message, challenge, serverChallenge });
        return refuse(response, ` ${challenge.toString('base64')}`);
      }
      const handshake = handshakes.get(socket);
      if (kind === 3 && handshake !== undefined && isProven(message!, handshake)) signedIn.add(socket);
      if (signedIn.has(socket)) response.end('welcome');
      else refuse(response);
    });
  });
}

const login: NtlmLogin = {
  type: 'ntlm',
  username: 'ana',
  password: '{{password}}',
  domain: 'DOMAIN',
  workstation: 'PC-1',
};

async function send(authentication: Partial<NtlmLogin> = {}, step: Partial<HttpStep> = {}, count = 1) {
  const session = createHttpSession({ scopes: [{ password: 'pässword' }] });
  const one = () =>
    session.execute(
      buildStep({
        method: 'POST',
        url: `${server.url}/in`,
        body: { type: 'text', content: 'hello' },
        authentication: { ...login, ...authentication },
        ...step,
      }),
    );
  const results = await Promise.all(Array.from({ length: count }, one));
  await session.close();
  return results;
}

test.each([true, false])('authenticates over one connection if the server sends its time: %s', async (tellsTime) => {
  await serve({ tellsTime });
  const [result] = await send();
  expect(result).toMatchObject({ status: 'passed', response: { status: 200 } });
  expect(result?.request?.headers).toContainEqual(['Authorization', 'NTLM ••••••']);
  expect(seen).toEqual([
    { url: '/in', connection: 0, message: 1, body: '' },
    { url: '/in', connection: 0, message: 3, body: 'hello', names: ['DOMAIN', 'ana', 'PC-1'] },
  ]);
});

test('parallel requests authenticate on separate connections', async () => {
  await serve();
  const results = await send({}, {}, 6);
  expect(results.map(({ response }) => response?.status)).toEqual([200, 200, 200, 200, 200, 200]);
  const kinds = Map.groupBy(seen, ({ connection }) => connection);
  expect([...kinds.values()].map((list) => list.map(({ message }) => message))).toEqual(
    Array.from({ length: 6 }, () => [1, 3]),
  );
});

test.each([
  ['DOMAIN\\Ana', { username: 'DOMAIN\\ana', domain: '' }, ['DOMAIN', 'ana', 'PC-1']],
  ['\\ana@domain.test', { username: 'ana@domain.test', domain: '', workstation: '' }, ['', 'ana@domain.test', '']],
  ['DOMAIN\\groß', { username: 'groß' }, ['DOMAIN', 'groß', 'PC-1']],
])('the account name %s is split', async (account, authentication, names) => {
  // A letter whose upper case has two letters stays, as in Windows.
  await serve({ account: account.replace('groß', 'GROß') });
  await send(authentication);
  expect(seen.at(-1)?.names).toEqual(names);
});

test('a wrong password is tried once', async () => {
  await serve();
  const [result] = await send({ password: 'wrong' });
  expect(result?.response?.status).toBe(401);
  expect(seen.map(({ message }) => message)).toEqual([1, 3]);
});

test('a server that closes the connection in between is treated as a refusal, without endless retries', async () => {
  await serve({ closes: true });
  const [result] = await send();
  expect(result?.response?.status).toBe(401);
  expect(seen.map(({ message, connection }) => [message, connection])).toEqual([
    [1, 0],
    [3, 1],
  ]);
});

test('a server that requires no login gets the body', async () => {
  await serve();
  const [result] = await send({}, { url: `${server.url}/open` });
  expect(result?.response?.status).toBe(200);
  expect(seen.map(({ message, body }) => [message, body])).toEqual([
    [1, ''],
    [undefined, 'hello'],
  ]);
});

test('a redirect is followed with a new login', async () => {
  await serve();
  const [result] = await send({}, { method: 'GET', body: { type: 'none' }, url: `${server.url}/away` });
  expect(result?.response?.status).toBe(200);
  expect(seen.map(({ url, message }) => [url, message])).toEqual([
    ['/away', 1],
    ['/open', 1],
  ]);
});
