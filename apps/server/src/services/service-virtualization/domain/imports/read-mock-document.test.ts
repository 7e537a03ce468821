import { zipOf } from '@touchstone/engine-import/testing';
import { expect, test } from 'vitest';
import { readDescription } from './read-description.ts';
import { readMockDocument } from './read-mock-document.ts';

const stub = (name: string | undefined, url: string) => ({
  id: `01900000-0000-7000-8000-00000000000${url.length}`,
  ...(name !== undefined && { name }),
  request: { method: 'GET', url },
  response: { status: 200 },
});
const wireMock = (...mappings: object[]) => JSON.stringify({ mappings });
const read = (content: string | Uint8Array, fileName = 'mock.json') =>
  readMockDocument({ files: [{ fileName, content }], hasResources: true });

test('stubs become assets with stable keys', async () => {
  const document = await read(wireMock(stub('Orders', '/orders'), stub(undefined, '/a'), stub('x'.repeat(300), '/bc')));
  expect(document).toMatchObject({ problems: [], named: null, asked: [] });
  expect(document.entries.map(({ name }) => name)).toEqual(['Orders', 'GET /a', 'x'.repeat(255)]);
  expect(document.entries[0]).toEqual({
    key: '01900000-0000-7000-8000-000000000007',
    name: 'Orders',
    content: { form: 'stub', stub: { request: { method: 'GET', url: '/orders' }, response: { status: 200 } } },
  });
});

test('an invalid stub is reported, and the others are imported', async () => {
  const { entries, problems } = await read(wireMock({ ...stub('A', '/a'), request: { method: 5 } }, stub('B', '/bc')));
  expect(entries.map(({ name }) => name)).toEqual(['B']);
  expect(problems[0]?.path).toMatch(/^stubs\[0\]/);
});

test('bytes and archives are read as text', async () => {
  const text = wireMock(stub('A', '/a'));
  const archive = zipOf({ 'mappings.json': text, 'notes.txt': 'nothing' });
  for (const content of [new TextEncoder().encode(text), archive]) {
    const { entries } = await read(content, 'mocks.zip');
    expect(entries.map(({ name }) => name)).toEqual(['A']);
  }
  // Bytes that merely start like an archive.
  for (const text of ['P', 'aK'])
    expect(await read(new TextEncoder().encode(text))).toMatchObject({ format: undefined, entries: [] });
  const { problems } = await read(archive, 'mocks.zip');
  expect(problems.map(({ path }) => path)).toEqual([expect.stringContaining('notes.txt')]);
});

test("a text that isn't a document makes no mock", async () => {
  const empty = await readMockDocument({ files: [], hasResources: false });
  expect([empty.format, empty.entries, empty.title]).toEqual([undefined, [], expect.any(String)]);
});

const api = JSON.stringify({
  openapi: '3.0.3',
  info: { title: 'Pets', version: '1' },
  paths: { '/pets': { get: { responses: { 200: { $ref: 'answers.json#/ok' } } } } },
});
const answers = JSON.stringify({ ok: { description: 'ok', content: { 'application/json': { example: { a: 1 } } } } });
const location = 'https://a.test/api.json';

test('referenced documents are requested, used if given, or reported as missing', async () => {
  const files = [{ fileName: 'api.json', content: api }];
  const fetched = (documents: { location: string; text?: string; failure?: string }[]) =>
    readMockDocument({ files, hasResources: false, fetched: { location, documents } });
  const first = await fetched([]);
  expect(first.asked).toEqual(['https://a.test/answers.json']);
  expect(first.named).toBeNull();
  const [asked = ''] = first.asked;
  const second = await fetched([{ location: asked, text: answers }]);
  expect(second).toMatchObject({ asked: [], named: { location, documents: [{ location: asked, text: answers }] } });
  const missed = await fetched([{ location: asked, failure: 'The server refused it.' }]);
  expect(missed.asked).toEqual([]);
  expect(JSON.stringify(missed.problems)).toContain('The server refused it.');
  const together = await readMockDocument({
    files: [...files, { fileName: 'answers.json', content: answers }],
    hasResources: false,
  });
  expect(together.named?.documents.map((document) => document.text)).toEqual([answers]);
  expect(together.title).toBe('Pets');
});

test("an API's description is read again with its references", async () => {
  const named = { location, documents: [{ location: 'https://a.test/answers.json', text: answers }] };
  const { api: described } = await readDescription({ text: api, title: 'api.json', named });
  expect(described).toBeDefined();
  const below = JSON.stringify({ ...JSON.parse(api), servers: [{ url: 'https://a.test/v1' }] });
  expect(await readDescription({ text: below, title: 'api.json', named })).toMatchObject({ basePath: '/v1' });
  expect(
    await readDescription({ text: wireMock(stub('A', '/a')), title: 'mock.json', named: null }),
  ).not.toHaveProperty('api');
});
