import { describe, expect, test } from 'vitest';
import { importHoppscotch } from './import-hoppscotch.ts';

const read = (document: unknown) => importHoppscotch(JSON.stringify(document));
const pair = (key: string, value: string, more: object = {}) => ({ key, value, ...more });
const off = { enabled: false };

function readRequest(request: object) {
  const { steps, problems, variables } = read({ name: 'C', folders: [], requests: [request] });
  return { step: steps[0], variables, reasons: problems.map(({ place, reason }) => `${place}: ${reason}`) };
}
const body = (contentType: string, content?: unknown) => ({
  endpoint: 'http://h',
  body: { contentType, body: content },
});
const auth = (more: object) => ({ endpoint: 'http://h', auth: { authActive: true, ...more } });

describe('a request', () => {
  test.each<[request: object, step: object]>([
    [
      { endpoint: 'http://h/<< a >>?b=c', name: ' N ' },
      {
        name: 'N',
        method: 'GET',
        url: 'http://h/{{a}}',
        queryParams: [pair('b', 'c')],
        body: { type: 'none' },
        authentication: { type: 'none' },
      },
    ],
    [
      { endpoint: 'http://h/<<>><<{a}>>', method: ' PUT ' },
      { method: 'PUT', url: 'http://h/<<>><<{a}>>' },
    ],
    [
      { url: 'http://h', path: '/p', params: [pair('a', '<<b>>')] },
      { url: 'http://h/p', queryParams: [pair('a', '{{b}}')] },
    ],
    [
      { url: 'http://h', query: '{<<a>>}', variables: '{}' },
      { method: 'POST', body: { type: 'graphql', query: '{{{a}}}', variables: '{}' } },
    ],
    [
      { endpoint: 'http://h', query: 'q' },
      { method: 'GET', body: { type: 'none' } },
    ],
    [body('application/json', '{"a":"<<b>>"}'), { headers: [], body: { type: 'json', content: '{"a":"{{b}}"}' } }],
    [body('text/csv', 'a'), { headers: [pair('Content-Type', 'text/csv')], body: { type: 'text', content: 'a' } }],
    [body('application/json', ''), { body: { type: 'none' } }],
    [body('', 'a'), { body: { type: 'none' } }],
    [body('application/octet-stream', 'a'), { body: { type: 'text', content: 'a' } }],
    [
      body('application/x-www-form-urlencoded', 'a: b:c\n#d:e\n # f\n\n" g": "\\"h"\n"i: "j'),
      {
        body: {
          type: 'urlencoded',
          fields: [pair('a', 'b:c'), pair('d', 'e', off), pair('f', '', off), pair(' g', '"h'), pair('"i', '"j')],
        },
      },
    ],
    [
      body('application/x-www-form-urlencoded', [pair('a', '<<b>>', { active: false })]),
      { body: { fields: [pair('a', '{{b}}', off)] } },
    ],
    [
      body('multipart/form-data', [
        pair('a', '<<b>>', { contentType: 'x/y' }),
        pair('c', 'd', { active: false }),
        pair('e', '', { isFile: true, active: false }),
      ]),
      {
        headers: [],
        body: {
          type: 'form',
          fields: [
            pair('a', '{{b}}', { kind: 'text', contentType: 'x/y' }),
            pair('c', 'd', { kind: 'text', ...off }),
            pair('e', '', { kind: 'file', ...off }),
          ],
        },
      },
    ],
    [
      { ...body('multipart/form-data', []), headers: [pair('content-type', 'multipart/form-data'), pair('A', 'b')] },
      { headers: [pair('A', 'b')] },
    ],
    [
      { ...body('multipart/form-data', []), headers: [pair('content-type', 'text/x')] },
      { headers: [pair('content-type', 'text/x')] },
    ],
    [{ endpoint: 'http://h', rawParams: '{}' }, { body: { type: 'json', content: '{}' } }],
    [{ endpoint: 'http://h', rawParams: 'a', contentType: 'text/csv' }, { body: { type: 'text', content: 'a' } }],
    [
      { endpoint: 'http://h', rawParams: '{}', rawInput: false, bodyParams: [pair('a', 'b')] },
      { body: { type: 'urlencoded', fields: [pair('a', 'b')] } },
    ],
    [{ endpoint: 'http://h', description: 'why' }, { description: 'why' }],
    [
      {
        endpoint: 'http://h',
        responses: {
          r: { code: 201, status: 'Created', headers: [pair('A', 'b')], body: '<<x>>' },
          s: 5,
          t: { name: 'T' },
        },
      },
      {
        examples: [
          { name: 'r', status: 201, statusText: 'Created', headers: [pair('A', 'b')], body: '<<x>>' },
          { name: 'T' },
        ],
      },
    ],
    [
      { endpoint: 'http://h', auth: 'Basic Auth', httpUser: '<<u>>', httpPassword: 'p' },
      { authentication: { type: 'basic', username: '{{u}}', password: 'p' } },
    ],
    [{ endpoint: 'http://h', auth: 'OAuth 2.0', bearerToken: 't' }, { authentication: { type: 'bearer', token: 't' } }],
    [{ endpoint: 'http://h', auth: 'None' }, { authentication: { type: 'none' } }],
    [
      auth({ authType: 'basic', username: 'u', password: '<<p>>' }),
      { authentication: { type: 'basic', username: 'u', password: '{{p}}' } },
    ],
    [
      auth({ authType: 'digest', username: 'u', password: 'p' }),
      { authentication: { type: 'digest', username: 'u', password: 'p' } },
    ],
    [auth({ authType: 'bearer', token: 't', authActive: false }), { authentication: { type: 'none' } }],
    [auth({ authType: 'none' }), { authentication: { type: 'none' } }],
    [
      auth({ authType: 'api-key', key: 'k', value: 'v', addTo: 'HEADERS' }),
      { authentication: { type: 'apiKey', key: 'k', value: 'v', in: 'header' } },
    ],
    [
      auth({
        authType: 'aws-signature',
        accessKey: 'k',
        secretKey: 's',
        serviceToken: 't',
        region: 'r',
        serviceName: 'n',
      }),
      {
        authentication: {
          type: 'awsV4',
          accessKeyId: 'k',
          secretAccessKey: 's',
          sessionToken: 't',
          region: 'r',
          service: 'n',
        },
      },
    ],
    [
      auth({
        authType: 'oauth-2',
        grantTypeInfo: {
          grantType: 'CLIENT_CREDENTIALS',
          authEndpoint: 'u',
          clientID: 'c',
          scopes: 's',
          clientAuthentication: 'IN_BODY',
        },
      }),
      {
        authentication: {
          type: 'oauth2Grant',
          grant: 'clientCredentials',
          tokenUrl: 'u',
          clientId: 'c',
          scope: 's',
          clientAuthentication: 'body',
        },
      },
    ],
    [
      auth({ authType: 'oauth-2', token: 't', addTo: 'QUERY_PARAMS' }),
      { authentication: { type: 'apiKey', key: 'access_token', value: 't', in: 'query' } },
    ],
    [auth({ authType: 'oauth-2', grantTypeInfo: { token: 't' } }), { authentication: { type: 'oauth2', token: 't' } }],
  ])('%j is read', (request, step) => {
    const found = readRequest(request);
    expect(found.step).toMatchObject(step);
    expect(found.reasons).toEqual([]);
  });

  test.each<[request: object, step: object, reason: string]>([
    [
      body('application/octet-stream', null),
      { body: { type: 'binary', fileId: '', contentType: 'application/octet-stream' } },
      'request: The body is a file. Choose it again.',
    ],
    [
      body('multipart/form-data', [{ key: 'a', isFile: true }]),
      { body: { fields: [{ key: 'a', kind: 'file' }] } },
      'request: The field a sends a file. Choose it again.',
    ],
    [
      auth({ authType: 'psychic' }),
      { authentication: { type: 'none' } },
      'request: The authentication psychic is not supported.',
    ],
  ])('%j is read, and left out parts are reported', (request, step, reason) => {
    const found = readRequest(request);
    expect(found.step).toMatchObject(step);
    expect(found.reasons).toEqual([expect.stringContaining(reason)]);
  });

  test('has its own variables, and scripts with the Hoppscotch API calls that they use', () => {
    const { step, variables } = readRequest({
      endpoint: 'http://h',
      requestVariables: [pair('a', '<<b>>'), { ...pair('c', 'd'), active: false }],
      preRequestScript: 'hopp.env.set()',
      testScript: 'show()',
    });
    expect(variables).toStrictEqual([
      { name: 'a', value: '{{b}}', isSecret: false },
      { name: 'c', value: 'd', isSecret: false, enabled: false },
    ]);
    expect(step?.preRequestScript).toMatch(/^const pw = \{[\s\S]*hopp\.env\.set\(\)$/);
    expect(step?.testScript).toBe('show()');
    expect(readRequest({ endpoint: 'http://h' }).step).not.toHaveProperty('testScript');
  });
});

test('requests inherit from folders what they do not define themselves', () => {
  const bearer = (token: string) => ({ authType: 'bearer', authActive: true, token });
  const { steps, folders, title, description, variables } = read({
    name: 'C',
    description: 'all',
    auth: bearer('c'),
    headers: [pair('A', '1'), pair('B', '<<b>>')],
    variables: [{ key: ' v ', currentValue: '2', initialValue: '1', secret: true }, { key: '' }],
    testScript: 'c()',
    folders: [
      {
        name: 'F',
        description: 'some',
        auth: { authType: 'inherit' },
        testScript: 'f()',
        folders: [{ name: 'G', requests: [], folders: [] }],
        requests: [{ name: 'one', endpoint: 'http://h', headers: [pair('a', '3')], testScript: 'r()' }],
      },
    ],
    requests: [{ name: 'two', endpoint: 'http://h', auth: bearer('own') }],
  });
  expect([title, description]).toEqual(['C', 'all']);
  expect(folders).toEqual([{ path: 'F', description: 'some' }, { path: 'F / G' }]);
  expect(variables).toEqual([{ name: 'v', value: '2', isSecret: true }]);
  expect(steps).toMatchObject([
    { name: 'one', group: 'F', authentication: { token: 'c' }, headers: [pair('B', '{{b}}'), pair('a', '3')] },
    { name: 'two', group: '', authentication: { token: 'own' }, headers: [pair('A', '1'), pair('B', '{{b}}')] },
  ]);
  expect(steps[0]?.testScript).toMatch(/c\(\)[\s\S]*f\(\)[\s\S]*r\(\)/);
});

describe('a document', () => {
  test('with one request, or several collections, is also read', () => {
    const request = { name: 'N', endpoint: 'http://h', method: 'GET' };
    const one = read(request);
    expect([one.title, one.steps.map(({ name, group }) => [name, group])]).toEqual(['N', [['N', '']]]);
    const two = read([
      { name: 'A', requests: [request] },
      { name: 'B', folders: [], requests: [request, 5] },
    ]);
    expect([two.title, two.steps.map(({ group }) => group)]).toEqual(['Imported collection', ['A', 'B']]);
    expect(two.problems).toEqual([{ place: 'B / request', reason: 'The request is no object and was left out.' }]);
  });

  test('of environments contains each of them, and the global one as variables', () => {
    const variables = [{ key: 'a', value: '<<b>>' }];
    const { environments, variables: all, steps } = read([{ name: 'E', variables }, { variables }]);
    const read1 = [{ name: 'a', value: '{{b}}', isSecret: false }];
    expect({ environments, all, steps }).toEqual({
      environments: [{ name: 'E', variables: read1 }],
      all: read1,
      steps: [],
    });
  });

  test('with endlessly nested folders is read to a limited depth', () => {
    let folder: object = { name: 'F', requests: [{ endpoint: 'http://h' }] };
    for (let depth = 0; depth < 70; depth += 1) folder = { name: 'F', folders: [folder], requests: [] };
    const { steps, problems } = read(folder);
    expect(steps).toEqual([]);
    expect(problems.map(({ reason }) => reason)).toEqual(['Folders are nested deeper than 64 levels.']);
  });
});

test('the rows of a form text are trimmed, and only quoted ones are JSON', () => {
  const body = { contentType: 'application/x-www-form-urlencoded', body: ' a: null\n  c  \n# d : 1.0 \n"e ": " f"\n' };
  expect(readRequest({ endpoint: 'http://h', body }).step?.body).toStrictEqual({
    type: 'urlencoded',
    fields: [
      { key: 'a', value: 'null' },
      { key: 'c', value: '' },
      { key: 'd', value: '1.0', enabled: false },
      { key: 'e ', value: ' f' },
    ],
  });
});
