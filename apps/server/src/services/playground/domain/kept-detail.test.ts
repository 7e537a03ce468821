import type { StepDetail } from '@touchstone/contracts/api-testing';
import { expect, test } from 'vitest';
import { keptBodyLength, keptDetail } from './kept-detail.ts';

const body = (text?: string) => ({ ...(text === undefined ? {} : { text }), sizeBytes: 9, truncated: false });
const detail = (exchange: object | null) => ({ status: 'passed', exchange }) as unknown as StepDetail;

test.each([
  { name: 'a body at the limit', text: 'x'.repeat(keptBodyLength), length: keptBodyLength, truncated: false },
  { name: 'a body beyond it', text: 'x'.repeat(keptBodyLength + 1), length: keptBodyLength, truncated: true },
  { name: 'no text', text: undefined, length: undefined, truncated: false },
])('keeps $name', ({ text, length, truncated }) => {
  const { exchange } = keptDetail(detail({ request: { body: body(text) }, response: { body: body(text) } }));
  for (const part of [exchange?.request.body, exchange?.response?.body]) {
    expect(part?.text?.length).toBe(length);
    expect(part?.truncated).toBe(truncated);
  }
});

test('keeps a send without response', () => {
  expect(keptDetail(detail(null)).exchange).toBeNull();
  const { exchange } = keptDetail(detail({ request: { url: 'https://a.test' } }));
  expect(exchange).toEqual({ request: { url: 'https://a.test' } });
});
