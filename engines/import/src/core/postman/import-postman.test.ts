import { expect, test } from 'vitest';
import { onlyStep } from '../../testing/only-step.ts';
import { importPostman, importPostmanEnvironment } from './import-postman.ts';

const postman = (request: unknown, rest: object = {}): string =>
  JSON.stringify({ info: { name: 'C', schema: 'v2.1.0' }, item: [{ name: 'R', request, ...rest }] });

test('authentication, scripts and settings are inherited from folders', () => {
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
  [
    'graphql with several operations',
    { mode: 'graphql', graphql: { query: 'query A {a} query B {b}', operationName: 'B' } },
    { type: 'graphql', query: 'query A {a} query B {b}', variables: '', operationName: 'B' },
  ],
  ['a disabled body', { mode: 'raw', raw: 'x', disabled: true }, { type: 'none' }],
])('body %s', (_, body, expected) => {
  expect(onlyStep(importPostman(postman({ method: 'POST', url: 'http://h', body }))).body).toEqual(expected);
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
])('authentication %s', (_, auth, expected) => {
  expect(onlyStep(importPostman(postman({ url: 'http://h', auth }))).authentication).toEqual(expected);
});

test('an unknown authentication type is a problem', () => {
  const { problems, steps } = importPostman(postman({ url: 'http://h', auth: { type: 'oci-v1' } }));
  expect(steps).toHaveLength(1);
  expect(problems).toEqual([expect.objectContaining({ place: 'R', reason: expect.stringContaining('oci-v1') })]);
});

test('format 1 keeps the order, folders, older helpers and header texts', () => {
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

test('an environment separates secrets and knows disabled variables', () => {
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
