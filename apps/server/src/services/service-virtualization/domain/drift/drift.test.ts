import { describe, expect, test } from 'vitest';
import { type ComparedAnswer, compareAnswers, inWords } from './compare-answers.ts';
import { askedMethod, isSafe, requestOfStub } from './request-of-stub.ts';

const answer = (body: string | Uint8Array, headers: [string, string][] = [], status = 200): ComparedAnswer => ({
  status,
  headers,
  body: typeof body === 'string' ? new TextEncoder().encode(body) : body,
});

describe('compareAnswers', () => {
  test.each<[string, ComparedAnswer, ComparedAnswer, 'values' | 'shape', string[]]>([
    ['equal answers', answer('{"a":1}'), answer('{"a":1}'), 'values', []],
    ['another order of members', answer('{"a":1,"b":2}'), answer('{ "b": 2, "a": 1 }'), 'values', []],
    ['another status', answer('', [], 200), answer('', [], 404), 'values', ['status: 200 → 404']],
    ['another value', answer('{"a":1}'), answer('{"a":2}'), 'values', ['body $.a: 1 → 2']],
    ['another value where types are compared', answer('{"a":1}'), answer('{"a":2}'), 'shape', []],
    ['another type', answer('{"a":1}'), answer('{"a":"1"}'), 'shape', ['body $.a: "number" → "string"']],
    ['more items of the same kind', answer('[{"a":1}]'), answer('[{"a":1},{"a":2}]'), 'shape', []],
    ['a new member', answer('{}'), answer('{"a":1}'), 'values', ['body $.a: null → 1']],
    ['no JSON any more', answer('{}'), answer('<html>'), 'values', ['body: {} → <html>']],
    ['another line of text', answer('a\nb'), answer('a\nc'), 'values', ['body line 2: b → c']],
    [
      'other bytes',
      answer(new Uint8Array([0, 1])),
      answer(new Uint8Array([0, 2, 3])),
      'values',
      ['body: 2 bytes → 3 bytes'],
    ],
    [
      'another header',
      answer('', [['Cache-Control', 'no-store']]),
      answer('', [['cache-control', 'public']]),
      'values',
      ['headers.Cache-Control: no-store → public'],
    ],
    ['a header that is gone', answer('', [['X-A', '1']]), answer(''), 'values', ['headers.X-A: 1 → null']],
    [
      'headers that always change',
      answer('', [
        ['Date', 'a'],
        ['ETag', 'b'],
        ['Content-Length', '1'],
      ]),
      answer(''),
      'values',
      [],
    ],
    ['an equal header', answer('', [['X-A', '1']]), answer('', [['x-a', '1']]), 'values', []],
    [
      'a header that comes twice',
      answer('', [
        ['X-A', '1'],
        ['x-a', '2'],
      ]),
      answer('', [['X-A', '1, 3']]),
      'values',
      ['headers.X-A: 1, 2 → 1, 3'],
    ],
    ['a masked header', answer('', [['X-A', '***']]), answer('', [['X-A', '1']]), 'values', []],
    ['bytes in place of text', answer('a'), answer(new Uint8Array([0xff, 0xfe])), 'values', ['body: 1 byte → 2 bytes']],
    ['a byte order mark', answer('a'), answer('\uFEFFa'), 'values', ['body line 1: a → \uFEFFa']],
    ['a line more', answer('a'), answer('a\nb'), 'values', ['body line 2: null → b']],
    ['items in another order', answer('[1,"a"]'), answer('["b",2,3]'), 'shape', []],
    ['members in another order', answer('[{"a":1,"b":2}]'), answer('[{"b":2,"a":1}]'), 'shape', []],
    ['null for a value', answer('{"a":1}'), answer('{"a":null}'), 'shape', ['body $.a: "number" → "null"']],
    ['a long line', answer('a'), answer('x'.repeat(501)), 'values', [`body line 1: a → ${'x'.repeat(500)}…`]],
    ['a line that just fits', answer('a'), answer('x'.repeat(500)), 'values', [`body line 1: a → ${'x'.repeat(500)}`]],
    ['text in place of bytes', answer(new Uint8Array([0xff])), answer('ab'), 'values', ['body: 1 byte → 2 bytes']],
    [
      'items of the same kind, their members in another order',
      answer('[{"a":1,"b":2},{"b":1,"a":2}]'),
      answer('[{"b":1,"a":1}]'),
      'shape',
      [],
    ],
    ['a line less', answer('a\nb'), answer('a'), 'values', ['body line 2: b → null']],
    ['a line that is only longer', answer('a\nb'), answer('a\nbc'), 'values', ['body line 2: b → bc']],
    ['JSON in place of text', answer('a'), answer('{}'), 'values', ['body: a → {}']],
    ['a member less', answer('{"a":1}'), answer('{}'), 'values', ['body $.a: 1 → null']],
    ['another password', answer('pass'), answer('{"password":"abc"}'), 'values', ['body: pass → {"password":"***"}']],
    ['text with a tab', answer('a\tb'), answer('a\tc'), 'values', ['body line 1: a\tb → a\tc']],
    ['a byte that no text has', answer('a\u001ab'), answer('a'), 'values', ['body: 3 bytes → 1 byte']],
    ['another list of types', answer('[1]'), answer('["a"]'), 'shape', ['body $[0]: "number" → "string"']],
    [
      'headers of the connection',
      answer('', [
        ['Server', 'a'],
        ['Via', 'b'],
        ['Vary', 'c'],
        ['Set-Cookie', 'd'],
      ]),
      answer(''),
      'values',
      [],
    ],
    [
      'a header like one of the connection',
      answer('', [['X-Via', 'a']]),
      answer(''),
      'values',
      ['headers.X-Via: a → null'],
    ],
    [
      'a long header',
      answer('', [['X-A', 'a']]),
      answer('', [['X-A', 'x'.repeat(501)]]),
      'values',
      [`headers.X-A: a → ${'x'.repeat(500)}…`],
    ],
    ['a masked text', answer('token=***&a=1'), answer('token=abc&a=1'), 'values', []],
    ['what was masked', answer('{"token":"***"}'), answer('{"token":"abc"}'), 'values', []],
  ])('%s', (_, mock, service, compares, found) => {
    expect(
      compareAnswers(mock, service, compares).map((each) => `${each.place}: ${each.mock} → ${each.service}`),
    ).toEqual(found);
  });

  test('a long list of differences is truncated and described in a sentence', () => {
    const numbers = (from: number) => JSON.stringify(Array.from({ length: 80 }, (_, index) => index + from));
    const differences = compareAnswers(answer(numbers(0)), answer(numbers(1000), [], 500), 'values');
    expect(differences).toHaveLength(50);
    expect(inWords(differences)).toBe('Status, body changed.');
    expect(inWords([{ place: 'headers.X-A', mock: 'a', service: null }])).toBe('Headers changed.');
  });
});

describe('requestOfStub', () => {
  const stub = (request: object, given: object = {}) => ({ request, response: {}, ...given });
  const asked = (given: object) => {
    const request = requestOfStub(given as never);
    return typeof request === 'string'
      ? request
      : [
          request.method,
          request.url,
          ...request.headers.map((pair) => pair.join('=')),
          new TextDecoder().decode(request.body),
        ]
          .filter(Boolean)
          .join(' ');
  };
  test.each<[string, object, string]>([
    ['an address', stub({ method: 'GET', url: '/a?b=1' }), 'GET /a?b=1'],
    [
      'the address that was recorded, before that of the stub',
      stub({ url: '/a' }, { metadata: { recorded: { url: '/r' } } }),
      'GET /r',
    ],
    [
      'a header of the stub, before that which was recorded',
      stub(
        { headers: { ACCEPT: { equalTo: 'b' } } },
        {
          metadata: {
            recorded: {
              url: '/r',
              headers: [
                ['Accept', 'a'],
                ['X-A', '1'],
              ],
            },
          },
        },
      ),
      'GET /r ACCEPT=b X-A=1',
    ],
    [
      'a parameter that is a pattern',
      stub({ urlPath: '/a', queryParameters: { b: { matches: '.' } } }),
      'Its address is a pattern: no address to ask is known.',
    ],
    ['parameters that are none', stub({ urlPath: '/a', queryParameters: [{ equalTo: 'b' }] }), 'GET /a'],
    ['a number for a text', stub({ urlPath: '/a', headers: { A: { equalTo: 5 } } }), 'GET /a'],
    [
      'a JSON body as text',
      stub({ method: 'PUT', url: '/a', bodyPatterns: [{ equalToJson: '[ 1 ]' }] }),
      'PUT /a [ 1 ]',
    ],
    [
      'an XML body',
      stub({ method: 'PUT', url: '/a', bodyPatterns: [{ equalToXml: '<a/>' }, { contains: 'x' }] }),
      'PUT /a <a/>',
    ],
    ['a body as text', stub({ method: 'PUT', url: '/a', bodyPatterns: [{ equalTo: 'a' }] }), 'PUT /a a'],
    ['no body', stub({ method: 'PUT', url: '/a', bodyPatterns: [] }), 'PUT /a'],
    [
      'a form of parts',
      stub({ url: '/a' }, { metadata: { recorded: { url: '/a', headers: [], bodyLeftOut: 'multipart' } } }),
      'The body of its request was a form of parts, which is not kept.',
    ],
    [
      'two parameters of a template, one unknown',
      stub({ urlPathTemplate: '/{a}/{b}', pathParameters: { b: { equalTo: '1' } } }),
      'Its address is a pattern: no address to ask is known.',
    ],
    [
      'a query without a path',
      stub({ queryParameters: { b: { equalTo: '1' } } }),
      'Its address is a pattern: no address to ask is known.',
    ],
    ['any method', stub({ method: 'ANY', urlPath: '/a' }), 'GET /a'],
    [
      'parameters of the query',
      stub({ urlPath: '/a', queryParameters: { b: { equalTo: 'x y' }, c: { absent: true } } }),
      'GET /a?b=x+y',
    ],
    [
      'a template with values',
      stub({ urlPathTemplate: '/o/{id}', pathParameters: { id: { equalTo: 'a/b' } } }),
      'GET /o/a%2Fb',
    ],
    [
      'headers and a JSON body',
      stub({
        method: 'post',
        url: '/a',
        headers: { Accept: { equalTo: '*/*' }, X: { matches: '.' } },
        bodyPatterns: [{ equalToJson: { a: 1 } }],
      }),
      'POST /a Accept=*/* {"a":1}',
    ],
    ['a body of bytes', stub({ method: 'POST', url: '/a', bodyPatterns: [{ binaryEqualTo: 'aGk=' }] }), 'POST /a hi'],
    [
      'what was recorded',
      stub(
        { method: 'GET', urlPathPattern: '/.*' },
        {
          metadata: {
            recorded: {
              url: '/r',
              headers: [
                ['Accept', 'a'],
                ['X-Key', '***'],
              ],
            },
          },
        },
      ),
      'GET /r Accept=a',
    ],
    ['a pattern as address', stub({ urlPathPattern: '/.*' }), 'Its address is a pattern: no address to ask is known.'],
    [
      'a template without values',
      stub({ urlPathTemplate: '/o/{id}' }),
      'Its address is a pattern: no address to ask is known.',
    ],
    [
      'a pattern as body',
      stub({ method: 'POST', url: '/a', bodyPatterns: [{ contains: 'x' }] }),
      'Its body is a pattern: no body to send is known.',
    ],
    ['a fault', stub({ url: '/a' }, { response: { fault: 'EMPTY_RESPONSE' } }), 'Its answer is a fault.'],
    ['a proxy', stub({ url: '/a' }, { response: { proxyBaseUrl: 'http://x' } }), 'It asks another service itself.'],
    [
      'a masked address',
      stub({}, { metadata: { recorded: { url: '/a?token=***', headers: [] } } }),
      'Its address had credentials, which were not kept.',
    ],
    [
      'a body with credentials',
      stub({ url: '/a' }, { metadata: { recorded: { url: '/a', headers: [], bodyLeftOut: 'credentials' } } }),
      'The body of its request had credentials, which were not kept.',
    ],
  ])('%s', (_, given, request) => {
    expect(asked(given)).toBe(request);
  });

  test('a stub without a method is requested with GET', () => {
    expect([{}, { method: ['PUT'] }, { method: 'put' }].map((request) => askedMethod({ request }))).toEqual([
      'GET',
      'GET',
      'PUT',
    ]);
  });

  test('only safe methods are sent by default', () => {
    const methods = ['GET', 'HEAD', 'OPTIONS', 'TRACE', 'POST', 'PUT', 'PATCH', 'DELETE', 'get'];
    expect(methods.filter(isSafe)).toEqual(['GET', 'HEAD', 'OPTIONS', 'TRACE']);
  });
});
