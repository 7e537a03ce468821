import { describe, expect, test } from 'vitest';
import { importHar } from './import-har.ts';

const read = (entries: unknown[], log: object = {}) => importHar(JSON.stringify({ log: { entries, ...log } }));
const entry = (request: object, more: object = {}) => ({
  request: { method: 'GET', url: 'http://h/a', ...request },
  ...more,
});
const named = (name: string, value: string) => ({ name, value });
const row = (key: string, value: string) => ({ key, value });

test.each<[request: object, isReported: boolean]>([
  [{ bodySize: 12 }, true],
  [{ bodySize: 12, postData: { mimeType: 'text/csv' } }, true],
  [{ bodySize: 12, postData: { mimeType: 'text/csv', params: [] } }, true],
  [{ bodySize: 12, postData: { mimeType: 'text/csv', text: 'a' } }, false],
  [{ bodySize: 12, postData: { params: [named('a', 'b')] } }, false],
  [{ bodySize: 0 }, false],
  [{ bodySize: -1 }, false],
  [{}, false],
])('a body of %j without its content is reported: %s', (request, isReported) => {
  const problem = { place: 'entry 1', reason: 'The recording has no content of the body. Enter it by hand.' };
  expect(read([entry(request)]).problems).toEqual(isReported ? [problem] : []);
});

describe('a recorded request', () => {
  test.each<[request: object, step: object]>([
    [{}, { method: 'GET', url: 'http://h/a', name: 'GET /a', headers: [], queryParams: [], body: { type: 'none' } }],
    [{ method: ' ' }, { method: 'GET' }],
    [{ method: ' put ' }, { method: 'put' }],
    [{ url: ' h.test:80/a ' }, { url: 'h.test:80/a' }],
    [{ comment: 'List' }, { name: 'List' }],
    [
      { url: 'http://h/a?b=c', queryString: [named('d', 'e')] },
      { url: 'http://h/a', queryParams: [row('b', 'c')] },
    ],
    [{ queryString: [named('d', 'e')] }, { url: 'http://h/a', queryParams: [row('d', 'e')] }],
    [{ queryString: [named('', '')] }, { url: 'http://h/a', queryParams: [] }],
    [
      {
        headers: [
          named('Host', 'H'),
          named('host', 'other'),
          named(' A ', 'b'),
          named('', 'c'),
          named(':path', '/'),
          named('Keep-Alive', '5'),
        ],
      },
      { headers: [row('host', 'other'), row('A', 'b')] },
    ],
    [{ url: 'http://u:p@h:8080/a', headers: [named('Host', 'h:8080')] }, { headers: [] }],
    [{ cookies: [named('a', '1'), named('b', '2')] }, { headers: [row('Cookie', 'a=1; b=2')] }],
    [{ cookies: [named('a', '1')], headers: [named('cookie', 'own')] }, { headers: [row('cookie', 'own')] }],
    [
      { postData: { mimeType: 'application/json', text: '{}' } },
      { headers: [], body: { type: 'json', content: '{}' } },
    ],
    [{ postData: { text: 'a' } }, { headers: [], body: { type: 'text', content: 'a' } }],
    [
      { postData: { mimeType: 'text/csv', text: '' } },
      { headers: [row('Content-Type', 'text/csv')], body: { type: 'text', content: '' } },
    ],
    [{ postData: { mimeType: 'text/csv' } }, { headers: [], body: { type: 'none' } }],
    [{ postData: { mimeType: '', text: '' } }, { body: { type: 'none' } }],
    [{ postData: { mimeType: 'application/x-www-form-urlencoded', text: '' } }, { body: { type: 'none' } }],
    [{ postData: { mimeType: 'multipart/form-data', text: '' } }, { body: { type: 'none' } }],
    [
      { postData: { mimeType: 'application/x-www-form-urlencoded', text: 'a=b' } },
      { headers: [], body: { type: 'urlencoded', fields: [row('a', 'b')] } },
    ],
    [
      { postData: { mimeType: 'application/x-www-form-urlencoded', params: [named('a', 'b c')] } },
      { body: { type: 'urlencoded', fields: [row('a', 'b c')] } },
    ],
    [
      {
        headers: [named('Content-Type', 'multipart/form-data; boundary=x'), named('A', 'b')],
        postData: { params: [{ ...named('a', 'b'), contentType: 'x/y' }] },
      },
      {
        headers: [row('A', 'b')],
        body: { type: 'form', fields: [{ ...row('a', 'b'), kind: 'text', contentType: 'x/y' }] },
      },
    ],
    [
      { postData: { mimeType: 'text/plain', encoding: 'base64', text: 'w6Q=' } },
      { body: { type: 'text', content: 'ä' } },
    ],
  ])('%j is read', (request, step) => {
    const { steps, problems } = read([entry(request)]);
    expect(steps).toMatchObject([step]);
    expect(problems).toEqual([]);
  });

  test.each<[given: unknown, steps: number, reason: string]>([
    [{}, 0, 'The entry has no request with an address.'],
    [{ request: {} }, 0, 'The entry has no request with an address.'],
    [entry({ url: 'data:x' }), 0, 'The address data:x is not of HTTP; the entry was left out.'],
    [entry({ url: 'ws://h' }), 0, 'is not of HTTP'],
    [
      entry({ postData: { mimeType: 'a/b', encoding: 'base64', text: '/w==' } }),
      1,
      'The body is binary. Choose it as a file.',
    ],
    [
      entry({ postData: { mimeType: 'multipart/form-data', params: [{ name: 'a', fileName: 'b.txt' }] } }),
      1,
      'The form field a sends a file. Choose it again.',
    ],
  ])('%j is read as far as possible', (given, steps, reason) => {
    const found = read([given]);
    expect(found.steps).toHaveLength(steps);
    expect(found.problems).toEqual([{ place: 'entry 1', reason: expect.stringContaining(reason) }]);
  });

  test.each([[{}], [{ log: {} }], [{ log: { entries: 5 } }]])('is missing from %j', (document) => {
    const { steps, problems } = importHar(JSON.stringify(document));
    expect([steps, problems.map(({ place }) => place)]).toEqual([[], ['log']]);
  });
});

test("requests are in their pages' folders; a single page names the recording", () => {
  const pages = [
    { id: 'p', title: 'One' },
    { id: 'q', title: 'Two / Three' },
  ];
  const entries = [entry({}, { pageref: 'p' }), entry({}, { pageref: 'q' }), entry({}), entry({}, { pageref: 'x' })];
  const both = read(entries, { pages });
  expect(both.title).toBe('Imported recording');
  expect(both.steps.map(({ group }) => group)).toEqual(['One', 'Two / Three', '', '']);
  expect(read(entries, { pages: pages.slice(0, 1) }).title).toBe('One');
});

describe('a recorded response', () => {
  const response = (more: object = {}) => ({
    status: 200,
    statusText: 'OK',
    headers: [named('A', 'b'), named(':status', '200')],
    content: { text: 'x' },
    ...more,
  });

  test.each<[given: object, example: object]>([
    [{}, { name: '200 OK', status: 200, statusText: 'OK', headers: [row('A', 'b')], body: 'x' }],
    [{ comment: 'Fine' }, { name: 'Fine' }],
    [{ statusText: '' }, { name: '200' }],
    [{ content: { text: 'w6Q=', encoding: 'base64' } }, { body: 'ä' }],
    [{ content: undefined }, { body: '' }],
    [{ content: { text: 'x'.repeat(1_000_000) } }, { body: 'x'.repeat(1_000_000) }],
  ])('%j is an example', (given, example) => {
    const { steps, problems } = read([entry({}, { response: response(given) })]);
    expect(steps[0]?.examples).toMatchObject([example]);
    expect(problems).toEqual([]);
  });

  test.each([{ status: 0 }, { status: -1 }, { status: 'x' }])('with %j is ignored', (given) => {
    expect(read([entry({}, { response: response(given) })]).steps[0]).not.toHaveProperty('examples');
  });

  test.each([
    [{ text: '/w==', encoding: 'base64' }, 'Responses with a binary body: 1.'],
    [{ text: 'x'.repeat(1_000_001) }, 'Response bodies above 1 MB each or 20 MB in all: 1.'],
  ])('has no body if it was not kept', (content, reason) => {
    const { steps, problems } = read([entry({}, { response: response({ content }) })]);
    expect(steps[0]?.examples).toMatchObject([{ body: '' }]);
    expect(problems).toEqual([{ place: 'responses', reason: expect.stringContaining(reason) }]);
  });

  test('to a repeated request is kept once', () => {
    const entries = ['x', 'y', 'x'].map((text) => entry({}, { response: response({ content: { text } }) }));
    const { steps } = importHar(JSON.stringify({ log: { entries } }), { withoutRepetitions: true });
    expect(steps.map(({ examples }) => examples?.map(({ body }) => body))).toEqual([['x', 'y']]);
    expect(read(entries).steps).toHaveLength(3);
  });
});

test.each(['Accept', 'user-agent', 'SEC-FETCH-MODE', 'Origin', 'DNT', 'If-None-Match', 'X-Client-Data'])(
  'the browser header %s is left out on request',
  (name) => {
    const headers = [named(name, 'x'), named('X-Accept', 'y'), named('Acceptable', 'z')];
    const text = JSON.stringify({ log: { entries: [entry({ headers })] } });
    const namesOf = (options: object) => importHar(text, options).steps[0]?.headers.map(({ key }) => key);
    expect(namesOf({ withoutBrowserHeaders: true })).toEqual(['X-Accept', 'Acceptable']);
    expect(namesOf({})).toEqual([name, 'X-Accept', 'Acceptable']);
  },
);
