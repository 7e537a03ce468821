import type { StepDetail } from '@touchstone/contracts/api-testing';
import { expect, test } from 'vitest';
import { exampleOf } from './example-of.ts';

const answered = (body: { text?: string; fileId?: string; sizeBytes: number; truncated: boolean }) =>
  ({ exchange: { response: { status: 200, statusText: 'OK', headers: [['X-Id', '7']], body } } }) as StepDetail;

test('a response becomes an example with its headers and body', () => {
  expect(exampleOf(answered({ text: 'Rex', sizeBytes: 3, truncated: false }))).toEqual({
    name: 'OK',
    status: 200,
    statusText: 'OK',
    headers: [{ key: 'X-Id', value: '7' }],
    body: 'Rex',
  });
});

test.each([
  { what: 'in a file', body: { fileId: 'f', sizeBytes: 70_000, truncated: false } },
  { what: 'cut off', body: { text: 'Re', sizeBytes: 3, truncated: true } },
])('a body that is $what becomes no example, rather than one without it', ({ body }) => {
  expect(exampleOf(answered(body))).toBeUndefined();
});
