import { describe, expect, test } from 'vitest';
import { type GivenRequest, mockRequest } from '../../testing/request.ts';
import { RequestView } from '../request/request-view.ts';
import { compileStub } from './compiled-stub.ts';
import { StubIndex } from './stub-index.ts';

const context = { now: () => new Date(0), problem: () => undefined };
function indexOf(requests: Record<string, object>): StubIndex {
  const index = new StubIndex();
  for (const [place, [id, request]] of Object.entries(requests).entries())
    index.add(compileStub({ id, request: { ...request }, response: {} }, place, context));
  return index;
}
const near = (index: StubIndex, given: GivenRequest, limit = 100) => {
  const { likely, around } = index.near(new RequestView(mockRequest(given)), limit);
  return { likely: likely.map(({ stub }) => stub.id), around: around.map(({ stub }) => stub.id) };
};

describe('stubs that share words with a request are likely', () => {
  test.each<[what: string, request: object, given: GivenRequest, isLikely: boolean]>([
    ['of the path', { urlPath: '/orders/anton' }, { url: '/customers/anton' }, true],
    ['of the whole address', { url: '/a/anton?x=1' }, { url: '/b/anton' }, true],
    ['of the query', { url: '/a?name=anton' }, { url: '/b?name=anton' }, true],
    ['of a parameter', { queryParameters: { name: { equalTo: 'anton' } } }, { url: '/b?name=anton' }, true],
    [
      'but not of another parameter',
      { queryParameters: { name: { equalTo: 'anton' } } },
      { url: '/b?other=anton' },
      false,
    ],
    [
      'of a header in any case',
      { headers: { 'X-Name': { equalTo: 'anton' } } },
      { headers: { 'x-name': 'anton' } },
      true,
    ],
    [
      'but not of what all send',
      { headers: { Accept: { equalTo: 'anton' } } },
      { headers: { accept: 'anton' } },
      false,
    ],
    ['of a cookie', { cookies: { who: { equalTo: 'anton' } } }, { headers: { Cookie: 'who=anton' } }, true],
    ['of the body', { bodyPatterns: [{ contains: 'anton' }] }, { method: 'POST', body: '{"name":"anton"}' }, true],
    ['of a form', { formParameters: { name: { equalTo: 'anton' } } }, { method: 'POST', body: 'name=anton' }, true],
    ['of the action', { soapAction: { equalTo: 'urn:anton' } }, { headers: { SOAPAction: 'urn:anton' } }, true],
    ['but not of the body and the path', { urlPath: '/anton' }, { method: 'POST', url: '/b', body: 'anton' }, false],
    ['that are not of ASCII', { bodyPatterns: [{ contains: 'größe' }] }, { method: 'POST', body: 'die größe' }, true],
    ['but not of parts of them', { urlPath: '/anton' }, { url: '/anton_2' }, false],
  ])('%s', (_, request, given, isLikely) => {
    expect(near(indexOf({ s: request }), given, 0).likely).toEqual(isLikely ? ['s'] : []);
  });

  test('those that share more and rarer words come first', () => {
    const index = indexOf({
      one: { urlPath: '/shared/x1' },
      two: { urlPath: '/shared/rare' },
      three: { urlPath: '/shared/rare', headers: { A: { equalTo: 'rare' } } },
    });
    expect(near(index, { url: '/shared/rare', headers: { A: 'rare' } }, 0).likely).toEqual(['three', 'two', 'one']);
  });

  test('a word that more than 256 stubs have is ignored', () => {
    const many = (count: number) =>
      indexOf(Object.fromEntries(Array.from({ length: count }, (_, n) => [`s${n}`, { urlPath: '/same' }])));
    expect(near(many(256), { url: '/same' }, 0).likely).toHaveLength(32);
    expect(near(many(257), { url: '/same' }, 0).likely).toHaveLength(0);
  });

  test('until they are removed', () => {
    const index = indexOf({ a: { urlPath: '/x' }, b: { urlPath: '/x' }, c: { urlPath: '/x' } });
    for (const id of ['b', 'a', 'c']) {
      expect([index.remove(id), index.remove(id)]).toEqual([true, false]);
      expect(near(index, { url: '/x' }, 0).likely).not.toContain(id);
    }
    expect(index.size).toBe(0);
  });
});

describe('stubs around an address', () => {
  const index = indexOf({
    other: { urlPath: '/zz/yy' },
    sibling: { urlPath: '/aa/cc' },
    method: { method: 'PUT', urlPath: '/aa/bb' },
    same: { method: 'GET', urlPath: '/aa/bb' },
    below: { urlPathPattern: '/aa/.*' },
    host: { urlPath: '/hh', host: { equalTo: 'other.test' } },
  });
  const around = (given: GivenRequest, limit?: number) => {
    const found = near(index, given, limit);
    return [...found.likely, ...found.around];
  };

  test('are all of them if there are few', () => {
    expect(around({ url: '/aa/bb' }).toSorted()).toEqual(['below', 'host', 'method', 'other', 'same', 'sibling']);
  });

  test('are those along its path if there are many', () => {
    const many = indexOf({
      ...Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`far${n}`, { urlPath: `/f${n}/x` }])),
      near: { urlPathTemplate: '/{v}/deep/end' },
    });
    expect(near(many, { url: '/qq/deep/stop' }, 3)).toEqual({ likely: ['near'], around: expect.any(Array) });
    const { around: found } = near(many, { url: '/qq/rr/ss' }, 3);
    expect(found[0]).toBe('near');
    expect(found).toHaveLength(3);
  });

  test('are none if none are requested', () => {
    expect(near(index, { url: '/nothing' }, 0)).toEqual({ likely: [], around: [] });
  });
});

test('a stub is disabled and re-enabled in its place', () => {
  const index = indexOf({ a: { urlPath: '/x' }, b: { urlPath: '/x' } });
  expect([index.setEnabled('b', false), index.setEnabled('none', false)]).toEqual([true, false]);
  expect(index.list().map(({ stub: { id, enabled } }) => [id, enabled])).toEqual([
    ['b', false],
    ['a', undefined],
  ]);
});
