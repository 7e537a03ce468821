import { stepDetailSchema, stepSummarySchema } from '@touchstone/contracts/api-testing';
import type { BodyBytes } from '@touchstone/engine-assert/core';
import type { HttpStep, HttpStepResult } from '@touchstone/engine-http/core';
import { expect, test } from 'vitest';
import { createMask } from './mask.ts';
import { type RecordHttpStepOptions, recordHttpStep, recordSkippedStep, summaryOf } from './record.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const body = (content: string | Uint8Array, contentType?: string): BodyBytes => {
  const bytes = typeof content === 'string' ? bytesOf(content) : content;
  return { bytes, contentType, sizeBytes: bytes.length, truncated: false };
};
const step: HttpStep = {
  id: 'step-1',
  name: 'Sign in',
  group: 'Users',
  method: 'POST',
  url: '{{baseUrl}}/login',
  headers: [],
  queryParams: [],
  pathParams: [],
  body: { type: 'none' },
  authentication: { type: 'none' },
  assertions: [],
  dataHandlers: [],
  settings: {},
};
const result: HttpStepResult = {
  stepId: 'step-1',
  status: 'failed',
  startedAt: new Date('2026-01-02T03:04:05Z'),
  durationMs: 12.5,
  request: {
    method: 'POST',
    url: 'http://localhost/login?key=hunter22',
    headers: [['Authorization', 'Bearer hunter22']],
    body: body('{"password":"hunter22"}', 'application/json'),
  },
  response: {
    status: 201,
    statusText: 'Created',
    httpVersion: '1.1',
    headers: [['Set-Cookie', 'a=hunter22']],
    body: body('{"token":"hunter22"}', 'application/json'),
    remoteAddress: '127.0.0.1',
  },
  redirects: [{ method: 'POST', url: 'http://a/hunter22', status: 302, location: '/hunter22', durationMs: 1 }],
  timing: undefined,
  certificate: undefined,
  assertions: [
    { kind: 'status', operator: 'equals', expected: 201, actual: 201, status: 'passed', message: 'Status is 201.' },
    {
      kind: 'jsonPath',
      path: '$.token',
      operator: 'equals',
      expected: { deep: ['hunter22', 5] },
      actual: 'hunter22',
      status: 'failed',
      message: 'expected other, got hunter22',
    },
  ],
  extracted: [{ name: 'token', value: 'hunter22', found: true }],
  unresolved: [],
  error: undefined,
};
const record = (changes: Partial<HttpStepResult> = {}, options: Partial<RecordHttpStepOptions> = {}) =>
  recordHttpStep({
    step,
    result: { ...result, ...changes },
    index: 3,
    suite: { suiteId: 'suite-1', suiteName: 'Users' },
    scriptId: null,
    mask: createMask(['hunter22']),
    ...options,
  });
const withResponse = (content: BodyBytes): Partial<HttpStepResult> => ({
  response: { ...result.response!, body: content },
});

test('records match the contract, without a secret anywhere', async () => {
  const detail = await record();
  expect(stepDetailSchema.parse(detail)).toEqual(detail);
  expect(JSON.stringify(detail)).not.toContain('hunter22');
  expect(detail).toMatchObject({
    index: 3,
    suiteName: 'Users',
    status: 'failed',
    statusCode: 201,
    assertionsPassed: 1,
    assertionsFailed: 1,
    message: 'expected other, got ••••••',
    startedAt: '2026-01-02T03:04:05.000Z',
  });
  expect(detail.assertions[0]?.expected).toBe(201);
  expect(detail.assertions[1]?.expected).toEqual({ deep: ['••••••', 5] });
  expect(detail.exchange?.request.body?.text).toBe('{"password":"••••••"}');
});

test('proof and faults are kept, without secrets; of a slow response the phases are the proof', async () => {
  const failure = { operator: 'equals', status: 'failed', message: 'not so' } as const;
  const { assertions } = await record({
    timing: { dnsMs: 0, tcpMs: 2, tlsMs: 0, sendMs: 0.5, waitMs: 780, downloadMs: 5, totalMs: 787.5 },
    certificate: undefined,
    assertions: [
      {
        ...failure,
        kind: 'jsonSchema',
        faults: [{ place: '/hunter22', message: 'expected 1, got "hunter22"', line: 2 }],
        proof: { source: 'body', lines: [{ number: 2, text: '"token": "hunter22"', isMarked: true }] },
      },
      { ...failure, kind: 'responseTime' },
      { ...failure, kind: 'responseTime', status: 'passed' },
      { ...failure, kind: 'certificateDays' },
    ],
  });
  expect(assertions[0]).toMatchObject({
    faults: [{ place: '/••••••', message: 'expected 1, got "••••••"', line: 2 }],
    proof: { source: 'body', lines: [{ number: 2, text: '"token": "••••••"', isMarked: true }] },
  });
  expect(assertions[1]?.proof).toEqual({
    source: 'timing',
    lines: [
      { text: 'Connect: 2 ms' },
      { text: 'Send: 0.5 ms' },
      { text: 'Wait: 780 ms', isMarked: true },
      { text: 'Download: 5 ms' },
    ],
  });
  expect(assertions.slice(2).map(({ proof }) => proof)).toEqual([undefined, undefined]);
});

test('the summary matches the contract of summaries', async () => {
  const summary = summaryOf(await record());
  expect(stepSummarySchema.strict().parse(summary)).toEqual(summary);
});

test('a skipped step is recorded as planned', () => {
  const planned = { step, index: 4, suite: null, scriptId: null, mask: createMask(['hunter22']) };
  const detail = recordSkippedStep({ ...planned, message: 'Skipped after hunter22.' });
  expect(stepDetailSchema.parse(detail)).toEqual(detail);
  expect(detail).toMatchObject({ status: 'skipped', message: 'Skipped after ••••••.', suiteName: 'Users', index: 4 });
});

test('an error without an exchange keeps its code and message', async () => {
  const detail = await record(
    {
      status: 'error',
      request: undefined,
      response: undefined,
      assertions: [],
      error: { code: 'UNRESOLVED_VARIABLE', message: 'No value for baseUrl.' },
    },
    { suite: null },
  );
  expect(detail).toMatchObject({
    exchange: null,
    statusCode: null,
    message: 'No value for baseUrl.',
    suiteId: null,
    suiteName: 'Users',
    url: '{{baseUrl}}/login',
  });
});

test('a large text is stored as a file, masked', async () => {
  const stored: { text: string; type: string | undefined }[] = [];
  const large = body(`hunter22${'x'.repeat(70_000)}`, 'text/plain; charset=iso-8859-1');
  const detail = await record(withResponse(large), {
    storeBody: async (bytes, type) => {
      stored.push({ text: new TextDecoder().decode(bytes), type });
      return 'file-1';
    },
  });
  expect(detail.exchange?.response?.body).toEqual({
    fileId: 'file-1',
    contentType: 'text/plain; charset=iso-8859-1',
    sizeBytes: 70_008,
    truncated: false,
  });
  expect(stored).toEqual([{ text: `••••••${'x'.repeat(70_000)}`, type: 'text/plain; charset=utf-8' }]);
});

test('without a file store a large text is cut at 64 KB between characters, and says so', async () => {
  const view = (await record(withResponse(body(`x${'ö'.repeat(40_000)}`, 'text/plain')))).exchange?.response?.body;
  expect(view?.truncated).toBe(true);
  expect(bytesOf(view?.text ?? '').length).toBe(65_535);
  expect(view?.text).not.toContain('\ufffd');
});

test.each([
  ['a picture', body(Uint8Array.of(0x89, 0x50, 0x4e, 0x47), 'image/png')],
  ['bytes without a type', body(Uint8Array.of(0xff, 0xfe, 0x00))],
])('%s is stored as a file unchanged, or omitted', async (_, content) => {
  const storeBody = async (bytes: Uint8Array) => `file of ${bytes.length}`;
  const stored = (await record(withResponse(content), { storeBody })).exchange?.response?.body;
  expect(stored).toMatchObject({ fileId: `file of ${content.bytes.length}` });
  expect(stored).not.toHaveProperty('text');
  const leftOut = (await record(withResponse(content))).exchange?.response?.body;
  expect(leftOut).not.toHaveProperty('text');
  expect(leftOut).not.toHaveProperty('fileId');
});

test.each([
  ['the charset of the answer', body(Uint8Array.of(0x66, 0xfc, 0x72), 'text/plain; charset=iso-8859-1'), 'für'],
  ['UTF-8 without a type', body('für'), 'für'],
  ['an unknown charset as UTF-8', body('für', 'text/plain; charset=none-such'), 'für'],
])('reads %s', async (_, content, text) => {
  expect((await record(withResponse(content))).exchange?.response?.body.text).toBe(text);
});
