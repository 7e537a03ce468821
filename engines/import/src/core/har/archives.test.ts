import type { KeyValue } from '@touchstone/engine-http/core';
import { describe, expect, test } from 'vitest';
import type { ImportedStep } from '../imported-collection.ts';
import { type HarOptions, importHar } from './import-har.ts';

const withoutId = ({ id: _, ...step }: ImportedStep) => step;
const pair = (key: string, value: string): KeyValue => ({ key, value });
const named = (name: string, value: string) => ({ name, value });

function read(document: unknown, options?: HarOptions) {
  const found = importHar(JSON.stringify(document), options);
  return {
    ...found,
    steps: found.steps.map(withoutId),
    reasons: found.problems.map(({ place, reason }) => `${place}: ${reason}`),
  };
}
function readOne(request: object) {
  const { steps, reasons } = read({ log: { entries: [{ request: { url: 'http://h/a', ...request } }] } });
  return { step: steps[0]!, reasons };
}

const plain = {
  name: 'GET /a',
  group: '',
  method: 'GET',
  url: 'http://h/a',
  headers: [],
  queryParams: [],
  pathParams: [],
  body: { type: 'none' },
  authentication: { type: 'none' },
  assertions: [],
  dataHandlers: [],
  settings: {},
};

describe('an archive', () => {
  const request = { url: 'http://h/a' };

  test.each<[document: unknown]>([
    [{ log: { entries: [{ request }] } }],
    [{ entries: [{ request }] }],
    [{ entries: [{ request }], url: 'http://other' }],
    [{ request }],
    [request],
    [[request]],
  ])('is read as %j', (document) => {
    expect(read(document)).toMatchObject({ steps: [plain], reasons: [], title: 'Imported recording' });
  });

  test.each<[pages: unknown, title: string, group: string]>([
    [[null, { id: 'p', title: 'One' }], 'One', 'One'],
    [[{ id: 'p', title: '' }], 'Imported recording', ''],
    [
      [
        { id: 'p', title: 'A / B / ' },
        { id: 'q', title: 'Two' },
      ],
      'Imported recording',
      'A / B',
    ],
    ['pages', 'Imported recording', ''],
  ])('with the pages %j has the title %s', (pages, title, group) => {
    const found = read({ log: { pages, entries: [{ pageref: 'p', request }] } });
    expect([found.title, found.steps[0]?.group]).toStrictEqual([title, group]);
  });

  test('reports invalid entries by their number', () => {
    const entries = [5, { request: 'GET' }, { request: { url: ' ' } }, { request: { url: `ws:${'x'.repeat(80)}` } }];
    expect(read({ log: { entries } }).reasons).toStrictEqual([
      'entry 1: The entry has no request with an address.',
      'entry 2: The entry has no request with an address.',
      'entry 3: The entry has no request with an address.',
      `entry 4: The address ws:${'x'.repeat(57)} is not of HTTP; the entry was left out.`,
    ]);
  });

  test('keeps 100 responses of a repeated request', () => {
    const entries = Array.from({ length: 102 }, (_, at) => ({
      request,
      response: { status: 200, content: { text: at } },
    }));
    const { steps } = read({ log: { entries } }, { withoutRepetitions: true });
    expect(steps.map(({ examples }) => examples?.length)).toStrictEqual([100]);
    expect(steps[0]?.examples?.at(-1)?.body).toBe('99');
  });

  test('with other headers is a separate request', () => {
    const entries = ['a', 'b', 'a'].map((value) => ({ request: { ...request, headers: [named('A', value)] } }));
    expect(read({ log: { entries } }, { withoutRepetitions: true }).steps).toHaveLength(2);
  });
});

describe('a request', () => {
  test.each<[request: object, step: object]>([
    [{}, {}],
    [{ url: 'HTTPS://h/a' }, { url: 'HTTPS://h/a' }],
    [
      { url: 'localhost:8080/a', headers: [named('Host', 'localhost')] },
      { name: 'GET localhost:8080/a', url: 'localhost:8080/a', headers: [pair('Host', 'localhost')] },
    ],
    [{ url: 'http://h/a#part', queryString: [null, named('b', 'c')] }, { queryParams: [pair('b', 'c')] }],
    [{ queryString: 'text' }, {}],
    [{ url: 'http://h/a?', queryString: [named('b', 'c')] }, { url: 'http://h/a?' }],
    [{ headers: [null, named('A', 'b')], cookies: [null] }, { headers: [pair('A', 'b')] }],
    [{ headers: [named('HOST', 'h'), named('Upgrade', 'x'), named('TE', 'y')] }, {}],
    [
      { url: 'https://h:8443/a', headers: [named('Host', 'h')] },
      { url: 'https://h:8443/a', headers: [pair('Host', 'h')] },
    ],
    [
      { url: 'http://h?a', headers: [named('Host', 'h')] },
      { name: 'GET /', url: 'http://h?a' },
    ],
    [
      { headers: [named('Content-Type', 'application/json')], postData: { mimeType: 'text/x', text: '{}' } },
      { body: { type: 'json', content: '{}' } },
    ],
    [{ postData: 'text' }, {}],
    [{ postData: { mimeType: ' text/plain ', text: 'a' } }, { body: { type: 'text', content: 'a' } }],
    [
      { postData: { mimeType: 'text/plain', params: [null, named('a', 'b')] } },
      { body: { type: 'urlencoded', fields: [pair('a', 'b')] } },
    ],
    [
      { postData: { mimeType: 'text/plain', text: 'x', params: [named('a', 'b')] } },
      { body: { type: 'text', content: 'x' } },
    ],
    [
      { postData: { mimeType: 'multipart/form-data', params: [{ name: 'a', value: 'b', fileName: '' }] } },
      { body: { type: 'form', fields: [{ ...pair('a', 'b'), kind: 'text' }] } },
    ],
    [
      { headers: [named('Content-Type', 'multipart/form-data')], postData: { mimeType: 'x/y', text: '' } },
      { headers: [pair('Content-Type', 'multipart/form-data')] },
    ],
    [
      {
        postData: {
          mimeType: 'multipart/form-data; boundary=X',
          text: '--X\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--X--',
        },
      },
      { body: { type: 'form', fields: [{ ...pair('a', '1'), kind: 'text' }] } },
    ],
  ])('%j is read', (request, step) => {
    expect(readOne(request)).toStrictEqual({ step: { ...plain, ...step }, reasons: [] });
  });

  test.each<[postData: object, body: object, reason: string]>([
    [
      {
        mimeType: 'multipart/form-data; boundary=X',
        text: '--X\r\nContent-Disposition: form-data; name="f"; filename="b.txt"\r\n\r\n1\r\n--X--',
      },
      { type: 'form', fields: [{ ...pair('f', ''), kind: 'file', fileName: 'b.txt' }] },
      'entry 1: The form field f sends a file. Choose it again.',
    ],
    [
      { mimeType: 'multipart/form-data', params: [{ name: 'f', fileName: 'b.txt', contentType: 'x/y' }] },
      { type: 'form', fields: [{ ...pair('f', ''), kind: 'file', fileName: 'b.txt', contentType: 'x/y' }] },
      'entry 1: The form field f sends a file. Choose it again.',
    ],
    [
      { mimeType: 'text/plain', encoding: 'base64', text: '%' },
      { type: 'text', content: '' },
      'entry 1: The body is binary. Choose it as a file.',
    ],
  ])('%j sends a file that has to be selected', (postData, body, reason) => {
    expect(readOne({ postData })).toStrictEqual({ step: { ...plain, body }, reasons: [reason] });
  });
});
