import type { HttpAuthentication, KeyValue } from '@touchstone/engine-http/core';
import { describe, expect, test } from 'vitest';
import type { ImportedStep } from '../imported-collection.ts';
import { importBruno } from './import-bruno.ts';

const withoutId = ({ id: _, ...step }: ImportedStep) => step;
const pair = (key: string, value: string, more: object = {}): KeyValue => ({ key, value, ...more });
const off = { enabled: false };

function read(request: object, more: object = {}) {
  const items = [{ type: 'http', name: 'R', request: { url: 'http://h', ...request }, ...more }];
  const { steps, problems } = importBruno(JSON.stringify({ items }));
  return { step: withoutId(steps[0]!), reasons: problems.map(({ place, reason }) => `${place}: ${reason}`) };
}
const plain = {
  name: 'R',
  group: '',
  method: 'GET',
  url: 'http://h',
  headers: [],
  queryParams: [],
  pathParams: [],
  body: { type: 'none' },
  authentication: { type: 'none' },
  assertions: [],
  dataHandlers: [],
  settings: {},
};
const params = (...rows: unknown[]) => ({ params: rows });

describe('a request', () => {
  test.each<[request: object, step: object]>([
    [{}, {}],
    [{ method: ' PUT ' }, { method: 'PUT' }],
    [{ method: ' ' }, {}],
    [{ headers: [null, { name: 'A', value: 'b', enabled: false }] }, { headers: [pair('A', 'b', off)] }],
    [{ docs: 'why' }, { description: 'why' }],
    [{ url: 'http://h?a=b', ...params(5) }, { queryParams: [pair('a', 'b')] }],
    [
      {
        url: 'http://h?a=b',
        ...params({ name: 'c', value: 'd', enabled: false }, { name: 'i', value: '7', type: 'path' }),
      },
      { queryParams: [pair('a', 'b'), pair('c', 'd', off)], pathParams: [pair('i', '7')] },
    ],
    [
      { url: 'http://h?a=b', ...params({ name: 'c', value: 'd', type: 'query' }, { name: 'e', enabled: false }) },
      { queryParams: [pair('c', 'd'), pair('e', '', off)] },
    ],
    // A name without a value is sent as written in the address.
    [
      { url: 'http://h?a&b=c', ...params({ name: 'a', value: '' }, { name: 'b', value: 'c' }) },
      { url: 'http://h?a&b=c' },
    ],
    [{ url: 'http://h?b=c&a', ...params({ name: 'a', value: '' }) }, { url: 'http://h?b=c&a' }],
    [
      { url: 'http://h?b=c&', ...params({ name: 'b', value: 'c' }, { name: 'x', enabled: false }) },
      { url: 'http://h?b=c&', queryParams: [pair('x', '', off)] },
    ],
    [
      { url: 'http://h/a=', ...params({ name: 'b', value: 'c' }) },
      { url: 'http://h/a=', queryParams: [pair('b', 'c')] },
    ],
    [
      { script: { req: 'a()', res: 'b()' }, tests: 'c()' },
      { preRequestScript: 'a()', testScript: '{\nb()\n}\n// ---- next script ----\n{\nc()\n}' },
    ],
    [
      { vars: { res: [null, { name: 'a', value: 'res.body.b' }] } },
      { dataHandlers: [{ name: 'a', source: 'jsonPath', path: '$.b' }] },
    ],
    [
      { assertions: [null, { name: 'res.status', value: 'eq 200' }] },
      { assertions: [{ kind: 'status', operator: 'equals', expected: 200 }] },
    ],
  ])('%j is read', (request, step) => {
    expect(read(request)).toStrictEqual({ step: { ...plain, ...step }, reasons: [] });
  });

  test.each<[settings: object, read: object]>([
    [
      { followRedirects: false, maxRedirects: 0, timeout: 1 },
      { followRedirects: false, maxRedirects: 0, timeoutMs: 1 },
    ],
    [
      { followRedirects: 'False', maxRedirects: '5', timeout: '500' },
      { followRedirects: false, maxRedirects: 5, timeoutMs: 500 },
    ],
    [{ followRedirects: true, maxRedirects: -1, timeout: 0 }, {}],
    [{ followRedirects: 'falsely', maxRedirects: '', timeout: 'inherit' }, {}],
    [{ followRedirects: 'not false', maxRedirects: 1.5, timeout: 1.5 }, {}],
    [{ timeout: -1 }, {}],
  ])('has the settings from %j', (settings, expected) => {
    expect(read({}, { settings }).step.settings).toStrictEqual(expected);
  });

  test("uses Bruno's API if its scripts do", () => {
    const { step } = read({ script: { req: 'bru.setVar()' }, tests: 'expect(res.status)' });
    expect(step.preRequestScript).toMatch(/^const bru = [\s\S]*bru\.setVar\(\)$/);
    expect(step.preRequestScript).not.toContain('const res =');
    expect(step.testScript).toMatch(/^const bru = [\s\S]*\nconst res = [\s\S]*\nexpect\(res\.status\)$/);
    expect(read({ tests: 'testing()' }).step.testScript).toBe('testing()');
  });

  test.each<[response: object, example: object]>([
    [
      { body: 'text', status: '201', statusText: 'Created' },
      { status: 201, statusText: 'Created', body: 'text' },
    ],
    [{ body: { type: 'json', content: '{}' } }, { body: '{}' }],
    [{ body: { data: 'x' } }, { body: 'x' }],
    [{ body: { content: { a: 1 } } }, { body: '{\n  "a": 1\n}' }],
    [{ body: { content: [1] } }, { body: '[\n  1\n]' }],
    [{ headers: [{ name: 'A', value: 'b' }] }, { headers: [pair('A', 'b')] }],
  ])('has the saved response %j as an example', (response, example) => {
    const { step } = read({}, { examples: [5, { name: 'E', description: 'why', response }, {}] });
    expect(step.examples).toStrictEqual([
      { name: 'E', description: 'why', status: 0, headers: [], body: '', ...example },
      { name: 'Example', status: 0, headers: [], body: '' },
    ]);
  });
});

describe('the body', () => {
  const form = (...multipartForm: unknown[]) => ({ mode: 'multipartForm', multipartForm });
  const type = (value: string) => [{ name: 'Content-Type', value }];

  test.each<[body: unknown, step: object, headers?: object[]]>([
    ['text', {}],
    [{ mode: 'none' }, {}],
    [{ mode: 'json', json: '' }, {}],
    [{ mode: 'json', json: '{}' }, { body: { type: 'json', content: '{}' } }],
    [{ mode: 'json', json: '{}' }, { body: { type: 'json', content: '{}' } }, type('application/json')],
    [{ mode: 'xml', xml: '<a/>' }, { body: { type: 'xml', content: '<a/>' } }],
    [{ mode: 'text', text: 'a' }, { body: { type: 'text', content: 'a' } }],
    [{ mode: 'text', text: '' }, {}],
    [
      { mode: 'sparql', sparql: 'a' },
      { headers: [pair('Content-Type', 'application/sparql-query')], body: { type: 'text', content: 'a' } },
    ],
    [
      { mode: 'formUrlEncoded', formUrlEncoded: [{ name: 'a', value: 'b' }] },
      { body: { type: 'urlencoded', fields: [pair('a', 'b')] } },
    ],
    [{ mode: 'graphql', graphql: { query: '{a}' } }, { body: { type: 'graphql', query: '{a}', variables: '' } }],
    [
      form(
        null,
        { name: 'a', value: 'b', contentType: 'x/y', enabled: false },
        { name: 'f', type: 'file', value: ['x/a.txt', 'b.txt'], enabled: false },
        { name: 'g', type: 'file', value: 'c.txt', enabled: false, contentType: 'x/y' },
      ),
      {
        body: {
          type: 'form',
          fields: [
            pair('a', 'b', { kind: 'text', contentType: 'x/y', ...off }),
            pair('f', '', { kind: 'file', fileName: 'a.txt', ...off }),
            pair('f', '', { kind: 'file', fileName: 'b.txt', ...off }),
            pair('g', '', { kind: 'file', fileName: 'c.txt', contentType: 'x/y', ...off }),
          ],
        },
      },
    ],
  ])('%j is read', (body, step, headers = []) => {
    expect(read({ body, headers })).toStrictEqual({ step: { ...plain, ...step }, reasons: [] });
  });

  test.each<[body: object, expected: object, reason: string]>([
    [{ mode: 'odd', odd: 'a' }, { type: 'none' }, 'R: The body mode odd is not known; the body was left out.'],
    [{ mode: 'file' }, { type: 'binary', fileId: '' }, 'R: The body is a file. Choose it again.'],
    [
      {
        mode: 'file',
        file: [5, { filePath: 'a', contentType: 'x/a' }, { filePath: 'b', contentType: 'x/b', selected: true }],
      },
      { type: 'binary', fileId: '', contentType: 'x/b' },
      'R: The body is a file. Choose it again.',
    ],
    [
      { mode: 'file', file: [{ contentType: 'x/a' }, { selected: false, contentType: 'x/b' }] },
      { type: 'binary', fileId: '', contentType: 'x/a' },
      'R: The body is a file. Choose it again.',
    ],
    [
      form({ name: 'f', type: 'file', value: 'a.txt' }),
      { type: 'form', fields: [pair('f', '', { kind: 'file', fileName: 'a.txt' })] },
      'R: The field f sends a file. Choose it again.',
    ],
  ])('%j is read, and left out parts are reported', (body, expected, reason) => {
    expect(read({ body })).toStrictEqual({ step: { ...plain, body: expected }, reasons: [reason] });
  });

  test('uses the selected one of several files', () => {
    const file = [{ filePath: 'a' }, { filePath: 'b', selected: true }];
    const items = [
      { name: 'R', request: { url: 'h', body: { mode: 'file', file } } },
      { name: 'S', request: { url: 'h', body: form({ name: 'f', type: 'file', value: ['a', ''] }) } },
    ];
    const { steps, problems } = importBruno(JSON.stringify({ items }), { files: { read: () => '' } });
    expect(steps[0]?.body).toStrictEqual({ type: 'binary', fileId: 'b' });
    expect(problems).toStrictEqual([{ place: 'S', reason: 'The field f sends a file. Choose it again.' }]);
  });
});

describe('the authentication', () => {
  test.each<[auth: unknown, expected: HttpAuthentication]>([
    [undefined, { type: 'none' }],
    [{}, { type: 'none' }],
    [{ mode: 'none' }, { type: 'none' }],
    [
      { mode: 'digest', digest: { username: 'u', password: 'p' } },
      { type: 'digest', username: 'u', password: 'p' },
    ],
    [{ bearer: { token: 't' } }, { type: 'bearer', token: 't' }],
    [
      { mode: 'apikey', apikey: { key: 'k', value: 'v', placement: 'queryparams' } },
      { type: 'apiKey', key: 'k', value: 'v', in: 'query' },
    ],
    [
      {
        mode: 'awsv4',
        awsv4: { accessKeyId: 'a', secretAccessKey: 's', sessionToken: 't', region: 'r', service: 'x' },
      },
      { type: 'awsV4', accessKeyId: 'a', secretAccessKey: 's', sessionToken: 't', region: 'r', service: 'x' },
    ],
    [
      {
        mode: 'oauth2',
        oauth2: {
          grantType: 'password',
          accessTokenUrl: 'http://t',
          clientId: 'c',
          clientSecret: 's',
          credentialsPlacement: 'body',
          scope: 'x',
          username: 'u',
          password: 'p',
          callbackUrl: 'http://r',
        },
      },
      {
        type: 'oauth2Grant',
        grant: 'password',
        tokenUrl: 'http://t',
        clientId: 'c',
        clientSecret: 's',
        clientAuthentication: 'body',
        scope: 'x',
        username: 'u',
        password: 'p',
        redirectUri: 'http://r',
      },
    ],
    [
      {
        mode: 'oauth2',
        oauth2: {
          grantType: 'client_credentials',
          accessTokenUrl: 't',
          clientId: 'c',
          credentialsPlacement: 'basic_auth_header',
        },
      },
      { type: 'oauth2Grant', grant: 'clientCredentials', tokenUrl: 't', clientId: 'c' },
    ],
    [
      { mode: 'ntlm', ntlm: { username: 'u', password: 'p' } },
      { type: 'ntlm', username: 'u', password: 'p' },
    ],
    [
      {
        mode: 'oauth1',
        oauth1: {
          consumerKey: 'k',
          signatureEncoding: 'HMAC-SHA256',
          tokenSecret: 's',
          rsaPrivateKey: 'pem',
          parameterTransmission: 'request_body',
          includeBodyHash: false,
        },
      },
      {
        type: 'oauth1',
        signatureMethod: 'HMAC-SHA256',
        consumerKey: 'k',
        tokenSecret: 's',
        privateKey: 'pem',
        in: 'body',
      },
    ],
    [
      {
        mode: 'oauth1',
        oauth1: {
          consumerKey: 'k',
          signatureMethod: 'HMAC-SHA512',
          signatureEncoding: 'HMAC-SHA256',
          accessTokenSecret: 'new',
          tokenSecret: 'old',
          privateKey: 'pem',
          rsaPrivateKey: 'older',
          placement: 'header',
          parameterTransmission: 'query',
        },
      },
      {
        type: 'oauth1',
        signatureMethod: 'HMAC-SHA512',
        consumerKey: 'k',
        tokenSecret: 'new',
        privateKey: 'pem',
        in: 'header',
      },
    ],
    [
      { mode: 'oauth1', oauth1: { consumerKey: 'k', privateKeyType: 'file', rsaPrivateKey: 'older' } },
      { type: 'oauth1', signatureMethod: 'HMAC-SHA1', consumerKey: 'k', in: 'header' },
    ],
  ])('%j is read', (auth, expected) => {
    expect(read({ auth })).toStrictEqual({ step: { ...plain, authentication: expected }, reasons: [] });
  });

  test('of an unknown kind is reported; an inherited one comes from the folder', () => {
    expect(read({ auth: { mode: 'wsse', wsse: {} } })).toStrictEqual({
      step: plain,
      reasons: [expect.stringContaining('R: The authentication wsse is not supported.')],
    });
    const items = ['inherit', 'none'].map((mode) => ({ name: mode, request: { url: 'h', auth: { mode } } }));
    const root = { request: { auth: { mode: 'bearer', bearer: { token: 't' } } } };
    const { steps } = importBruno(JSON.stringify({ items, root }));
    expect(steps.map(({ authentication }) => authentication.type)).toStrictEqual(['bearer', 'none']);
  });
});
