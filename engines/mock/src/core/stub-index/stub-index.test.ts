import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mockRequest } from '../../testing/request.ts';
import { RequestView } from '../request/request-view.ts';
import { type CompiledStub, comesBefore, compileStub } from './compiled-stub.ts';
import { StubIndex } from './stub-index.ts';

const context = { now: () => new Date(0), problem: () => undefined };
const segment = fc.constantFrom('a', 'b', 'c', '', '1');
const path = fc.array(segment, { minLength: 1, maxLength: 3 }).map((parts) => `/${parts.join('/')}`);
const query = fc.constantFrom('', '?q=1', '?q=2&r=1', '?r=1');
const address = fc.oneof(
  fc.record({ url: fc.tuple(path, query).map((parts) => parts.join('')) }),
  fc.record({ urlPath: path }),
  fc.record({ urlPathTemplate: fc.constantFrom('/{x}', '/a/{x}', '/{x}/{y}', '/a/{x}/b', '/a/**', '/{x}.b') }),
  fc.record({ urlPathPattern: fc.constantFrom('/a/.*', '/[ab]', '/a|/b', '/a/b?', '/a(/c)?', '.*', '/a/[0-9]+') }),
  fc.record({ urlPattern: fc.constantFrom('/a\\?q=.', '/a/.*', '/.*') }),
  fc.constant({}),
);
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
const value = fc.constantFrom('1', '2', '3');
const equal = value.map((text) => ({ equalTo: text }));
const stub = fc.record({
  address,
  method: fc.constantFrom('ANY', 'GET', 'POST'),
  priority: maybe(fc.constantFrom(1, 5, 9)),
  query: maybe(equal),
  header: maybe(fc.oneof(equal, fc.constant({ absent: true }))),
  host: maybe(fc.constantFrom('one.test', 'two.test')),
});
const request = fc.record({
  method: fc.constantFrom('GET', 'POST', 'PUT'),
  path,
  query,
  header: maybe(fc.oneof(value, fc.tuple(value, value))),
  host: fc.constantFrom('one.test', 'two.test', 'three.test'),
});

type GivenStub = typeof stub extends fc.Arbitrary<infer Given> ? Given : never;

function compiled(given: GivenStub, sequence: number): CompiledStub {
  const { address: url, method, priority, query: q, header, host } = given;
  return compileStub(
    {
      id: String(sequence),
      request: {
        ...url,
        method,
        ...(q === undefined ? {} : { queryParameters: { q } }),
        ...(header === undefined ? {} : { headers: { X: header } }),
        ...(host === undefined ? {} : { host: { equalTo: host } }),
      },
      response: {},
      ...(priority === undefined ? {} : { priority }),
    },
    sequence,
    context,
  );
}

test('the index finds the same stub as a search through all of them, also after removals', () => {
  fc.assert(
    fc.property(
      fc.array(stub, { maxLength: 30 }),
      fc.array(request, { minLength: 1, maxLength: 10 }),
      fc.array(fc.nat(29)),
      (stubs, requests, removed) => {
        const index = new StubIndex();
        const all = stubs.map(compiled);
        for (const item of all) index.add(item);
        for (const number of removed) index.remove(String(number));
        const left = all.filter(({ stub: { id } }) => !removed.map(String).includes(id));
        expect(index.size).toBe(left.length);
        left.sort((a, b) => (comesBefore(a, b) ? -1 : 1));
        for (const given of requests) {
          const view = new RequestView(
            mockRequest({
              method: given.method,
              url: `${given.path}${given.query}`,
              host: given.host,
              headers: given.header === undefined ? {} : { x: given.header },
            }),
          );
          const expected = left.find(({ matcher }) => matcher.test(view));
          expect(index.find(view, () => true)?.stub.id).toBe(expected?.stub.id);
        }
      },
    ),
    { numRuns: 300 },
  );
});

test('100,000 stubs are added, and one is found without checking many', () => {
  const index = new StubIndex();
  let looks = 0;
  for (let number = 0; number < 100_000; number += 1) {
    const item = compileStub(
      { id: String(number), request: { method: 'GET', urlPathTemplate: `/r${number}/{id}` }, response: {} },
      number,
      context,
    );
    index.add(item);
  }
  const view = new RequestView(mockRequest({ url: '/r77/1' }));
  const found = index.find(view, () => {
    looks += 1;
    return true;
  });
  expect(found?.stub.id).toBe('77');
  expect(looks).toBe(1);
});

test('stubs of one path that differ in a value are looked up by it', () => {
  const index = new StubIndex();
  for (let number = 0; number < 5000; number += 1)
    index.add(
      compileStub(
        {
          id: String(number),
          request: { urlPath: '/same', queryParameters: { id: { equalTo: String(number) } } },
          response: {},
        },
        number,
        context,
      ),
    );
  const lists: CompiledStub[][] = [];
  const view = new RequestView(mockRequest({ url: '/same?id=17' }));
  expect(index.find(view, (candidate) => lists.push([candidate]) > 0)?.stub.id).toBe('17');
  expect(lists).toHaveLength(1);
});
