import { expect, test } from 'vitest';
import { buildStep } from '../testing/build-step.ts';
import type { HttpStep } from './plan.ts';
import { prepareRequest } from './prepare-request.ts';

const prepare = (overrides: Partial<HttpStep>) =>
  prepareRequest(buildStep(overrides), { userAgent: 'Touchstone/1', boundary: () => 'BOUND' });

test('adds defaults only if the user set none, and keeps order, case and duplicates', () => {
  const headers = [
    { key: 'x-One', value: '1' },
    { key: 'USER-agent', value: 'mine' },
    { key: 'x-One', value: '2' },
    { key: 'accept', value: 'text/plain' },
  ];
  expect(prepare({ url: 'http://a.test:81/', headers }).headers).toEqual([
    ['Host', 'a.test:81'],
    ['x-One', '1'],
    ['USER-agent', 'mine'],
    ['x-One', '2'],
    ['accept', 'text/plain'],
    ['Accept-Encoding', 'gzip, deflate, br'],
    ['Connection', 'keep-alive'],
  ]);
});

const header = (overrides: Partial<HttpStep>, name: string) =>
  prepare(overrides)
    .headers.filter(([key]) => key.toLowerCase() === name)
    .map(([, value]) => value);

test.each<[authentication: HttpStep['authentication'], value: string[]]>([
  [{ type: 'none' }, []],
  [{ type: 'basic', username: 'Aladdin', password: 'open sesame' }, ['Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==']],
  [{ type: 'basic', username: 'é', password: '' }, ['Basic w6k6']],
  [{ type: 'bearer', token: ' t ' }, ['Bearer t']],
  [{ type: 'oauth2', token: 't', tokenType: 'MAC' }, ['MAC t']],
  [{ type: 'oauth2', token: 't', tokenType: '' }, ['Bearer t']],
])('authenticates with %j', (authentication, value) => {
  expect(header({ authentication }, 'authorization')).toEqual(value);
});

test("the user's Authorization header takes precedence, and credentials in the address are used", () => {
  const headers = [{ key: 'authorization', value: 'own' }];
  expect(header({ headers, authentication: { type: 'bearer', token: 't' } }, 'authorization')).toEqual(['own']);
  expect(header({ url: 'http://u:p@a.test/' }, 'authorization')).toEqual(['Basic dTpw']);
  expect(header({ url: 'http://:p@a.test/' }, 'authorization')).toEqual(['Basic OnA=']);
  expect(header({ url: 'http://u@a.test/' }, 'authorization')).toEqual(['Basic dTo=']);
});

test('an API key goes into a header or the query, and its header counts as secret', () => {
  const inHeader = prepare({ authentication: { type: 'apiKey', key: 'X-Key', value: 'k', in: 'header' } });
  expect(inHeader.headers).toContainEqual(['X-Key', 'k']);
  expect(inHeader.secretHeaders).toContain('x-key');
  const inQuery = prepare({ authentication: { type: 'apiKey', key: 'key', value: 'a b', in: 'query' } });
  expect(inQuery.url.search).toBe('?key=a%20b');
});

test.each<[body: HttpStep['body'], contentType: string | undefined, text: string | undefined]>([
  [{ type: 'none' }, undefined, undefined],
  [{ type: 'json', content: '{"é":1}' }, 'application/json', '{"é":1}'],
  [{ type: 'xml', content: '<a/>' }, 'application/xml', '<a/>'],
  [{ type: 'text', content: 'x' }, 'text/plain; charset=utf-8', 'x'],
  [{ type: 'urlencoded', fields: [{ key: 'a b', value: 'c&d' }] }, 'application/x-www-form-urlencoded', 'a+b=c%26d'],
  [{ type: 'form', fields: [] }, 'multipart/form-data; boundary=BOUND', undefined],
])('sends the body %j', (body, contentType, text) => {
  const { body: prepared, headers } = prepare({ method: 'POST', body });
  expect(headers.find(([name]) => name === 'Content-Type')?.[1]).toBe(contentType);
  expect(prepared.kind === 'bytes' ? new TextDecoder().decode(prepared.bytes) : undefined).toBe(text);
});

test.each([
  ['{ a }', '', '{"query":"{ a }"}'],
  ['{ a }', ' {"n": 12345678901234567890} ', '{"query":"{ a }","variables":{"n": 12345678901234567890}}'],
])('the GraphQL query %s with the variables %j is sent as %s', (query, variables, text) => {
  const { body } = prepare({ method: 'POST', body: { type: 'graphql', query, variables } });
  expect(body.kind === 'bytes' && new TextDecoder().decode(body.bytes)).toBe(text);
});

test.each([
  [' ', '{}', 'The GraphQL query is empty.'],
  ['{ a }', '{', 'The GraphQL variables are not valid JSON: '],
  ...['[1]', '5', '"x"', 'null'].map((variables) => ['{ a }', variables, 'must be one JSON object']),
])('the GraphQL query %j with the variables %j is rejected', (query, variables, message) => {
  const refused = () => prepare({ method: 'POST', body: { type: 'graphql', query: query!, variables: variables! } });
  expect(refused).toThrow(
    expect.objectContaining({ code: 'INVALID_BODY', message: expect.stringContaining(message!) }),
  );
});

test.each([
  ['GET', '', 'none'],
  ['HEAD', '', 'none'],
  ['GET', '{}', 'bytes'],
  ['POST', '', 'bytes'],
  ['DELETE', '', 'bytes'],
])('with %s and the text %j the body is of the kind %s', (method, content, kind) => {
  expect(prepare({ method, body: { type: 'json', content } }).body.kind).toBe(kind);
});

test('a written multipart type gets the boundary, and a written boundary is used', () => {
  const body = { type: 'form', fields: [] } as const;
  const send = (value: string) =>
    prepare({ method: 'POST', body: { ...body, fields: [] }, headers: [{ key: 'Content-Type', value }] });
  expect(send('multipart/form-data').headers).toContainEqual(['Content-Type', 'multipart/form-data; boundary=BOUND']);
  expect(send('multipart/form-data; charset=utf-8; ').headers).toContainEqual([
    'Content-Type',
    'multipart/form-data; charset=utf-8; boundary=BOUND',
  ]);
  expect(send('Multipart/Mixed; Boundary="o w n"; x=y').body).toMatchObject({ boundary: 'o w n' });
  expect(send('text/plain').headers).toContainEqual(['Content-Type', 'text/plain']);
  expect(send('multipart/form-data; boundary=own').body).toMatchObject({ boundary: 'own' });
});

test.each([
  [{ key: 'X-A', value: 'a\r\nX-Evil: 1' }, 'INVALID_HEADER', /"X-A" contains a line break/],
  [{ key: 'X-A\nB', value: 'a' }, 'INVALID_HEADER', /line break/],
  [{ key: 'X A', value: 'a' }, 'INVALID_HEADER', /"X A" is not valid/],
  [{ key: '', value: 'a' }, 'INVALID_HEADER', /no name/],
  [{ key: 'X-A', value: 'a\u0000' }, 'INVALID_HEADER', /control character/],
])('rejects the header %j', (entry, code, message) => {
  expect(() => prepare({ headers: [entry] })).toThrow(
    expect.objectContaining({ code, message: expect.stringMatching(message) }),
  );
});

test('rejects a token with a line break and an invalid method', () => {
  expect(() => prepare({ authentication: { type: 'bearer', token: 'a\r\nb' } })).toThrow(/line break/);
  expect(() => prepare({ method: 'GE T' })).toThrow(/method/);
});
