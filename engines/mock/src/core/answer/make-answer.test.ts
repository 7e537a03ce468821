import { describe, expect, test } from 'vitest';
import { type GivenRequest, mockRequest } from '../../testing/request.ts';
import { MockEngine } from '../engine/mock-engine.ts';

const files: Record<string, Uint8Array> = {
  'a.txt': new TextEncoder().encode('Hi {{request.query.name}}'),
  'a.png': new Uint8Array([255, 0]),
};
/** The response of a stub with this response definition, and the notes taken. */
function served(response: object, given: GivenRequest = {}, stub: object = {}) {
  const engine = new MockEngine({ file: (name) => files[name], seed: 1 });
  expect(engine.put({ request: { method: 'ANY' }, response, ...stub }).problems).toEqual([]);
  const { answer, notes } = engine.serve(mockRequest({ url: '/?name=Ada&lines=x%0D%0A3', ...given }));
  return { ...answer, notes };
}
const template = { transformers: ['response-template'] };

describe("a stub's response", () => {
  test.each<[response: object, answer: object]>([
    [{}, { status: 200, headers: [], body: '', delayMs: 0, webhooks: [], notes: [] }],
    [
      { status: 404, statusMessage: 'a\r\nb' },
      { status: 404, statusMessage: 'a b' },
    ],
    [{ body: '{{request.query.name}}' }, { body: '{{request.query.name}}' }],
    [{ body: '{{request.query.name}}', ...template }, { body: 'Ada' }],
    [{ jsonBody: { a: ['{{request.query.name}}'] }, ...template }, { body: '{"a":["Ada"]}' }],
    [{ base64Body: 'AP8=' }, { body: new Uint8Array([0, 255]) }],
    [{ bodyFileName: 'a.txt' }, { body: files['a.txt'] }],
    [{ bodyFileName: 'a.txt', ...template }, { body: 'Hi Ada' }],
    [{ bodyFileName: 'a.png', ...template }, { body: files['a.png'] }],
    [
      { bodyFileName: 'none' },
      { status: 500, body: 'The file none was not found below __files.', notes: ['The file none was not found.'] },
    ],
    [
      { headers: { A: ['1', '2'], B: '{{request.query.lines}}' }, ...template },
      {
        headers: [
          ['A', '1'],
          ['A', '2'],
          ['B', 'x 3'],
        ],
      },
    ],
    [{ fault: 'EMPTY_RESPONSE' }, { fault: 'EMPTY_RESPONSE' }],
    [{ chunkedDribbleDelay: { numberOfChunks: 3, totalDuration: 50 } }, { dribble: { chunks: 3, durationMs: 50 } }],
    [{ status: ' 20{{size (array 1 2 3)}} ' }, { status: 203 }],
  ])('%j is %j', (response, answer) => {
    expect(served(response)).toMatchObject(answer);
  });

  test.each(['Ada', '99', '1000', '200.5'])('has status 500 if its template renders the status %s', (name) => {
    const { status: answered, body, notes } = served({ status: '{{request.query.name}}' }, { url: `/?name=${name}` });
    expect(answered).toBe(500);
    expect(body).toContain('is not a number from 100 to 999.');
    expect(notes).toEqual([expect.stringContaining('The answer could not be made: The status')]);
  });

  test('may be events, with its own content type', () => {
    const events = [{ data: 'a\nb', event: 'x\ny', id: '7', retry: 5, delay: 10 }, { data: { n: 1 } }, {}];
    expect(served({ events })).toMatchObject({
      headers: [['Content-Type', 'text/event-stream']],
      events: [
        { text: 'event: x y\nid: 7\nretry: 5\ndata: a\ndata: b\n\n', delayMs: 10 },
        { text: 'data: {"n":1}\n\n', delayMs: 0 },
        { text: 'data: \n\n', delayMs: 0 },
      ],
    });
    expect(served({ events, headers: { 'content-type': 'text/x' } }).headers).toEqual([['content-type', 'text/x']]);
  });
});

describe('a request is forwarded', () => {
  test.each<[response: object, url: string, target: string]>([
    [{ proxyBaseUrl: 'http://up.test/' }, '/a?b', 'http://up.test/a?b'],
    [{ proxyBaseUrl: 'http://up.test/x//' }, '/a', 'http://up.test/x/a'],
    [{ proxyBaseUrl: 'http://up.test', proxyUrlPrefixToRemove: '/api' }, '/api/a', 'http://up.test/a'],
    [{ proxyBaseUrl: 'http://up.test', proxyUrlPrefixToRemove: '/api/' }, '/api/a', 'http://up.test/a'],
    [{ proxyBaseUrl: 'http://up.test', proxyUrlPrefixToRemove: '/api' }, '/other/api', 'http://up.test/other/api'],
    [{ proxyBaseUrl: 'http://up.test', proxyUrlPrefixToRemove: '/api' }, '/api', 'http://up.test'],
    [{ proxyBaseUrl: 'http://{{request.query.name}}.test', ...template }, '/?name=b', 'http://b.test/?name=b'],
  ])('by %j from %s to %s', (response, url, target) => {
    expect(served(response, { url }).proxy?.url).toBe(target);
  });

  test('with other headers', () => {
    const response = {
      proxyBaseUrl: 'http://up.test',
      additionalProxyRequestHeaders: { A: '1', B: ['2', '3'] },
      removeProxyRequestHeaders: ['X-A'],
    };
    expect(served(response).proxy).toMatchObject({
      addHeaders: [
        ['A', '1'],
        ['B', '2'],
        ['B', '3'],
      ],
      removeHeaders: ['x-a'],
    });
    expect(served({ proxyBaseUrl: 'http://up.test' }).proxy).toMatchObject({ addHeaders: [], removeHeaders: [] });
  });
});

describe('a callback', () => {
  const calls = (parameters: object, given: GivenRequest = {}) =>
    served({}, given, {
      serveEventListeners: [{ name: 'webhook', parameters }],
    });

  test.each<[parameters: object, webhook: object]>([
    [
      { url: 'http://a.test' },
      { method: 'GET', url: 'http://a.test', headers: [], body: undefined, delayMs: 0, hop: 1 },
    ],
    [
      {
        url: 'http://a.test',
        method: 'post',
        headers: { A: ['1', '{{originalRequest.query.lines}}'] },
        body: { n: 1 },
      },
      {
        method: 'POST',
        headers: [
          ['A', '1'],
          ['A', 'x 3'],
        ],
        body: '{"n":1}',
      },
    ],
    [
      { url: 'http://a.test', body: 'text', delay: { type: 'fixed', milliseconds: 5 } },
      { body: 'text', delayMs: 5 },
    ],
    [{ url: 'http://a.test', body: null }, { body: undefined }],
    [{ url: 'http://a.test', base64Body: 'AP8=' }, { body: new Uint8Array([0, 255]) }],
  ])('of %j is %j', (parameters, webhook) => {
    expect(calls(parameters).webhooks).toEqual([expect.objectContaining(webhook)]);
  });

  test.each([
    ['4', 1, []],
    ['5', 0, ['The callback was not sent: 5 callbacks in a row led here. Remove the cycle.']],
    ['x', 1, []],
  ])('after %s others is sent this many times: %i', (hop, count, notes) => {
    const found = calls({ url: 'http://a.test' }, { headers: { 'X-Touchstone-Mock-Hop': hop } });
    expect([found.webhooks.length, found.notes]).toEqual([count, notes]);
    if (count > 0) expect(found.webhooks[0]?.hop).toBe((Number(hop) || 0) + 1);
  });

  test('may also be an action after the response', () => {
    const { webhooks } = served(
      {},
      {},
      { postServeActions: [{ name: 'webhook', parameters: { url: 'http://a.test' } }] },
    );
    expect(webhooks).toHaveLength(1);
  });
});

test('a constant response is made once, unless the mock delays or templates all responses', () => {
  const engine = new MockEngine();
  engine.put({ request: {}, response: { body: 'a' } });
  const ask = () => engine.serve(mockRequest({ url: '/?name=Ada' })).answer;
  const first = ask();
  expect(first.isFixed).toBeUndefined();
  expect(ask()).toBe(first);
  expect(first.isFixed).toBe(true);
  engine.settings.fixedDelay = 5;
  expect(ask().delayMs).toBe(5);
  delete engine.settings.fixedDelay;
  expect(ask()).toBe(first);
  engine.put({ id: 'own', request: {}, response: { body: 'b', fixedDelayMilliseconds: 7 } });
  engine.settings.fixedDelay = 5;
  const own = ask();
  expect([own.delayMs, ask()]).toEqual([7, own]);
  expect(ask()).toBe(own);
});
