import type { HttpAuthentication, KeyValue } from '@touchstone/engine-http/core';
import { describe, expect, test } from 'vitest';
import { withoutId } from '../../testing/sent-request.ts';
import { importHoppscotch } from './import-hoppscotch.ts';

const pair = (key: string, value: string, more: object = {}): KeyValue => ({ key, value, ...more });
const variable = (name: string, value: string, isSecret = false) => ({ name, value, isSecret });

function read(document: unknown) {
  const found = importHoppscotch(JSON.stringify(document));
  return {
    ...found,
    steps: found.steps.map(withoutId),
    placed: found.steps.map(({ group, name }) => [group, name]),
    reasons: found.problems.map(({ place, reason }) => `${place}: ${reason}`),
  };
}
function readOne(request: object) {
  const { steps, reasons } = read({ requests: [{ name: 'R', endpoint: 'http://h', ...request }] });
  return { step: steps[0]!, reasons };
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

describe('a document', () => {
  const request = { name: 'R', endpoint: 'http://h' };

  test.each<[document: object, title: string, description?: string]>([
    [{ name: 'C', description: 'why', requests: [request] }, 'C', 'why'],
    [{ requests: [request], variables: [] }, 'Imported collection'],
    [{ folders: [{ requests: [request] }, 5], variables: [] }, 'Imported collection'],
    [{ ...request, variables: [], description: 'of R' }, 'R'],
  ])('%j contains one request', (document, title, description) => {
    const found = read(document);
    expect([found.title, found.description, found.folders]).toStrictEqual([title, description, undefined]);
    expect([found.placed, found.environments, found.reasons]).toStrictEqual([[['', 'R']], [], []]);
  });

  test('that contains only variables is an environment', () => {
    const variables = [
      5,
      { key: ' a ', value: '', currentValue: '', initialValue: '<<i>>' },
      { key: 'b', value: '', currentValue: 'current', initialValue: 'initial' },
      { key: 'c', value: 'own', currentValue: 'current', secret: true },
      { key: ' ', value: 'nameless' },
      { key: 'd', secret: 'yes' },
    ];
    const expected = [variable('a', '{{i}}'), variable('b', 'current'), variable('c', 'own', true), variable('d', '')];
    expect(read({ name: 'E', variables }).environments).toStrictEqual([{ name: 'E', variables: expected }]);
    expect(read({ name: 'E', variables })).toMatchObject({ steps: [], variables: [], reasons: [] });
    expect(read({ name: ' ', variables })).toMatchObject({ environments: [], variables: expected });
  });

  test('with a collection and an environment has one collection', () => {
    const { title, placed, environments } = read([
      { name: 'E', variables: [] },
      { name: 'C', requests: [request] },
    ]);
    expect([title, placed, environments]).toStrictEqual(['C', [['', 'R']], [{ name: 'E', variables: [] }]]);
  });

  test('with several collections identifies duplicates by position', () => {
    const collection = (name: string, value: string) => ({ name, folders: [], variables: [{ key: 'a', value }] });
    const { variables, reasons } = read([collection('A', '1'), collection('B', '2')]);
    expect(variables).toStrictEqual([variable('a', '1')]);
    expect(reasons).toStrictEqual(['B: The variable a has another value elsewhere; this one was left out.']);
  });

  test('is read down to 64 levels of folders', () => {
    let folder: object = {};
    for (let depth = 65; depth > 0; depth -= 1)
      folder = { name: `f${depth}`, folders: [folder], requests: [{ name: `r${depth}`, endpoint: 'h' }] };
    const { placed, reasons } = read({ folders: [folder] });
    expect(placed).toHaveLength(64);
    expect(reasons).toStrictEqual([expect.stringMatching(/ f64 \/ f65: Folders are nested deeper than 64 levels\.$/)]);
  });
});

describe('a request', () => {
  test.each<[request: object, step: object]>([
    [{}, {}],
    [{ name: undefined }, { name: 'GET /' }],
    [{ endpoint: 'http://h?a=b', params: [pair('c', '<<d>>')] }, { queryParams: [pair('a', 'b'), pair('c', '{{d}}')] }],
    [{ headers: [pair('<<a>>', '<< b >>')] }, { headers: [pair('{{a}}', '{{b}}')] }],
    [
      {
        headers: [pair('Content-Type', 'application/json')],
        body: { contentType: 'application/json', body: '{}' },
      },
      { body: { type: 'json', content: '{}' } },
    ],
    [{ endpoint: '', url: 'http://x' }, { url: '' }],
    [{ query: '{a}', method: 'PUT' }, { method: 'PUT' }],
    [{ body: null, bodyParams: [] }, {}],
    [
      { bodyParams: [pair('a', 'b')], contentType: 'multipart/form-data', rawParams: '' },
      { body: { type: 'form', fields: [pair('a', 'b', { kind: 'text' })] } },
    ],
    [
      { body: { contentType: 'application/x-www-form-urlencoded', body: '  a#b : c \n#\n\nd' } },
      { body: { type: 'urlencoded', fields: [pair('a#b', 'c'), pair('d', '')] } },
    ],
    [
      { body: { contentType: 'application/x-www-form-urlencoded', body: '"a\\tb": "1"2"' } },
      { body: { type: 'urlencoded', fields: [pair('a\tb', '"1"2"')] } },
    ],
    [
      {
        body: {
          contentType: 'multipart/form-data',
          body: [5, { key: 'f', isFile: true, active: false, contentType: 'x/y' }],
        },
      },
      { body: { type: 'form', fields: [pair('f', '', { kind: 'file', enabled: false, contentType: 'x/y' })] } },
    ],
    [
      { body: { contentType: 'x/application/octet-stream', body: { a: 1 } } },
      { headers: [pair('Content-Type', 'x/application/octet-stream')], body: { type: 'text', content: '{"a":1}' } },
    ],
    [{ responses: { e: {} } }, { examples: [{ name: 'e', status: 0, headers: [], body: '' }] }],
  ])('%j is read', (request, step) => {
    expect(readOne(request)).toStrictEqual({ step: { ...plain, ...step }, reasons: [] });
  });

  test('of GraphQL has its variables', () => {
    const { steps } = read({ requests: [{ name: 'G', url: 'http://h', query: '<<q>>', variables: '{"a":<<b>>}' }] });
    expect(steps[0]).toMatchObject({
      method: 'POST',
      body: { type: 'graphql', query: '{{q}}', variables: '{"a":{{b}}}' },
    });
  });

  test('sets its own variables, reported by position', () => {
    const requests = ['1', '2'].map((value) => ({
      name: `R${value}`,
      endpoint: 'h',
      requestVariables: [pair('a', value)],
    }));
    const { variables, reasons } = read({ folders: [{ name: 'F', requests }] });
    expect(variables).toStrictEqual([variable('a', '1')]);
    expect(reasons).toStrictEqual(['F / R2: The variable a has another value elsewhere; this one was left out.']);
  });

  test('has the scripts of its folders, with the API calls that they use', () => {
    const { steps } = read({
      preRequestScript: 'a()',
      folders: [{ preRequestScript: 'pw.b()', requests: [{ endpoint: 'h', preRequestScript: 'c()' }] }],
    });
    expect(steps[0]?.preRequestScript).toMatch(
      /^\{\na\(\)\n\}[\s\S]*const pw = [\s\S]*pw\.b\(\)\n\}[\s\S]*\{\nc\(\)\n\}$/,
    );
    expect(steps[0]?.preRequestScript?.match(/const pw/g)).toHaveLength(1);
  });
});

describe('the authentication', () => {
  test.each<[request: object, expected: HttpAuthentication]>([
    [
      { auth: 'Bearer Token', bearerToken: '<<t>>' },
      { type: 'bearer', token: '{{t}}' },
    ],
    [{ auth: { authType: 'digest', username: 'u', password: 'p' } }, { type: 'digest', username: 'u', password: 'p' }],
    [
      {
        auth: {
          authType: 'oauth-2',
          grantTypeInfo: {
            grantType: 'PASSWORD',
            tokenEndpoint: 't',
            authEndpoint: 'a',
            clientID: 'c',
            clientSecret: 's',
            username: 'u',
            password: 'p',
            refreshToken: 'r',
            scope: 'x',
            clientAuthentication: 'AS_BASIC_AUTH_HEADERS',
          },
        },
      },
      {
        type: 'oauth2Grant',
        grant: 'password',
        tokenUrl: 't',
        clientId: 'c',
        clientSecret: 's',
        username: 'u',
        password: 'p',
        refreshToken: 'r',
        scope: 'x',
      },
    ],
    [
      { auth: { authType: 'oauth-2', token: 'old', grantTypeInfo: { token: '<<new>>' }, addTo: 'HEADERS' } },
      { type: 'oauth2', token: '{{new}}', tokenType: 'Bearer' },
    ],
    [
      { auth: { authType: 'hawk', authId: 'i', authKey: 'k', algorithm: 'sha256', includePayloadHash: false } },
      { type: 'hawk', keyId: 'i', key: 'k', algorithm: 'sha256' },
    ],
  ])('%j is read', (request, expected) => {
    expect(readOne(request)).toStrictEqual({ step: { ...plain, authentication: expected }, reasons: [] });
  });

  test('from older versions, which know only the token URL, needs the code', () => {
    const auth = { authType: 'oauth-2', accessTokenURL: 'http://t', authURL: 'http://a', clientID: 'c', scope: 's' };
    expect(readOne({ auth })).toMatchObject({
      step: { authentication: { type: 'oauth2Grant', grant: 'authorizationCode', tokenUrl: 'http://t', scope: 's' } },
      reasons: [expect.stringContaining('The authorization code is not part of the document.')],
    });
    expect(readOne({ auth: { authType: 'oauth-2' } }).reasons).toStrictEqual([
      'R: The OAuth 2.0 authentication has no token. Enter one, or its grant.',
    ]);
  });

  test('is that of the collection if the request inherits it', () => {
    const auth = { authType: 'bearer', authActive: true, token: '<<t>>' };
    const requests = ['', 'inherit', 'none'].map((authType) => ({ name: authType, endpoint: 'h', auth: { authType } }));
    const { steps } = read({ auth, requests: [...requests, { endpoint: 'h', auth: 5 }] });
    expect(steps.map(({ authentication }) => authentication.type)).toStrictEqual([
      'bearer',
      'bearer',
      'none',
      'bearer',
    ]);
  });
});
