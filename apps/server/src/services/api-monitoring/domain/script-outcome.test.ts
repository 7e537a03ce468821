import type { StepDetail } from '@touchstone/contracts/api-testing';
import { expect, test } from 'vitest';
import { scriptOutcome } from './script-outcome.ts';

const step = (status: StepDetail['status'], answered: number | null, kinds: string[] = []): StepDetail =>
  ({
    status,
    message: status === 'passed' ? null : 'It is not so.',
    durationMs: 12,
    assertions: kinds.map((kind) => ({ kind, path: null, status: 'passed', message: null })),
    exchange: {
      request: { method: 'GET', url: 'http://x.test/', headers: [], body: null },
      response:
        answered === null
          ? null
          : { status: answered, headers: [], body: { text: '', sizeBytes: 0, truncated: false } },
    },
  }) as unknown as StepDetail;

test.each([
  ['passed', 200, [], 'UP', null],
  ['passed', 399, [], 'UP', null],
  ['passed', 400, [], 'DOWN', 'STATUS'],
  ['passed', 503, ['jsonPath'], 'DOWN', 'STATUS'],
  ['passed', 404, ['status'], 'UP', null],
  ['failed', 200, ['jsonPath'], 'DOWN', 'ASSERTION'],
  ['error', null, [], 'DOWN', 'ERROR'],
  ['skipped', null, [], 'UNKNOWN', 'SKIPPED'],
] as const)('a script that %s with status %s and assertions %j is %s', (status, answered, kinds, verdict, code) => {
  expect(scriptOutcome(step(status, answered, [...kinds]))).toMatchObject({ verdict, code });
});

test('request, response and findings are kept, long bodies in part', () => {
  const detail = {
    status: 'failed',
    message: null,
    durationMs: 12,
    assertions: [
      { kind: 'jsonPath', path: '$.a', status: 'failed', message: 'It is 2.' },
      { kind: 'status', path: '', status: 'passed', message: null },
    ],
    exchange: {
      timing: { dnsMs: 1, tcpMs: 2, tlsMs: 3, sendMs: 4, waitMs: 5, downloadMs: 6 },
      request: {
        method: 'POST',
        url: 'http://x.test/',
        headers: [{ key: 'A', value: '1' }],
        body: { text: 'x'.repeat(20_000) },
      },
      response: { status: 500, headers: [], body: { text: 'y'.repeat(20_000), sizeBytes: 20_000, truncated: true } },
    },
  } as unknown as StepDetail;
  expect(scriptOutcome(detail)).toEqual({
    verdict: 'DOWN',
    code: 'ASSERTION',
    message: 'The script did not pass.',
    durationMs: 12,
    phases: { dnsMs: 1, connectMs: 2, tlsMs: 3, firstByteMs: 9, downloadMs: 6 },
    findings: [
      { name: 'jsonPath $.a', passed: false, message: 'It is 2.' },
      { name: 'status', passed: true, message: null },
    ],
    exchange: {
      request: { method: 'POST', url: 'http://x.test/', headers: [{ key: 'A', value: '1' }], body: 'x'.repeat(16_384) },
      response: { status: 500, headers: [], body: 'y'.repeat(16_384), sizeBytes: 20_000, isCut: true },
    },
    certificate: null,
    values: [],
  });
});

test('a script that sent nothing has no exchange', () => {
  const detail = { ...step('error', null), exchange: null, message: 'No address.' } as unknown as StepDetail;
  expect(scriptOutcome(detail)).toMatchObject({ exchange: null, phases: {}, message: 'No address.' });
  expect(scriptOutcome(step('error', null))).toMatchObject({ exchange: { request: { body: null }, response: null } });
  const binary = step('passed', 200);
  if (binary.exchange?.response) binary.exchange.response.body.text = null as never;
  expect(scriptOutcome(binary).exchange?.response?.body).toBeNull();
});
