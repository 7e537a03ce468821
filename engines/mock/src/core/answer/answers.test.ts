import { expect, test } from 'vitest';
import { mockRequest } from '../../testing/request.ts';
import { MockEngine } from '../engine/mock-engine.ts';
import { isSecretName, maskedHeader, maskedText, maskedUrl } from '../import/recording/mask-secrets.ts';
import { checkWebSocket } from '../parse/parse-web-socket.ts';
import { RequestView } from '../request/request-view.ts';
import { corsHeaders, preflight } from './cors.ts';
import type { MockAnswer } from './mock-answer.ts';

const view = (method: string, headers: Record<string, string>) => new RequestView(mockRequest({ method, headers }));
const asks = { 'Access-Control-Request-Method': 'PUT' };

test('a preflight is told which methods and headers it may use', () => {
  const answer = preflight(view('OPTIONS', { ...asks, 'Access-Control-Request-Headers': 'x-a, x-b' }));
  expect(answer?.status).toBe(204);
  expect(Object.fromEntries(answer?.headers ?? [])).toEqual({
    'Access-Control-Allow-Methods': 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS, TRACE',
    'Access-Control-Allow-Headers': 'x-a, x-b',
    'Access-Control-Max-Age': '600',
  });
  expect(preflight(view('OPTIONS', asks))?.headers.map(([name]) => name)).not.toContain('Access-Control-Allow-Headers');
  expect([preflight(view('GET', asks)), preflight(view('OPTIONS', {}))]).toEqual([undefined, undefined]);
});

test('a response can be read from other origins, unless its stub sets its own CORS headers', () => {
  const answer = { status: 200, headers: [['A', '1']], body: '', isFixed: true } as unknown as MockAnswer;
  const request = view('GET', { Origin: 'https://shop.test' });
  expect(corsHeaders(answer, request)).toMatchObject({
    isFixed: false,
    headers: [
      ['A', '1'],
      ['Access-Control-Allow-Origin', 'https://shop.test'],
      ['Access-Control-Allow-Credentials', 'true'],
      ['Access-Control-Expose-Headers', '*'],
      ['Vary', 'Origin'],
    ],
  });
  expect(corsHeaders(answer, view('GET', {}))).toBe(answer);
  const own: MockAnswer = { ...answer, headers: [['access-control-allow-origin', '*']] };
  expect(corsHeaders(own, request)).toBe(own);
});

test.each([
  ['Authorization', 'Bearer x', '***'],
  ['x-api-key', 'x', '***'],
  ['COOKIE', 'a=1', '***'],
  ['Set-Cookie', 'sid=secret; Path=/; HttpOnly', 'sid=***; Path=/; HttpOnly'],
  ['Set-Cookie', 'odd', '***'],
  ['Accept', 'text/html', 'text/html'],
  ['X-Authorization-Mode', 'a', 'a'],
])('the header %s: %s is shown as %s', (name, value, shown) => {
  expect(maskedHeader(name, value)).toBe(shown);
});

test.each([
  ['/a', '/a'],
  ['/a?b=1&token=x&c', '/a?b=1&token=***&c'],
  ['/a?ACCESS_TOKEN=x?y', '/a?ACCESS_TOKEN=***'],
  ['/a?token', '/a?token'],
  ['/a?mytoken=x&sig=y&signature=z', '/a?mytoken=x&sig=***&signature=***'],
])('the address %s is shown as %s', (url, shown) => {
  expect(maskedUrl(url)).toBe(shown);
});

test.each([
  ['{"password":"a\\"b","user":"ada"}', '{"password":"***","user":"ada"}'],
  ['{ "API_KEY" : 12.5e3, "n": 1 }', '{ "API_KEY" : "***", "n": 1 }'],
  ['{"passwords":"a"}', '{"passwords":"a"}'],
  ['<a><n:Password type="x">geheim</n:Password></a>', '<a><n:Password type="x">***</n:Password></a>'],
  ['user=ada&password=x%20y&b=1', 'user=ada&password=***&b=1'],
  ['client_secret=x', 'client_secret=***'],
  ['say password=x', 'say password=x'],
])('the text %s is shown as %s', (text, shown) => {
  expect(maskedText(text)).toBe(shown);
});

test('names of credentials match as whole names', () => {
  expect(['password', 'PWD', 'clientSecret', 'x-api-key', 'private_key'].map(isSecretName)).toEqual(
    Array(5).fill(true),
  );
  expect(['pass', 'tokens', 'apikeys', 'design'].some(isSecretName)).toBe(false);
});

test.each<[value: unknown, paths: string[]]>([
  [undefined, []],
  [null, []],
  [{ messages: [{ body: 'a' }, { jsonBody: {}, delay: 0 }, { base64Body: 'YQ==' }], protocol: 'chat.v1' }, []],
  [{ close: { code: 1000, reason: 'done' }, pingIntervalMilliseconds: 100 }, []],
  [[], ['ws']],
  [{ other: 1 }, ['ws.other']],
  [{ messages: {} }, ['ws.messages']],
  [{ messages: ['a'] }, ['ws.messages[0]']],
  [{ messages: [{ body: 'a' }, {}] }, ['ws.messages[1]']],
  [{ messages: [{ body: 'a', jsonBody: 1 }] }, ['ws.messages[0]']],
  [{ messages: [{ body: 5, more: 1 }] }, ['ws.messages[0].more', 'ws.messages[0].body']],
  [{ messages: [{ body: 'a', delay: -1 }] }, ['ws.messages[0].delay']],
  [{ messages: [{ body: 'a', delay: '1' }] }, ['ws.messages[0].delay']],
  [{ close: 1000 }, ['ws.close']],
  [{ close: { code: 1001 } }, ['ws.close.code']],
  [{ close: { code: 1006 } }, ['ws.close.code']],
  [{ close: { code: 1007 } }, []],
  [{ close: { code: 1014 } }, []],
  [{ close: { code: 1015 } }, ['ws.close.code']],
  [{ close: { code: 2999 } }, ['ws.close.code']],
  [{ close: { code: 3000 } }, []],
  [{ close: { code: 4999 } }, []],
  [{ close: { code: 5000 } }, ['ws.close.code']],
  [{ close: { reason: 'x'.repeat(120) } }, []],
  [{ close: { reason: 'x'.repeat(121) } }, ['ws.close.reason']],
  [{ pingIntervalMilliseconds: 99 }, ['ws.pingIntervalMilliseconds']],
  [{ pingIntervalMilliseconds: '100' }, ['ws.pingIntervalMilliseconds']],
  [{ protocol: 'a b' }, ['ws.protocol']],
])('the problems of the conversation %j are: %j', (value, paths) => {
  const found: string[] = [];
  checkWebSocket(value, 'ws', (path) => found.push(path));
  expect(found).toEqual(paths);
});

const matched = (pattern: object, header?: string) => {
  const engine = new MockEngine();
  const { problems } = engine.put({ request: { method: 'ANY', headers: { X: pattern } }, response: {} });
  const { by } = engine.serve(mockRequest(header === undefined ? {} : { headers: { X: header } }));
  return problems.length > 0 ? problems.map(({ message }) => message).join(' ') : by === 'stub';
};
test.each<[pattern: object, header: string | undefined, expected: boolean | string]>([
  [{ absent: false }, 'a', true],
  [{ not: { absent: true } }, undefined, false],
  [{ not: { absent: true } }, 'a', true],
  [{ not: { equalTo: 'a' } }, undefined, true],
  [{ equalToNumber: 3 }, '3.0', true],
  [{ equalToNumber: 3 }, 'x', false],
  [{ greaterThanEqualNumber: 3 }, '3', true],
  [{ lessThanNumber: 3 }, '3', false],
  [{ lessThanNumber: 3 }, '2.9', true],
  [{ lessThanEqualNumber: 3 }, '3', true],
  [{ lessThanEqualNumber: 3 }, '3.1', false],
  [{ greaterThanNumber: 3 }, '3', false],
  [{ greaterThanNumber: 3 }, '3.1', true],
  [{ greaterThanEqualNumber: 3 }, '2.9', false],
  [{ equalToNumber: 3 }, '4', false],
  [{ lessThanNumber: 3 }, ' ', false],
  [{}, 'a', 'The pattern is empty. Name an operator such as equalTo.'],
  [{ sameAs: 'a' }, 'a', expect.stringContaining('“sameAs” is not an operator.') as unknown as string],
  [{ or: [] }, 'a', 'Give a list of patterns.'],
  [{ equalToJson: '{' }, 'a', expect.stringContaining('The JSON cannot be read') as unknown as string],
])('the header %j matches %s: %s', (pattern, header, expected) => {
  expect(matched(pattern, header)).toEqual(expected);
});
