import { loadXPath } from '@touchstone/engine-assert/core';
import { beforeAll, expect, test } from 'vitest';
import { mockRequest } from '../../testing/request.ts';
import { MockEngine } from '../engine/mock-engine.ts';
import { RequestView } from '../request/request-view.ts';

beforeAll(() => loadXPath());

const count = 3000;
/** Bodies by the kind of matcher that expects them. */
const bodies: Record<string, { matcher: (n: number) => object; body: (n: number) => string }> = {
  JSON: {
    matcher: (n) => ({ equalToJson: { id: n, name: `n${n}` } }),
    body: (n) => JSON.stringify({ id: n, name: `n${n}` }),
  },
  JSONPath: {
    matcher: (n) => ({ matchesJsonPath: { expression: '$.name', equalTo: `n${n}` } }),
    body: (n) => JSON.stringify({ name: `n${n}` }),
  },
  XML: { matcher: (n) => ({ equalToXml: `<o><name>n${n}</name></o>` }), body: (n) => `<o><name>n${n}</name></o>` },
  'a text': { matcher: (n) => ({ contains: `name n${n}.` }), body: (n) => `The name n${n}.` },
};
interface Sent {
  method: string;
  path: string;
  page: string;
  kind: string;
  body: string;
}
const changes: Record<string, (sent: Sent) => Sent> = {
  method: (sent) => ({ ...sent, method: 'PATCH' }),
  path: (sent) => ({ ...sent, path: '/order' }),
  query: (sent) => ({ ...sent, page: 'x' }),
  header: (sent) => ({ ...sent, kind: 'other' }),
  body: (sent) => ({ ...sent, body: sent.body.replace(/n\d+/, 'none') }),
};

test.each(Object.keys(bodies))(
  'of thousands of stubs at one address, distinguished by %s, the intended one is the nearest',
  (kind) => {
    const { matcher, body } = bodies[kind]!;
    const engine = new MockEngine();
    const stub = (n: number) => ({
      id: `s${n}`,
      request: {
        method: n % 2 ? 'POST' : 'PUT',
        urlPath: '/orders',
        queryParameters: { page: { equalTo: String(n) } },
        headers: { 'X-Kind': { equalTo: `kind-${n % 7}` } },
        bodyPatterns: [matcher(n)],
      },
      response: {},
    });
    expect(engine.putAll(Array.from({ length: count }, (_, n) => stub(n)))).toEqual([]);
    const missed: string[] = [];
    for (let n = 5; n < count; n += 250)
      for (const [what, change] of Object.entries(changes)) {
        const right = {
          method: n % 2 ? 'POST' : 'PUT',
          path: '/orders',
          page: String(n),
          kind: `kind-${n % 7}`,
          body: body(n),
        };
        const { method, path, page, kind: sentKind, body: sentBody } = change(right);
        const request = mockRequest({
          method,
          url: `${path}?page=${page}`,
          headers: { 'X-Kind': sentKind },
          body: sentBody,
        });
        if (engine.nearMisses(new RequestView(request), 1)[0]?.stub.id !== `s${n}`) missed.push(`${what} of ${n}`);
      }
    expect(missed).toEqual([]);
  },
);

test('replaced or removed stubs are no longer found by their old words', () => {
  const engine = new MockEngine();
  const stub = (id: string, name: string) => ({
    id,
    request: { headers: { 'X-Name': { equalTo: name } } },
    response: {},
  });
  engine.putAll([stub('a', 'anton'), stub('b', 'berta')]);
  const likely = (name: string) =>
    engine.index
      .near(new RequestView(mockRequest({ url: '/x', headers: { 'X-Name': name } })), 0)
      .likely.map(({ stub: { id } }) => id);
  expect([likely('anton'), likely('berta')]).toEqual([['a'], ['b']]);
  engine.put(stub('a', 'berta'));
  engine.remove('b');
  expect([likely('anton'), likely('berta')]).toEqual([[], ['a']]);
});
