import { expect, test } from 'vitest';
import { withoutId } from '../testing/sent-request.ts';
import { importBruno } from './bruno/import-bruno.ts';
import { importCurl } from './curl/import-curl.ts';
import { detectFormat } from './detect-format.ts';
import { importHar } from './har/import-har.ts';
import { importHoppscotch } from './hoppscotch/import-hoppscotch.ts';
import { importAny } from './import-any.ts';
import type { ImportedCollection } from './imported-collection.ts';
import { importInsomnia } from './insomnia/import-insomnia.ts';
import { importPostman, importPostmanEnvironment } from './postman/import-postman.ts';

const only = (collection: ImportedCollection) => {
  expect(collection.steps).toHaveLength(1);
  return withoutId(collection.steps[0]!);
};

const postman = (request: unknown, rest: object = {}): string =>
  JSON.stringify({ info: { name: 'C', schema: 'v2.1.0' }, item: [{ name: 'R', request, ...rest }] });

test('Postman: authentication, scripts and settings come down from folders', () => {
  const script = (listen: string, exec: unknown) => ({ listen, script: { exec } });
  const { steps, variables, title } = importPostman(
    JSON.stringify({
      info: { name: 'C' },
      auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{t}}' }] },
      event: [script('prerequest', ['a();']), script('test', 'z();')],
      variable: [
        { key: 'base', value: 'http://h' },
        { id: 'n', value: 1 },
        { key: 'off', value: 'x', disabled: true },
      ],
      item: [
        {
          name: 'F',
          event: [script('prerequest', ['b();', 'b2();'])],
          protocolProfileBehavior: { followRedirects: false, strictSSL: false },
          item: [
            { name: 'inherits', event: [script('prerequest', 'c();')], request: '{{base}}/x' },
            { name: 'own', request: { url: 'h', auth: { type: 'noauth' } } },
          ],
        },
      ],
    }),
  );
  expect(title).toBe('C');
  expect(variables).toEqual([
    { name: 'base', value: 'http://h', isSecret: false },
    { name: 'n', value: '1', isSecret: false },
    { name: 'off', value: 'x', isSecret: false, enabled: false },
  ]);
  expect(steps[0]).toMatchObject({
    group: 'F',
    method: 'GET',
    url: '{{base}}/x',
    authentication: { type: 'bearer', token: '{{t}}' },
    settings: { followRedirects: false, verifyCertificate: false },
    testScript: 'z();',
  });
  expect(steps[0]?.preRequestScript).toBe(
    ['{\na();\n}', '{\nb();\nb2();\n}', '{\nc();\n}'].join('\n// ---- next script ----\n'),
  );
  expect(steps[1]?.authentication).toEqual({ type: 'none' });
});

test.each([
  ['raw', { mode: 'raw', raw: '<a/>', options: { raw: { language: 'xml' } } }, { type: 'xml', content: '<a/>' }],
  [
    'urlencoded',
    {
      mode: 'urlencoded',
      urlencoded: [
        { key: 'a', value: 'b' },
        { key: 'c', value: null, disabled: true },
      ],
    },
    {
      type: 'urlencoded',
      fields: [
        { key: 'a', value: 'b' },
        { key: 'c', value: '', enabled: false },
      ],
    },
  ],
  [
    'formdata',
    {
      mode: 'formdata',
      formdata: [
        { key: 'f', type: 'file', src: ['/a/b.png', 'c.txt'] },
        { key: 't', value: 'v', contentType: 'text/x' },
      ],
    },
    {
      type: 'form',
      fields: [
        { key: 'f', value: '', kind: 'file', fileName: 'b.png' },
        { key: 'f', value: '', kind: 'file', fileName: 'c.txt' },
        { key: 't', value: 'v', kind: 'text', contentType: 'text/x' },
      ],
    },
  ],
  ['file', { mode: 'file', file: { src: '/etc/passwd' } }, { type: 'binary', fileId: '' }],
  [
    'graphql',
    { mode: 'graphql', graphql: { query: '{a}', variables: '{"x":1}' } },
    { type: 'graphql', query: '{a}', variables: '{"x":1}' },
  ],
  ['a disabled body', { mode: 'raw', raw: 'x', disabled: true }, { type: 'none' }],
])('Postman: body %s', (_, body, expected) => {
  expect(only(importPostman(postman({ method: 'POST', url: 'http://h', body }))).body).toEqual(expected);
});

test.each([
  [
    '2.1',
    {
      type: 'digest',
      digest: [
        { key: 'username', value: 'u' },
        { key: 'password', value: 'p' },
      ],
    },
    { type: 'digest', username: 'u', password: 'p' },
  ],
  [
    '2.0',
    { type: 'apikey', apikey: { key: 'k', value: 'v', in: 'query' } },
    { type: 'apiKey', key: 'k', value: 'v', in: 'query' },
  ],
  [
    'aws',
    { type: 'awsv4', awsv4: { accessKey: 'a', secretKey: 's', region: 'r', service: 'x' } },
    { type: 'awsV4', accessKeyId: 'a', secretAccessKey: 's', region: 'r', service: 'x' },
  ],
  [
    'token',
    { type: 'oauth2', oauth2: { accessToken: 't', headerPrefix: 'Token' } },
    { type: 'oauth2', token: 't', tokenType: 'Token' },
  ],
  [
    'grant',
    {
      type: 'oauth2',
      oauth2: {
        grant_type: 'client_credentials',
        accessTokenUrl: 'http://t',
        clientId: 'c',
        clientSecret: 's',
        client_authentication: 'body',
      },
    },
    {
      type: 'oauth2Grant',
      grant: 'clientCredentials',
      tokenUrl: 'http://t',
      clientId: 'c',
      clientSecret: 's',
      clientAuthentication: 'body',
    },
  ],
])('Postman: authentication %s', (_, auth, expected) => {
  expect(only(importPostman(postman({ url: 'http://h', auth }))).authentication).toEqual(expected);
});

test('Postman: a kind of authentication that is not known is a problem', () => {
  const { problems, steps } = importPostman(postman({ url: 'http://h', auth: { type: 'oci-v1' } }));
  expect(steps).toHaveLength(1);
  expect(problems).toEqual([expect.objectContaining({ place: 'R', reason: expect.stringContaining('oci-v1') })]);
});

test('Postman: format 1 keeps the order, folders, older helpers and header texts', () => {
  const { steps } = importPostman(
    JSON.stringify({
      name: 'Old',
      order: ['r2'],
      folders_order: ['f1'],
      folders: [{ id: 'f1', name: 'Folder', order: ['r1'] }],
      requests: [
        {
          id: 'r2',
          name: 'Second',
          method: 'GET',
          url: 'http://h/2?a=1',
          headers: 'A: 1\n//B: 2\n',
          currentHelper: 'basicAuth',
          helperAttributes: { username: 'u', password: 'p' },
        },
        {
          id: 'r1',
          name: 'First',
          method: 'POST',
          url: 'http://h/:id',
          pathVariables: { id: '7' },
          dataMode: 'raw',
          rawModeData: 'text',
          tests: 't();',
        },
        {
          id: 'r3',
          name: 'Lost',
          method: 'POST',
          url: 'http://h/3',
          dataMode: 'params',
          data: [{ key: 'a', value: 'b', type: 'text', enabled: false }],
        },
      ],
    }),
  );
  expect(steps.map(({ name, group }) => [name, group])).toEqual([
    ['First', 'Folder'],
    ['Second', ''],
    ['Lost', ''],
  ]);
  expect(steps[0]).toMatchObject({
    pathParams: [{ key: 'id', value: '7' }],
    body: { type: 'text', content: 'text' },
    testScript: 't();',
  });
  expect(steps[1]).toMatchObject({
    queryParams: [{ key: 'a', value: '1' }],
    headers: [
      { key: 'A', value: '1' },
      { key: 'B', value: '2', enabled: false },
    ],
    authentication: { type: 'basic', username: 'u', password: 'p' },
  });
  expect(steps[2]?.body).toEqual({ type: 'form', fields: [{ key: 'a', value: 'b', kind: 'text', enabled: false }] });
});

test('Postman: an environment keeps secrets apart and knows what is switched off', () => {
  const text = JSON.stringify({
    name: 'Test',
    values: [
      { key: 'a', value: '1', enabled: true },
      { key: 's', value: 'x', type: 'secret' },
      { key: 'off', value: '', enabled: false },
    ],
    _postman_variable_scope: 'environment',
  });
  expect(importPostmanEnvironment(text).environments).toEqual([
    {
      name: 'Test',
      variables: [
        { name: 'a', value: '1', isSecret: false },
        { name: 's', value: 'x', isSecret: true },
        { name: 'off', value: '', isSecret: false, enabled: false },
      ],
    },
  ]);
});

test('HAR: pseudo headers and the length go, cookies are kept once, repetitions only on wish', () => {
  const request = {
    method: 'POST',
    url: 'https://h/a?b=c',
    headers: [
      { name: ':authority', value: 'h' },
      { name: 'Host', value: 'h' },
      { name: 'Content-Length', value: '2' },
      { name: 'sec-ch-ua', value: 'x' },
      { name: 'Content-Type', value: 'application/json' },
    ],
    cookies: [{ name: 's', value: '1' }],
    queryString: [{ name: 'b', value: 'c' }],
    postData: { mimeType: 'application/json', text: '{}' },
  };
  const text = JSON.stringify({
    log: { version: '1.2', entries: [{ request }, { request }, { request: { method: 'GET', url: 'data:x' } }] },
  });
  const { steps, problems } = importHar(text);
  expect(steps).toHaveLength(2);
  expect(problems).toHaveLength(1);
  expect(steps[0]).toMatchObject({
    url: 'https://h/a',
    queryParams: [{ key: 'b', value: 'c' }],
    body: { type: 'json', content: '{}' },
  });
  expect(steps[0]?.headers.map(({ key }) => key)).toEqual(['sec-ch-ua', 'Content-Type', 'Cookie']);
  expect(
    importHar(text, { withoutRepetitions: true, withoutBrowserHeaders: true }).steps.map(
      ({ headers }) => headers.length,
    ),
  ).toEqual([2]);
});

test('Insomnia 4: folders, environments, templates and inherited authentication', () => {
  const { steps, variables, environments, problems } = importInsomnia(
    JSON.stringify({
      _type: 'export',
      __export_format: 4,
      resources: [
        {
          _id: 'req_1',
          _type: 'request',
          parentId: 'fld_1',
          name: 'R',
          method: 'POST',
          url: '{{ _.base }}/x/:id',
          pathParameters: [{ name: 'id', value: '{% uuid "v4" %}' }],
          parameters: [{ name: 'q', value: "{{ _['a-b'] }}", disabled: true }],
          headers: [{ name: 'Content-Type', value: 'application/json' }],
          body: { mimeType: 'application/json', text: '{"a":"{% hash x %}"}' },
          authentication: {},
        },
        {
          _id: 'fld_1',
          _type: 'request_group',
          parentId: 'wrk_1',
          name: 'Folder',
          authentication: { type: 'basic', username: '{{ user.name }}', password: 'p' },
        },
        { _id: 'wrk_1', _type: 'workspace', name: 'Space' },
        { _id: 'env_1', _type: 'environment', parentId: 'wrk_1', data: { base: 'http://h', user: { name: 'u' } } },
        { _id: 'env_2', _type: 'environment', parentId: 'env_1', name: 'Prod', data: { base: 'https://p' } },
      ],
    }),
  );
  expect(steps[0]).toMatchObject({
    group: 'Folder',
    url: '{{base}}/x/:id',
    pathParams: [{ key: 'id', value: '{{$guid}}' }],
    queryParams: [{ key: 'q', value: '{{a-b}}', enabled: false }],
    authentication: { type: 'basic', username: '{{user.name}}', password: 'p' },
    headers: [],
  });
  expect(variables.map(({ name }) => name)).toEqual(['base', 'user.name']);
  expect(environments).toEqual([{ name: 'Prod', variables: [{ name: 'base', value: 'https://p', isSecret: false }] }]);
  expect(problems).toEqual([{ place: 'Folder / R', reason: expect.stringContaining('hash') }]);
});

test('Insomnia 1: folders hold their requests and environments', () => {
  const item = {
    _type: 'request_group',
    name: 'Users',
    environments: { base: { host: 'https://api.example.com' }, staging: { host: 'https://staging.example.com' } },
    requests: [
      {
        _type: 'request',
        name: 'Add',
        method: 'POST',
        url: '{{ host }}/users',
        params: [{ name: 'q', value: '1' }],
        body: 'a=1&b=2',
        __insomnia: { format: 'form' },
        authentication: { username: '{{ user }}', password: '' },
      },
    ],
  };
  const text = JSON.stringify({ _type: 'export', __export_format: 1, items: [item] });
  expect(detectFormat(text).format).toBe('insomnia');
  const { steps, variables, environments, problems } = importInsomnia(text);
  expect(problems).toEqual([]);
  expect(variables).toEqual([{ name: 'host', value: 'https://api.example.com', isSecret: false }]);
  expect(environments.map(({ name }) => name)).toEqual(['staging']);
  expect(steps[0]).toMatchObject({
    group: 'Users',
    name: 'Add',
    method: 'POST',
    url: '{{host}}/users',
    queryParams: [{ key: 'q', value: '1' }],
    body: {
      type: 'urlencoded',
      fields: [
        { key: 'a', value: '1' },
        { key: 'b', value: '2' },
      ],
    },
    authentication: { type: 'basic', username: '{{user}}', password: '' },
  });
});

test('HAR: an entry or a request by itself', () => {
  const request = { method: 'GET', url: 'https://api.example.com/pets', httpVersion: 'HTTP/1.1' };
  for (const document of [request, { request }]) {
    const { steps, problems } = importHar(JSON.stringify(document));
    expect(problems).toEqual([]);
    expect(steps).toMatchObject([{ method: 'GET', url: 'https://api.example.com/pets' }]);
  }
  const { httpVersion, ...unversioned } = request;
  for (const document of [
    request,
    { ...unversioned, headers: [] },
    { ...unversioned, postData: { text: '' } },
    { startedDateTime: '2026-01-01T00:00:00Z', request: unversioned },
  ])
    expect(detectFormat(JSON.stringify(document)).format).toBe('har');
});

test('Insomnia 5: the YAML of a collection', () => {
  const { title, steps, environments } = importInsomnia(`type: collection.insomnia.rest/5.0
name: Five
collection:
  - name: Folder
    meta: { id: fld_1 }
    children:
      - url: "{{ _.base }}/a"
        name: Get
        meta: { id: req_1 }
        method: PUT
        body: { mimeType: application/x-www-form-urlencoded, params: [{ name: a, value: b }] }
        scripts: { preRequest: "insomnia.environment.set('a', 1);" }
        settings: { followRedirects: "off" }
  - name: Live
    url: wss://x
    meta: { id: ws-req_1 }
environments:
  name: Base
  data: { base: http://h }
  subEnvironments: [{ name: Prod, data: { base: http://p } }]
`);
  expect(title).toBe('Five');
  expect(environments.map(({ name }) => name)).toEqual(['Prod']);
  expect(steps).toHaveLength(1);
  expect(steps[0]).toMatchObject({
    group: 'Folder',
    method: 'PUT',
    body: { type: 'urlencoded', fields: [{ key: 'a', value: 'b' }] },
    settings: { followRedirects: false },
  });
  expect(steps[0]?.preRequestScript).toContain('const insomnia = pm;');
});

const bru = `meta {
  name: Create
  type: http
  seq: 2
}

post {
  url: {{base}}/items/:id?x=1
  body: json
  auth: inherit
}

params:query {
  x: 1
  ~y: 2
}

params:path {
  id: 7
}

headers {
  Accept: application/json
  ~X-Off: 1
}

body:json {
  {
    "a": "b"
  }
}

assert {
  res.status: eq 201
  res.body.items[0].id: isNumber
  res.body.x: endsWith z
}

vars:post-response {
  token: res.body.token
}

tests {
  test("ok", function() { expect(res.status).to.equal(201); });
}
`;

test('Bruno: a folder of .bru files', () => {
  const { title, steps, environments, problems } = importBruno([
    { path: 'c/bruno.json', text: '{"name":"Bru","version":"1"}' },
    {
      path: 'c/collection.bru',
      text: 'auth {\n  mode: bearer\n}\n\nauth:bearer {\n  token: {{t}}\n}\n\nheaders {\n  X-All: 1\n}\n',
    },
    { path: 'c/environments/Dev.bru', text: 'vars {\n  base: http://h\n}\nvars:secret [\n  key\n]\n' },
    { path: 'c/sub/create.bru', text: bru },
  ]);
  expect(title).toBe('Bru');
  expect(environments).toEqual([
    {
      name: 'Dev',
      variables: [
        { name: 'base', value: 'http://h', isSecret: false },
        { name: 'key', value: '', isSecret: true },
      ],
    },
  ]);
  expect(steps[0]).toMatchObject({
    name: 'Create',
    group: 'sub',
    method: 'POST',
    url: '{{base}}/items/:id',
    queryParams: [
      { key: 'x', value: '1' },
      { key: 'y', value: '2', enabled: false },
    ],
    pathParams: [{ key: 'id', value: '7' }],
    headers: [
      { key: 'X-All', value: '1' },
      { key: 'Accept', value: 'application/json' },
      { key: 'X-Off', value: '1', enabled: false },
    ],
    body: { type: 'json', content: '{\n  "a": "b"\n}' },
    authentication: { type: 'bearer', token: '{{t}}' },
    assertions: [
      { kind: 'status', operator: 'equals', expected: 201 },
      { kind: 'jsonPath', path: '$.items[0].id', operator: 'type', expected: 'number' },
    ],
    dataHandlers: [{ name: 'token', source: 'jsonPath', path: '$.token' }],
  });
  expect(problems).toEqual([{ place: 'sub / Create', reason: expect.stringContaining('endsWith') }]);
});

test('Bruno: the JSON export', () => {
  const collection = importBruno(
    JSON.stringify({
      name: 'J',
      version: '1',
      items: [
        {
          type: 'folder',
          name: 'F',
          items: [
            {
              type: 'http',
              name: 'R',
              request: {
                url: 'http://h/a',
                method: 'POST',
                params: [],
                headers: [],
                body: { mode: 'multipartForm', multipartForm: [{ name: 'f', type: 'file', value: ['a/b.txt'] }] },
                auth: { mode: 'basic', basic: { username: 'u', password: 'p' } },
              },
            },
          ],
        },
      ],
      environments: [{ name: 'E', variables: [{ name: 'a', value: 'b', enabled: true, secret: true }] }],
    }),
  );
  expect(only(collection)).toMatchObject({
    group: 'F',
    body: { type: 'form', fields: [{ key: 'f', kind: 'file', fileName: 'b.txt' }] },
    authentication: { type: 'basic', username: 'u', password: 'p' },
  });
  expect(collection.environments[0]?.variables).toEqual([{ name: 'a', value: 'b', isSecret: true }]);
});

test('Hoppscotch: versions 0 to 9 of requests, inherited authentication and headers', () => {
  const { steps, variables } = importHoppscotch(
    JSON.stringify([
      {
        v: 9,
        name: 'H',
        auth: { authType: 'api-key', authActive: true, key: 'k', value: '<<key>>', addTo: 'QUERY_PARAMS' },
        headers: [{ key: 'X-All', value: '1', active: true }],
        variables: [{ key: 'a', initialValue: 'i', currentValue: '', secret: false }],
        folders: [],
        requests: [
          {
            v: '9',
            name: 'new',
            method: 'POST',
            endpoint: '<<base>>/x',
            params: [{ key: 'q', value: '1', active: false }],
            headers: [],
            auth: { authType: 'inherit', authActive: true },
            body: { contentType: 'application/x-www-form-urlencoded', body: 'a: b\n# c: d' },
            testScript: 'pw.expect(pw.response.status).toBe(200);',
          },
          {
            name: 'old',
            method: 'GET',
            url: 'http://h',
            path: '/p',
            auth: 'Basic Auth',
            httpUser: 'u',
            httpPassword: 'p',
            headers: [],
            params: [],
          },
        ],
      },
    ]),
  );
  expect(variables).toEqual([{ name: 'a', value: 'i', isSecret: false }]);
  expect(steps[0]).toMatchObject({
    url: '{{base}}/x',
    queryParams: [{ key: 'q', value: '1', enabled: false }],
    headers: [{ key: 'X-All', value: '1' }],
    authentication: { type: 'apiKey', key: 'k', value: '{{key}}', in: 'query' },
    body: {
      type: 'urlencoded',
      fields: [
        { key: 'a', value: 'b' },
        { key: 'c', value: 'd', enabled: false },
      ],
    },
  });
  expect(steps[0]?.testScript).toContain('const pw =');
  expect(steps[1]).toMatchObject({
    url: 'http://h/p',
    authentication: { type: 'basic', username: 'u', password: 'p' },
  });
});

test.each<[string, string | undefined, string]>([
  ['openapi', undefined, '{"openapi":"3.1.0","info":{"title":"x","version":"1"},"paths":{}}'],
  ['openapi', undefined, 'swagger: "2.0"\npaths: {}'],
  ['postman', undefined, '{"info":{"name":"x"},"item":[]}'],
  ['postman', undefined, '{"id":"1","name":"x","order":[],"requests":[]}'],
  ['postmanEnvironment', undefined, '{"name":"x","values":[]}'],
  ['har', undefined, '{"log":{"entries":[]}}'],
  ['insomnia', undefined, '{"_type":"export","resources":[]}'],
  ['insomnia', undefined, 'type: collection.insomnia.rest/5.0\ncollection: []'],
  ['bruno', undefined, bru],
  ['bruno', undefined, '{"name":"x","items":[]}'],
  ['hoppscotch', undefined, '[{"v":2,"name":"x","folders":[],"requests":[]}]'],
  ['wsdl', undefined, '<?xml version="1.0"?><wsdl:definitions xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/"/>'],
  ['jmeter', undefined, '<jmeterTestPlan version="1.2"/>'],
  ['curl', undefined, '# get\n$ curl -s http://h'],
  ['curl', undefined, 'C:\\Windows\\System32\\curl.exe http://h'],
  ['excel', 'a.xlsx', 'PK\u0003\u0004'],
])('detects %s', (format, name, text) => {
  expect(detectFormat(text, name).format).toBe(format);
});

test('importAny imports what it detects and says why it cannot', async () => {
  expect((await importAny('curl http://h/a')).steps.map(({ url }) => url)).toEqual(['http://h/a']);
  const unknown = await importAny('hello');
  expect(unknown.steps).toEqual([]);
  expect(unknown.problems).toHaveLength(1);
});

test.each<[string, string, object]>([
  [
    'shell variables',
    'T=abc\ncurl -H "Authorization: Bearer $T" "http://$HOST/${P}"',
    { headers: [{ key: 'Authorization', value: 'Bearer {{T}}' }], url: 'http://{{HOST}}/{{P}}' },
  ],
  [
    'combined flags',
    'curl -sSLkXPUT http://h -uu:p',
    {
      method: 'PUT',
      settings: { verifyCertificate: false },
      authentication: { type: 'basic', username: 'u', password: 'p' },
    },
  ],
  ['limits', 'curl -L --max-redirs 3 --max-time=2.5 http://h', { settings: { maxRedirects: 3, timeoutMs: 2500 } }],
  [
    'a here-document',
    'curl --json @- http://h <<\'EOF\'\n{"a": "$b"}\nEOF',
    { body: { type: 'json', content: '{"a": "$b"}\n' } },
  ],
  [
    'AWS signature',
    "curl --aws-sigv4 'aws:amz:eu-1:s3' -u k:s http://h",
    { authentication: { type: 'awsV4', accessKeyId: 'k', secretAccessKey: 's', region: 'eu-1', service: 's3' } },
  ],
  [
    'cmd',
    'curl -X POST "http://h" ^\r\n -H "Content-Type: application/json" ^\r\n -d "{\\"a\\": \\"b ^& c\\"}"',
    { method: 'POST', body: { type: 'json', content: '{"a": "b & c"}' } },
  ],
  [
    'PowerShell',
    "curl.exe -X DELETE `\n  -H 'A: it''s' `\n  \"http://h/$env:ID\"",
    { method: 'DELETE', url: 'http://h/{{ID}}', headers: [{ key: 'A', value: "it's" }] },
  ],
])('curl: %s', (_, command, expected) => {
  expect(only(importCurl(command))).toMatchObject(expected);
});

test('curl: files are never read', () => {
  const { steps, problems } = importCurl(
    "curl -d @/etc/passwd -b jar.txt -F 'x=</etc/hosts' -K conf --cert c.pem http://h",
  );
  expect(steps).toHaveLength(1);
  expect(problems).toHaveLength(5);
  expect(JSON.stringify(steps)).not.toContain('root:');
});
