import { createHmac } from 'node:crypto';
import { md4 } from './md4.ts';

const signature = Buffer.from('NTLMSSP\0', 'latin1');

/** Flags of MS-NLMP §2.2.2.5 in use here. */
const flags = {
  unicode: 0x1,
  requestTarget: 0x4,
  ntlm: 0x200,
  alwaysSign: 0x8000,
  extendedSecurity: 0x80000,
} as const;
const wanted = flags.unicode | flags.requestTarget | flags.ntlm | flags.alwaysSign | flags.extendedSecurity;

/** Ids of values in the server's target information (MS-NLMP §2.2.2.1). */
const valueIds = { end: 0, flags: 6, timestamp: 7 } as const;
const hasIntegrityCode = 0x2;

const payloadAt = 88;
const integrityCodeAt = 72;

/** negotiateMessage is the first message (MS-NLMP §2.2.1.1). */
export function negotiateMessage(): Buffer {
  const message = Buffer.alloc(32);
  signature.copy(message);
  message.writeUInt32LE(1, 8);
  message.writeUInt32LE(wanted, 12);
  return message;
}

/** NtlmChallenge is the content of the server's message (MS-NLMP §2.2.1.2). */
export interface NtlmChallenge {
  flags: number;
  serverChallenge: Buffer;
  targetInfo: Buffer;
  /** The whole message. */
  bytes: Buffer;
}

/** parseChallenge parses the second message; undefined if it isn't one. */
export function parseChallenge(bytes: Buffer): NtlmChallenge | undefined {
  if (bytes.length < 32 || !bytes.subarray(0, 8).equals(signature) || bytes.readUInt32LE(8) !== 2) return undefined;
  const length = bytes.length < 48 ? 0 : bytes.readUInt16LE(40);
  const offset = bytes.length < 48 ? 0 : bytes.readUInt32LE(44);
  if (length > 0 && offset + length > bytes.length) return undefined;
  return {
    flags: bytes.readUInt32LE(20),
    serverChallenge: bytes.subarray(24, 32),
    targetInfo: bytes.subarray(offset, offset + length),
    bytes,
  };
}

/** Input of the third message. */
export interface NtlmIdentity {
  username: string;
  password: string;
  domain: string;
  workstation: string;
}

/** Values that are new in each login. */
export interface NtlmMoment {
  clientChallenge: Buffer;
  now: Date;
}

/** ntlmResponseKey is NTOWFv2 (MS-NLMP §3.3.2): the upper-cased name, the domain as written. */
export function ntlmResponseKey({ username, password, domain }: Omit<NtlmIdentity, 'workstation'>): Buffer {
  return hmacMd5(md4(utf16(password)), utf16(`${inCapitals(username)}${domain}`));
}

/** ntlmResponses computes the proof of the password (MS-NLMP §3.3.2). */
export function ntlmResponses(
  key: Buffer,
  { serverChallenge, targetInfo }: Pick<NtlmChallenge, 'serverChallenge' | 'targetInfo'>,
  { clientChallenge, now }: NtlmMoment,
): { nt: Buffer; lm: Buffer; sessionKey: Buffer } {
  const serverTime = findValue(targetInfo, valueIds.timestamp);
  const temp = Buffer.concat([
    Buffer.from([1, 1, 0, 0, 0, 0, 0, 0]),
    serverTime ?? fileTime(now),
    clientChallenge,
    Buffer.alloc(4),
    targetInfo,
    Buffer.alloc(4),
  ]);
  const proof = hmacMd5(key, Buffer.concat([serverChallenge, temp]));
  const lm = Buffer.concat([hmacMd5(key, Buffer.concat([serverChallenge, clientChallenge])), clientChallenge]);
  return {
    nt: Buffer.concat([proof, temp]),
    // MS-NLMP §3.1.5.1.2: if the server sends its time, there is no LM response.
    lm: serverTime === undefined ? lm : Buffer.alloc(24),
    sessionKey: hmacMd5(key, proof),
  };
}

/** authenticateMessage is the third message (MS-NLMP §2.2.1.3), with an integrity code if the server sends its time. */
export function authenticateMessage(
  identity: NtlmIdentity,
  challenge: NtlmChallenge,
  moment: NtlmMoment,
  negotiate: Buffer = negotiateMessage(),
): Buffer {
  const isProtected = findValue(challenge.targetInfo, valueIds.timestamp) !== undefined;
  const targetInfo = isProtected ? withIntegrityFlag(challenge.targetInfo) : challenge.targetInfo;
  const key = ntlmResponseKey(identity);
  const { nt, lm, sessionKey } = ntlmResponses(key, { ...challenge, targetInfo }, moment);
  const { domain, username, workstation } = identity;
  const fields = [lm, nt, utf16(domain), utf16(username), utf16(workstation), Buffer.alloc(0)];
  const head = Buffer.alloc(payloadAt);
  signature.copy(head);
  head.writeUInt32LE(3, 8);
  let offset = payloadAt;
  for (const [index, field] of fields.entries()) {
    head.writeUInt16LE(field.length, 12 + index * 8);
    head.writeUInt16LE(field.length, 14 + index * 8);
    head.writeUInt32LE(offset, 16 + index * 8);
    offset += field.length;
  }
  head.writeUInt32LE((challenge.flags & wanted) >>> 0, 60);
  const message = Buffer.concat([head, ...fields]);
  if (isProtected) {
    hmacMd5(sessionKey, Buffer.concat([negotiate, challenge.bytes, message])).copy(message, integrityCodeAt);
  }
  return message;
}

interface Value {
  id: number;
  content: Buffer;
}

function readValues(targetInfo: Buffer): Value[] {
  const values: Value[] = [];
  let at = 0;
  while (at + 4 <= targetInfo.length) {
    const id = targetInfo.readUInt16LE(at);
    const length = targetInfo.readUInt16LE(at + 2);
    if (id === valueIds.end || at + 4 + length > targetInfo.length) break;
    values.push({ id, content: targetInfo.subarray(at + 4, at + 4 + length) });
    at += 4 + length;
  }
  return values;
}

function findValue(targetInfo: Buffer, id: number): Buffer | undefined {
  const content = readValues(targetInfo).find((value) => value.id === id)?.content;
  return content?.length === 8 ? content : undefined;
}

function withIntegrityFlag(targetInfo: Buffer): Buffer {
  const values = readValues(targetInfo);
  const known = values.find(({ id, content }) => id === valueIds.flags && content.length === 4)?.content;
  const content = Buffer.alloc(4);
  content.writeUInt32LE(((known?.readUInt32LE(0) ?? 0) | hasIntegrityCode) >>> 0);
  const kept = values.filter(({ id }) => id !== valueIds.flags);
  return Buffer.concat(
    [...kept, { id: valueIds.flags, content }, { id: valueIds.end, content: Buffer.alloc(0) }].map(write),
  );
}

function write({ id, content }: Value): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt16LE(id, 0);
  head.writeUInt16LE(content.length, 2);
  return Buffer.concat([head, content]);
}

const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le');
const hmacMd5 = (key: Buffer, data: Buffer): Buffer => createHmac('md5', key).update(data).digest();

/** Letter by letter, as in Windows: a letter whose upper case has two letters stays. */
const inCapitals = (text: string): string =>
  [...text].map((letter) => (letter.toUpperCase().length === letter.length ? letter.toUpperCase() : letter)).join('');

/** Tenths of microseconds since 1601. */
function fileTime(now: Date): Buffer {
  const out = Buffer.alloc(8);
  out.writeBigUInt64LE((BigInt(now.getTime()) + 11_644_473_600_000n) * 10_000n);
  return out;
}
