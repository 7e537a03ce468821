import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { openMessage, sealMessage } from './signed-message.ts';

const sign = (text: string) => createHmac('sha256', 'key').update(text).digest('base64url');
const nowMs = 1_000_000;
const message = sealMessage({ name: 'x' }, { to: 'one', nowMs, sign });

test('a message can only be read by its receiver, unchanged, and within a minute', () => {
  expect(openMessage(message, { to: 'one', nowMs: nowMs + 60_000, sign })).toMatchObject({ name: 'x' });
  expect(openMessage(message, { to: 'two', nowMs, sign })).toBeUndefined();
  expect(openMessage(message, { to: 'one', nowMs: nowMs + 60_001, sign })).toBeUndefined();
  expect(openMessage(message, { to: 'one', nowMs, sign: (text) => sign(`${text}!`) })).toBeUndefined();
  const [, signature] = message.split('.');
  const forged = Buffer.from(JSON.stringify({ name: 'y', to: 'one', atMs: nowMs })).toString('base64url');
  expect(openMessage(`${forged}.${signature}`, { to: 'one', nowMs, sign })).toBeUndefined();
  expect(openMessage('', { to: 'one', nowMs, sign })).toBeUndefined();
});
