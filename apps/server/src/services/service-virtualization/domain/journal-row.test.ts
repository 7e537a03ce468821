import { MockEngine } from '@touchstone/engine-mock/core';
import { expect, test } from 'vitest';
import { faultStub } from './fault-stub.ts';
import { exchangeOf, journalRow } from './journal-row.ts';

const served = (url: string, body: string | Uint8Array = '', stub?: object) => {
  const engine = new MockEngine();
  if (stub) expect(engine.put(stub).problems).toEqual([]);
  return engine.serve({
    method: 'GET',
    url,
    scheme: 'http',
    host: 'localhost',
    port: 80,
    clientIp: '127.0.0.1',
    protocol: 'HTTP/1.1',
    headers: [['Authorization', 'Bearer abc']],
    body: typeof body === 'string' ? new TextEncoder().encode(body) : body,
  });
};
const exchange = (url: string, body?: string | Uint8Array) => exchangeOf(served(url, body), ['s3cret', '']);
const limit = 64 * 1024;

test.each([
  ['/a?api_key=abc&page=2', '/a?api_key=***&page=2'],
  ['/a?access_token=abc', '/a?access_token=***'],
  ['/a?page=2&q=token', '/a?page=2&q=token'],
  ['/a/s3cret?x=s3cret', '/a/***?x=***'],
  ['/a', '/a'],
])('of the address %s the journal keeps %s', (url, kept) => {
  const { request, response } = exchange(url);
  expect(response.body.text).toContain(`No stub matches GET ${kept}`);
  expect(request).toMatchObject({ url: kept, headers: [{ name: 'Authorization', value: '***' }] });
});

test.each<[name: string, body: string | Uint8Array, kept: object]>([
  ['nothing', '', { text: '', isBase64: false, sizeBytes: 0, isCut: false }],
  ['a secret variable', 'a s3cret ä', { text: 'a *** ä', isBase64: false, sizeBytes: 11, isCut: false }],
  ['a password', '{"password":"abc"}', { text: '{"password":"***"}' }],
  ['NUL', 'a\0b', { text: 'a\uFFFDb', isBase64: false }],
  ['bytes', new Uint8Array([1, 2, 3]), { text: 'AQID', isBase64: true, sizeBytes: 3, isCut: false }],
  ['bytes that are no UTF-8', new Uint8Array([0xff, 0xfe]), { text: '//4=', isBase64: true, sizeBytes: 2 }],
  ['as much as is kept', 'x'.repeat(limit), { text: 'x'.repeat(limit), isCut: false }],
  ['more', 'x'.repeat(limit + 1), { text: 'x'.repeat(limit), sizeBytes: limit + 1, isCut: true }],
  ['many bytes', new Uint8Array(limit + 1).fill(1), { isBase64: true, sizeBytes: limit + 1, isCut: true }],
  [
    'wide letters, of which not all are read',
    '木'.repeat(50_000),
    { isBase64: false, sizeBytes: 150_000, isCut: true },
  ],
  ['very much', 'x'.repeat(3 * limit), { text: 'x'.repeat(limit), sizeBytes: 3 * limit, isCut: true }],
])('of a body that is %s the journal keeps what it may', (_, body, kept) => {
  expect(exchange('/', body).request.body).toMatchObject(kept);
});

test.each([
  ['a password', `{"a":"${'x'.repeat(limit - 30)}","password":"tulip-rosebud"}`, 'tulip'],
  ['a secret variable', `${'x'.repeat(limit - 3)}s3cret`, 's3c'],
])('where the cut goes through %s, no part of it is kept', (_, body, part) => {
  expect(exchange('/', body).request.body.text).not.toContain(part);
});

test('if truncation cuts through a secret in an address, no part of it is kept', () => {
  expect(exchange(`/${'x'.repeat(8188)}s3cret`).request.url).not.toContain('s3');
});

test('secret variables are masked in the path of a row too', () => {
  const hiding = { projectId: 'p', organizationId: 'o', hasNearMiss: false, secrets: ['s3cret'], cause: undefined };
  expect(journalRow(served('/a/s3cret?x=1'), hiding)).toMatchObject({ url: '/a/***?x=1', path: '/a/***' });
});

const about = { projectId: 'p', organizationId: 'o', hasNearMiss: false, secrets: [] };

test('a row states who answered, and for which step', () => {
  const stub = {
    id: '01900000-0000-7000-8000-000000000001',
    name: 'A',
    request: { url: '/a' },
    response: { status: 201, body: 'ok' },
  };
  const row = journalRow(served('/a?x', '', { ...stub, request: { urlPath: '/a' } }), {
    ...about,
    cause: { runId: 'r', stepId: 's' },
  });
  expect(row).toMatchObject({
    projectId: 'p',
    organizationId: 'o',
    method: 'GET',
    url: '/a?x',
    path: '/a',
    status: 201,
    by: 'stub',
    assetId: stub.id,
    assetName: 'A',
    hasNearMiss: false,
    hasProblem: false,
    violationCount: 0,
    clientIp: '127.0.0.1',
    runId: 'r',
    stepId: 's',
    detail: { response: { status: 201, body: { text: 'ok', sizeBytes: 2 } } },
  });
  expect(journalRow(served('/none'), { ...about, cause: undefined })).toMatchObject({
    by: 'none',
    assetId: null,
    assetName: null,
    runId: null,
    stepId: null,
  });
});

test("a fault isn't an asset, and a failed answer is a problem", () => {
  const fault = faultStub({
    id: '01900000-0000-7000-8000-000000000002',
    name: 'Down',
    stub: { request: { url: '/a' }, response: { status: 503 } },
  });
  expect(journalRow(served('/a', '', fault), { ...about, cause: undefined })).toMatchObject({
    status: 503,
    assetId: null,
    assetName: 'Fault: Down',
    hasProblem: false,
  });
  const broken = {
    request: { url: '/a' },
    response: { body: "{{math 1 '^' 2}}", transformers: ['response-template'] },
  };
  expect(journalRow(served('/a', '', broken), { ...about, cause: undefined })).toMatchObject({
    status: 500,
    hasProblem: true,
  });
});
