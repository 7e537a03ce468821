import { expect, test } from 'vitest';
import { boundedDetail } from './bounded-detail.ts';
import type { StepDetail } from './execution-step.ts';

const limit = 100;
const body = (text?: string) => ({ ...(text === undefined ? {} : { text }), sizeBytes: 9, truncated: false });
const detail = (exchange: object | null) => ({ status: 'passed', exchange }) as unknown as StepDetail;

test.each([
  { name: 'a body at the limit', text: 'x'.repeat(limit), length: limit, truncated: false },
  { name: 'a body beyond it', text: 'x'.repeat(limit + 1), length: limit, truncated: true },
  { name: 'no text', text: undefined, length: undefined, truncated: false },
])('keeps $name', ({ text, length, truncated }) => {
  const { exchange } = boundedDetail(detail({ request: { body: body(text) }, response: { body: body(text) } }), limit);
  for (const part of [exchange?.request.body, exchange?.response?.body]) {
    expect(part?.text?.length).toBe(length);
    expect(part?.truncated).toBe(truncated);
  }
});

test('keeps a send without response', () => {
  expect(boundedDetail(detail(null), limit).exchange).toBeNull();
  const { exchange } = boundedDetail(detail({ request: { url: 'https://a.test' } }), limit);
  expect(exchange).toEqual({ request: { url: 'https://a.test' } });
});
