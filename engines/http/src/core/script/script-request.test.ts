import type { ScriptBody, ScriptRequest } from '@touchstone/engine-script/core';
import { describe, expect, test } from 'vitest';
import { buildStep } from '../../testing/build-step.ts';
import type { HttpAuthentication, HttpBody, HttpStep } from '../plan.ts';
import { authenticationOf, scriptAuthOf } from './script-auth.ts';
import { applyRequestChanges, stepOfScriptRequest, toScriptRequest } from './script-request.ts';

const row = (key: string, value: string, enabled?: boolean) => ({
  key,
  value,
  ...(enabled !== undefined && { enabled }),
});
const requestOf = (step: Partial<HttpStep>) => toScriptRequest(buildStep(step));

describe('a script sees', () => {
  test.each<[url: string, queryParams: HttpStep['queryParams'], seen: string]>([
    ['https://a.test/', [], 'https://a.test/'],
    ['https://a.test/', [row('b', '1'), row('c', '2', false), row('', 'x')], 'https://a.test/?b=1'],
    ['https://a.test/?a=1#part', [row('b', '{{v}}')], 'https://a.test/?a=1&b={{v}}#part'],
  ])('the address %s with %j as %s', (url, queryParams, seen) => {
    expect(requestOf({ url, queryParams }).url).toBe(seen);
  });

  test('the headers that are sent', () => {
    const headers = [row('A', '1'), row('B', '2', false), row('C', '3', true)];
    expect(requestOf({ headers }).headers).toEqual([row('A', '1'), row('C', '3')]);
  });

  test.each<[body: HttpBody, seen: object]>([
    [{ type: 'none' }, { mode: 'none' }],
    [
      { type: 'json', content: '{}' },
      { mode: 'raw', raw: '{}' },
    ],
    [
      { type: 'urlencoded', fields: [row('a', '1'), row('b', '2', false)] },
      { mode: 'urlencoded', urlencoded: [row('a', '1')] },
    ],
    [
      { type: 'form', fields: [{ kind: 'text', ...row('a', '1') }] },
      { mode: 'formdata', formdata: [row('a', '1')] },
    ],
    [
      { type: 'graphql', query: '{a}', variables: '{}' },
      { mode: 'graphql', graphql: { query: '{a}', variables: '{}' } },
    ],
    [{ type: 'binary', fileId: 'f' }, { mode: 'file' }],
  ])('the body %j as %j', (body, seen) => {
    expect(requestOf({ body }).body).toEqual(seen);
  });
});

describe('a script changes', () => {
  const file = { kind: 'file', key: 'photo', value: 'p.png', fileId: 'f' } as const;
  const json: HttpBody = { type: 'json', content: '{}' };
  test.each<[before: HttpBody, given: ScriptBody, after: HttpBody]>([
    [json, { mode: 'none' }, { type: 'none' }],
    [json, { mode: 'file' }, json],
    [json, { mode: 'raw', raw: 'text' }, { type: 'json', content: 'text' }],
    [
      { type: 'xml', content: '' },
      { mode: 'raw', raw: '{}' },
      { type: 'xml', content: '{}' },
    ],
    [{ type: 'none' }, { mode: 'raw', raw: '{"a":1}' }, { type: 'json', content: '{"a":1}' }],
    [{ type: 'none' }, { mode: 'raw', raw: 'a=1' }, { type: 'text', content: 'a=1' }],
    [json, { mode: 'urlencoded', urlencoded: [row('a', '1')] }, { type: 'urlencoded', fields: [row('a', '1')] }],
    [
      { type: 'form', fields: [file, { kind: 'text', key: 'a', value: '0' }] },
      { mode: 'formdata', formdata: [row('photo', ''), row('a', '1')] },
      { type: 'form', fields: [file, { kind: 'text', key: 'a', value: '1' }] },
    ],
    [
      json,
      { mode: 'formdata', formdata: [row('photo', 'x')] },
      { type: 'form', fields: [{ kind: 'text', key: 'photo', value: 'x' }] },
    ],
    [
      json,
      { mode: 'graphql', graphql: { query: '{b}', variables: '' } },
      { type: 'graphql', query: '{b}', variables: '' },
    ],
  ])('the body %j by %j', (before, body, after) => {
    expect(applyRequestChanges(buildStep({ body: before }), { headers: [], body }).body).toEqual(after);
  });

  test('the headers it names, in any case, and no others', () => {
    const headers = [row('X-A', '1'), row('x-a', '2'), row('x-a', 'off', false), row('B', '3')];
    const changed = (operation: 'upsert' | 'remove' | 'add', key: string) =>
      applyRequestChanges(buildStep({ headers }), { headers: [{ operation, key, value: 'new' }] }).headers;
    expect(changed('upsert', 'X-a')).toEqual([
      row('X-A', '1'),
      row('x-a', 'new'),
      row('x-a', 'off', false),
      row('B', '3'),
    ]);
    expect(changed('upsert', 'C')).toEqual([...headers, row('C', 'new')]);
    expect(changed('add', 'X-A')).toEqual([...headers, row('X-A', 'new')]);
    expect(changed('remove', 'x-A')).toEqual([row('x-a', 'off', false), row('B', '3')]);
    expect(headers[1]?.value).toBe('2');
  });

  test('the address with its query; untouched parts stay', () => {
    const step = buildStep({ url: 'https://a.test', queryParams: [row('a', '1')], method: 'GET' });
    expect(applyRequestChanges(step, { headers: [] })).toEqual(step);
    const changed = applyRequestChanges(step, { headers: [], url: 'https://b.test?b=1', method: 'PUT' });
    expect(changed).toMatchObject({ url: 'https://b.test?b=1', queryParams: [], method: 'PUT' });
  });
});

test('a request sent by a script is a separate step', () => {
  const like = buildStep({ pathParams: [row('id', '1')], queryParams: [row('a', '1')], url: 'https://like.test' });
  const request: ScriptRequest = {
    method: 'post',
    url: 'https://a.test',
    headers: [row('A', '1')],
    body: { mode: 'raw', raw: '{}' },
  };
  expect(stepOfScriptRequest(request, like)).toMatchObject({
    method: 'POST',
    url: 'https://a.test',
    headers: [row('A', '1')],
    queryParams: [],
    pathParams: [],
    body: { type: 'json', content: '{}' },
    authentication: { type: 'none' },
    assertions: [],
    dataHandlers: [],
  });
  expect(stepOfScriptRequest({ ...request, method: '' }, like).method).toBe('GET');
});

test.each<[method: string, mode: 'urlencoded' | 'none', place: string, header?: string]>([
  ['POST', 'urlencoded', 'body'],
  ['put', 'urlencoded', 'body'],
  ['PATCH', 'urlencoded', 'query'],
  ['POST', 'none', 'query'],
  ['POST', 'urlencoded', 'header', 'true'],
])('OAuth 1.0 parameters of a %s with %s are sent in the %s', (method, mode, place, addParamsToHeader = 'false') => {
  const auth = { type: 'oauth1', oauth1: { consumerKey: 'k', addParamsToHeader } };
  const body = mode === 'none' ? ({ mode } as const) : ({ mode, urlencoded: [] } as const);
  const { authentication } = stepOfScriptRequest(
    { method, url: '', headers: [], body, auth } as ScriptRequest,
    buildStep(),
  );
  expect(authentication).toMatchObject({ type: 'oauth1', in: place });
});

const authentications: [name: string, values: Record<string, string>, authentication: HttpAuthentication][] = [
  ['basic', { username: 'u', password: 'p' }, { type: 'basic', username: 'u', password: 'p' }],
  ['digest', { username: 'u', password: 'p' }, { type: 'digest', username: 'u', password: 'p' }],
  ['bearer', { token: 't' }, { type: 'bearer', token: 't' }],
  ['apikey', { key: 'k', value: 'v', in: 'query' }, { type: 'apiKey', key: 'k', value: 'v', in: 'query' }],
  ['apikey', { key: 'k', value: 'v', in: 'header' }, { type: 'apiKey', key: 'k', value: 'v', in: 'header' }],
  ['oauth2', { accessToken: 't', headerPrefix: 'Bearer' }, { type: 'oauth2', token: 't', tokenType: 'Bearer' }],
  [
    'awsv4',
    { accessKey: 'a', secretKey: 's', region: 'eu', service: 's3', sessionToken: 't' },
    { type: 'awsV4', accessKeyId: 'a', secretAccessKey: 's', region: 'eu', service: 's3', sessionToken: 't' },
  ],
  ['ntlm', { username: 'u', password: 'p', domain: 'd' }, { type: 'ntlm', username: 'u', password: 'p', domain: 'd' }],
  ['hawk', { authId: 'i', authKey: 'k', algorithm: 'sha1' }, { type: 'hawk', keyId: 'i', key: 'k', algorithm: 'sha1' }],
] as [string, Record<string, string>, HttpAuthentication][];

test.each(authentications)('the authentication %s is read and exposed with %j', (name, values, authentication) => {
  const rows = Object.entries(values).map(([key, value]) => ({ key, value, type: 'any' }));
  expect(authenticationOf({ type: name, [name]: rows })).toEqual(authentication);
  expect(authenticationOf({ type: name, [name]: values })).toEqual(authentication);
  expect(scriptAuthOf(authentication)).toEqual({ auth: { type: name, [name]: rows } });
});

test.each<[auth: object | undefined, authentication: object]>([
  [undefined, { type: 'none' }],
  [{ type: 'noauth' }, { type: 'none' }],
  [{ type: 'basic' }, { type: 'basic', username: '', password: '' }],
  [
    { type: 'basic', basic: null },
    { type: 'basic', username: '', password: '' },
  ],
  [
    { type: 'apikey', apikey: {} },
    { type: 'apiKey', key: '', value: '', in: 'header' },
  ],
  [
    { type: 'awsv4', awsv4: {} },
    { type: 'awsV4', accessKeyId: '', secretAccessKey: '', region: 'us-east-1', service: 'execute-api' },
  ],
  [
    { type: 'ntlm', ntlm: {} },
    { type: 'ntlm', username: '', password: '' },
  ],
  [
    { type: 'hawk', hawk: { authId: 'i', algorithm: 'MD5', includePayloadHash: true } },
    { type: 'hawk', keyId: 'i', key: '', algorithm: 'sha256', includePayloadHash: true },
  ],
  [
    { type: 'oauth1', oauth1: { signatureMethod: ' hmac-sha256 ' } },
    { type: 'oauth1', consumerKey: '', signatureMethod: 'HMAC-SHA256', in: 'query' },
  ],
])('the authentication from %j is %j', (auth, authentication) => {
  expect(authenticationOf(auth as Parameters<typeof authenticationOf>[0])).toEqual(authentication);
});

test('an authentication that Postman does not support is not exposed', () => {
  expect(scriptAuthOf({ type: 'none' })).toEqual({});
});
