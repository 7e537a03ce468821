import { randomBytes } from 'node:crypto';

/** A frame (RFC 6455 §5.2). */
export interface Frame {
  isFinal: boolean;
  /** 0 continuation, 1 text, 2 binary, 8 close, 9 ping, 10 pong. */
  opcode: number;
  payload: Buffer;
}

/** clientFrame builds a complete frame as clients must send it: masked. */
export function clientFrame(opcode: number, payload: Buffer): Buffer {
  const mask = randomBytes(4);
  const { length } = payload;
  const head =
    length < 126
      ? Buffer.from([0x80 | opcode, 0x80 | length])
      : length < 65_536
        ? Buffer.from([0x80 | opcode, 0x80 | 126, length >> 8, length & 255])
        : Buffer.concat([Buffer.from([0x80 | opcode, 0x80 | 127]), bigLength(length)]);
  const masked = Buffer.from(payload);
  for (let index = 0; index < length; index += 1) masked[index] = masked[index]! ^ mask[index & 3]!;
  return Buffer.concat([head, mask, masked]);
}

const bigLength = (length: number): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(length));
  return bytes;
};

/**
 * readFrame splits off the first frame; undefined while it is incomplete. Throws a RangeError if it is larger than
 * `maxBytes`.
 */
export function readFrame(bytes: Buffer, maxBytes: number): { frame: Frame; rest: Buffer } | undefined {
  if (bytes.length < 2) return undefined;
  const [first = 0, second = 0] = bytes;
  let length = second & 0x7f;
  let at = 2;
  if (length === 126) {
    if (bytes.length < 4) return undefined;
    length = bytes.readUInt16BE(2);
    at = 4;
  } else if (length === 127) {
    if (bytes.length < 10) return undefined;
    const big = bytes.readBigUInt64BE(2);
    if (big > BigInt(maxBytes)) throw new RangeError('The frame is too large.');
    length = Number(big);
    at = 10;
  }
  if (length > maxBytes) throw new RangeError('The frame is too large.');
  if (bytes.length < at + length) return undefined;
  const payload = bytes.subarray(at, at + length);
  return {
    frame: { isFinal: (first & 0x80) !== 0, opcode: first & 0x0f, payload },
    rest: bytes.subarray(at + length),
  };
}
