import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { sha256, toHex } from './sha256.ts';

test.each([0, 1, 55, 56, 63, 64, 65, 119, 120, 1000])('hashes %i bytes like the platform', (length) => {
  const message = Uint8Array.from({ length }, (_, i) => (i * 31) & 255);
  expect(toHex(sha256(message))).toBe(createHash('sha256').update(message).digest('hex'));
});
