import { describe, expect, test } from 'vitest';
import { type GivenRequest, mockRequest } from '../../testing/request.ts';
import { RequestView } from './request-view.ts';

const view = (given: GivenRequest) => new RequestView(mockRequest(given));
const all = (values: ReadonlyMap<string, readonly string[]>) => Object.fromEntries(values);

describe('a request is parsed', () => {
  test.each([
    ['/a/b', {}],
    ['/a/b?', {}],
    ['/a?&x=1&&y', { x: ['1'], y: [''] }],
    ['/a?x=1&x=2&=3', { x: ['1', '2'], '': ['3'] }],
    ['/a?q=a%20b+c&%zz=%zz+1', { q: ['a b c'], '%zz': ['%zz 1'] }],
    ['/a?x=1=2?3', { x: ['1=2?3'] }],
  ])('with the query of %s', (url, query) => {
    expect(all(view({ url }).allQuery)).toEqual(query);
  });

  test('with a query list under its name with or without brackets', () => {
    const given = view({ url: '/?id[]=1&id[]=2&x=3' });
    const values = ['id', 'id[]', 'x', 'y'].map((name) => given.query(name));
    expect(values).toEqual([['1', '2'], ['1', '2'], ['3'], []]);
  });

  test('with case-insensitive headers, and repeated ones in order', () => {
    const given = view({ headers: { 'X-A': ['1', '2'], 'x-b': '3' } });
    expect([given.header('x-a'), given.header('X-B'), given.header('c')]).toEqual([['1', '2'], ['3'], []]);
  });

  test.each([
    ['a=1; b = "2 3" ;c', { a: ['1'], b: ['2 3'] }],
    ['a=1; a=2=3', { a: ['1', '2=3'] }],
    ['=1; b="', { b: ['"'] }],
  ])('with the cookies %s', (cookie, expected) => {
    expect(all(view({ headers: { Cookie: cookie } }).allCookies)).toEqual(expected);
  });

  test('with form fields only if it is a form', () => {
    const form = (type: string) =>
      all(view({ method: 'POST', headers: { 'Content-Type': type }, body: 'a=x+y&b=%41' }).allForm);
    expect(form('Application/X-www-form-urlencoded; charset=utf-8')).toEqual({ a: ['x y'], b: ['A'] });
    expect(form('text/plain')).toEqual({});
  });

  test.each([
    [{}, 'http://localhost:8080'],
    [{ port: 80 }, 'http://localhost'],
    [{ scheme: 'https', port: 443, host: 'a.test' }, 'https://a.test'],
    [{ scheme: 'https', port: 80 }, 'https://localhost:80'],
  ])('with its address: %j', (given, address) => {
    expect(view(given).baseUrl).toBe(address);
  });

  test('with its segments and its path', () => {
    const { segments, path } = view({ url: '/a//b?c/d' });
    expect([segments, path]).toEqual([['a', '', 'b'], '/a//b']);
  });
});

describe('the parts of a body', () => {
  const partsOf = (body: string, type = 'multipart/form-data; boundary=b') =>
    view({ method: 'POST', headers: { 'Content-Type': type }, body }).parts.map(
      ({ name, fileName, headers, body: text }) => [name, fileName, text.text, headers.size],
    );
  const part = (head: string, text: string) => `--b\r\n${head}\r\n\r\n${text}\r\n`;
  const named = part('Content-Disposition: form-data; name="n"', 'ä\r\n--x');

  test.each<[what: string, body: string, parts: unknown[]]>([
    ['one part', `${named}--b--`, [['n', undefined, 'ä\r\n--x', 1]]],
    ['what stands before the first one', `preamble\r\n${named}--b--\r\nepilogue`, [['n', undefined, 'ä\r\n--x', 1]]],
    ['a part without an end', named.slice(0, -2), [['n', undefined, 'ä\r\n--x', 1]]],
    ['a part without headers', '--b\r\n\r\ntext\r\n--b--', [[undefined, undefined, 'text', 0]]],
    [
      'a name with quotes in it, and a name of a file without quotes',
      `${part('content-disposition: form-data; filename=a.png; name="a\\"b"\r\nX-Y : 1:2\r\nodd', '')}--b--`,
      [['a"b', 'a.png', '', 2]],
    ],
    ['no part', '--b--', []],
    ['no head', '--b\r\nContent-Disposition: x\r\n--b--', []],
    ['nothing of it', 'text', []],
  ])('are found with %s', (_, body, parts) => {
    expect(partsOf(body)).toEqual(parts);
  });

  test.each([
    ['multipart/mixed; charset=x; boundary="b"', 1],
    ['Multipart/Form-Data; Boundary=b; x=y', 1],
    ['multipart/form-data; boundary=c', 0],
    ['multipart/form-data', 0],
    ['text/plain; boundary=b', 0],
  ])('with the type %s are %i', (type, count) => {
    expect(partsOf(`${named}--b--`, type)).toHaveLength(count);
  });

  test('are limited to a thousand', () => {
    expect(partsOf(`${named.repeat(1001)}--b--`)).toHaveLength(1000);
  });
});

describe('GraphQL', () => {
  const post = (value: unknown): GivenRequest => ({ method: 'POST', body: JSON.stringify(value) });
  const [one, two] = ['query One { a }', 'mutation Two($x: I) { b }'];
  test.each<[given: GivenRequest, read: unknown]>([
    [post({ query: one }), { operation: 'One', type: 'query', query: one, variables: {} }],
    [
      post({ query: two, variables: { x: 1 } }),
      { operation: 'Two', type: 'mutation', query: two, variables: { x: 1 } },
    ],
    [post({ query: '{ a }' }), { operation: undefined, type: 'query', query: '{ a }', variables: {} }],
    [
      post({ query: `${one} ${two}`, operationName: 'Two' }),
      { operation: 'Two', type: 'mutation', query: `${one} ${two}`, variables: {} },
    ],
    [post({ query: one, operationName: 'Gone' }), { operation: 'Gone', type: 'query', query: one, variables: {} }],
    [
      post({ query: '# mutation No { }\n" subscription No {" query Yes @live { a }' }),
      expect.objectContaining({ operation: 'Yes', type: 'query' }),
    ],
    [post({ query: '"""mutation No {""" subscription S { a }' }), expect.objectContaining({ type: 'subscription' })],
    [
      { url: `/?query=${encodeURIComponent(two)}&variables=${encodeURIComponent('{"x":2}')}&operationName=Two` },
      { operation: 'Two', type: 'mutation', query: two, variables: { x: 2 } },
    ],
    [{ url: '/?query={a}&variables=no' }, { operation: undefined, type: 'query', query: '{a}', variables: {} }],
    [{ method: 'POST', url: '/?query={a}' }, undefined],
    [
      { method: 'POST', headers: { 'Content-Type': 'application/graphql' }, body: one },
      { operation: 'One', type: 'query', query: one, variables: {} },
    ],
    [{ method: 'POST', headers: { 'Content-Type': 'text/plain' }, body: one }, undefined],
    [post({ query: '' }), undefined],
    [post({ query: 7 }), undefined],
    [post(null), undefined],
  ])('of %j is %j', (given, read) => {
    expect(view(given).graphQl).toEqual(read);
  });
});

test.each<[headers: Record<string, string>, action: string | undefined]>([
  [{ SOAPAction: '"urn:a"' }, 'urn:a'],
  [{ soapaction: ' urn:b ' }, 'urn:b'],
  [{ 'Content-Type': 'application/soap+xml; charset=utf-8; action="urn:c"' }, 'urn:c'],
  [{ 'Content-Type': 'application/soap+xml;action=urn:d;x=y' }, 'urn:d'],
  [{ 'Content-Type': 'application/soap+xml' }, undefined],
  [{ 'Content-Type': 'text/xml; action="urn:e"' }, undefined],
  [{}, undefined],
])('the SOAP action in %j is %s', (headers, action) => {
  expect(view({ headers }).soapAction).toBe(action);
});
