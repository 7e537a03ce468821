import type { StepDetail } from '@touchstone/contracts/api-testing';
import { beforeEach, expect, test } from 'vitest';
import { moveSends, rememberSend, sendsOf } from './send-history.ts';

const detail = (text = 'ok') =>
  ({
    statusCode: 200,
    exchange: {
      request: { method: 'GET', url: 'https://a.test', headers: [] },
      response: { status: 200, headers: [], body: { text, sizeBytes: text.length, truncated: false } },
    },
  }) as unknown as StepDetail;
const send = (index: number, text?: string) => ({
  at: new Date(Date.UTC(2026, 0, 1, 0, index)).toISOString(),
  detail: detail(text),
});
beforeEach(() => sessionStorage.clear());

test('the last 20 sends of a script are kept, newest first, only for this user', () => {
  for (let index = 0; index < 25; index += 1) rememberSend(sessionStorage, 'u1', 's1', send(index));
  const sends = sendsOf(sessionStorage, 'u1', 's1');
  expect(sends.map(({ at }) => new Date(at).getUTCMinutes())).toEqual(
    Array.from({ length: 20 }, (_, index) => 24 - index),
  );
  expect(sendsOf(sessionStorage, 'u2', 's1')).toEqual([]);
  expect(sendsOf(sessionStorage, 'u1', 's2')).toEqual([]);
});

test('a long body is truncated and says so', () => {
  rememberSend(sessionStorage, 'u1', 's1', send(1, 'x'.repeat(50_000)));
  const body = sendsOf(sessionStorage, 'u1', 's1')[0]?.detail.exchange?.response?.body;
  expect(body).toMatchObject({ truncated: true, sizeBytes: 50_000 });
  expect(body?.text).toHaveLength(32_000);
});

test('beyond 30 scripts the least recently sent are forgotten', () => {
  for (let index = 0; index < 32; index += 1) rememberSend(sessionStorage, 'u1', `s${index}`, send(index));
  expect(sendsOf(sessionStorage, 'u1', 's0')).toEqual([]);
  expect(sendsOf(sessionStorage, 'u1', 's1')).toEqual([]);
  expect(sendsOf(sessionStorage, 'u1', 's2')).toHaveLength(1);
});

test('full storage keeps the newest, and foreign data in storage is not read as history', () => {
  const full = {
    length: 0,
    key: () => null,
    getItem: () => JSON.stringify([send(1), send(2), send(3)]),
    removeItem: () => undefined,
    setItem: (_key: string, text: string) => {
      if (JSON.parse(text).length > 1) throw new DOMException('full', 'QuotaExceededError');
    },
  } as unknown as Storage;
  expect(rememberSend(full, 'u1', 's1', send(9))).toHaveLength(1);
  sessionStorage.setItem('touchstone.sends:u1:s1', '{');
  expect(sendsOf(sessionStorage, 'u1', 's1')).toEqual([]);
});

test('the first save carries the history over', () => {
  rememberSend(sessionStorage, 'u1', 'new-1', send(1));
  moveSends(sessionStorage, 'u1', 'new-1', 's1');
  expect(sendsOf(sessionStorage, 'u1', 'new-1')).toEqual([]);
  expect(sendsOf(sessionStorage, 'u1', 's1')).toHaveLength(1);
});
