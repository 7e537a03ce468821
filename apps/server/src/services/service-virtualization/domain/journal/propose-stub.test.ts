import type { Difference, RequestView } from '@touchstone/engine-mock/core';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../asset-content.ts';
import type { ExchangeDetail } from '../journal-row.ts';
import { requestOfRow } from '../request-of-row.ts';
import { adjustedStub, stubForRequest } from './propose-stub.ts';

const call = (given: Partial<ExchangeDetail['request']> = {}, text = '', body: object = {}) =>
  ({
    method: 'POST',
    url: '/orders',
    headers: [],
    clientIp: '10.0.0.1',
    body: { text, isCut: false, isBase64: false, ...body },
    ...given,
  }) as unknown as ExchangeDetail['request'];
const requestFor = (...given: Parameters<typeof call>) => stubForRequest(call(...given)).stub.request;

describe('a stub for a call', () => {
  test('matches its method and path, and answers', () => {
    expect(stubForRequest(call())).toEqual({
      name: 'POST /orders',
      stub: {
        request: { method: 'POST', urlPath: '/orders' },
        response: { status: 200, headers: { 'Content-Type': 'application/json' }, jsonBody: {} },
      },
    });
    expect(stubForRequest(call({ url: `/${'x'.repeat(300)}` })).name).toHaveLength(255);
  });

  test.each([
    ['/a?b=1&c=x%20y', { b: { equalTo: '1' }, c: { equalTo: 'x y' } }],
    ['/a?next=/b?c=1', { next: { equalTo: '/b?c=1' } }],
    ['/a?token=***&b=1', { b: { equalTo: '1' } }],
    ['/a?token=***', undefined],
    ['/a?', undefined],
  ])('matches the query of %s, without what was masked', (url, queryParameters) => {
    expect(requestFor({ url })).toEqual({ method: 'POST', urlPath: '/a', ...(queryParameters && { queryParameters }) });
  });

  const asJson = (text: string) => [{ equalToJson: text, ignoreArrayOrder: true, ignoreExtraElements: true }];
  test.each<[text: string, body: object, patterns: object[] | undefined]>([
    ['{"a":1}', {}, asJson('{"a":1}')],
    ['a=1', {}, [{ equalTo: 'a=1' }]],
    ['', {}, undefined],
    ['{"password":"***"}', {}, undefined],
    ['{"a":1}', { isCut: true }, undefined],
    ['eyJ9', { isBase64: true }, undefined],
  ])('matches the body %s %j', (text, body, bodyPatterns) => {
    expect(requestFor({}, text, body)).toEqual({
      method: 'POST',
      urlPath: '/orders',
      ...(bodyPatterns && { bodyPatterns }),
    });
  });
});

describe('a near miss is adjusted', () => {
  const view = { path: '/orders/7', request: { method: 'PUT', url: '/orders/7?a=1' } } as unknown as RequestView;
  const difference = (given: Partial<Difference>): Difference => ({
    part: 'method',
    name: '',
    operator: 'equalTo',
    expected: 'old',
    actual: 'new',
    isMatch: false,
    distance: 1,
    ...given,
  });
  const request = {
    method: 'GET',
    urlPath: '/orders',
    headers: { 'X-A': { equalTo: '1' }, 'X-B': { equalTo: '2' } },
    cookies: { id: { equalTo: '1' } },
    bodyPatterns: [{ equalTo: 'old' }],
    basicAuth: { username: 'a', password: 'b' },
  };

  test.each<[part: Partial<Difference>, changed: object, told: string]>([
    [{ part: 'method', expected: 'GET' }, { method: 'PUT' }, 'Method: PUT instead of GET'],
    [{ part: 'urlPathPattern' }, { urlPath: '/orders/7' }, 'Address: /orders/7 instead of old'],
    [{ part: 'url' }, { urlPath: undefined, url: '/orders/7?a=1' }, 'Address: /orders/7?a=1 instead of old'],
    [{ part: 'urlPattern' }, { urlPath: undefined, url: '/orders/7?a=1' }, 'Address: /orders/7?a=1 instead of old'],
    [
      { part: 'headers', name: 'X-A', actual: '5' },
      { headers: { 'X-A': { equalTo: '5' }, 'X-B': { equalTo: '2' } } },
      'headers X-A: 5 instead of old',
    ],
    [
      { part: 'headers', name: 'X-A', actual: undefined },
      { headers: { 'X-B': { equalTo: '2' } } },
      'headers X-A: no condition any more (it was old)',
    ],
    [
      { part: 'headers', name: 'X-A', actual: '***' },
      { headers: { 'X-B': { equalTo: '2' } } },
      'headers X-A: no condition any more (it was old)',
    ],
    [
      { part: 'cookies', name: 'id', actual: undefined },
      { cookies: undefined },
      'cookies id: no condition any more (it was old)',
    ],
    [{ part: 'bodyPatterns', actual: 'a=1' }, { bodyPatterns: [{ equalTo: 'a=1' }] }, 'Body: that of the call'],
    [
      { part: 'bodyPatterns', actual: '***' },
      { bodyPatterns: undefined },
      'bodyPatterns: no condition any more (it was old)',
    ],
    [
      { part: 'bodyPatterns', actual: undefined },
      { bodyPatterns: undefined },
      'bodyPatterns: no condition any more (it was old)',
    ],
    [{ part: 'basicAuth', actual: 'x' }, { basicAuth: undefined }, 'basicAuth: no condition any more (it was old)'],
  ])('in %j', (part, changed, told) => {
    const given: JsonObject = { request, priority: 3 };
    const { stub, changes } = adjustedStub(given, [difference(part)], view);
    expect(stub).toEqual({ request: { ...request, ...changed }, priority: 3 });
    expect(changes).toEqual([told]);
    expect(given.request).toEqual(request);
  });

  test('an address with masked credentials is matched by its path', () => {
    const masked = { path: '/a', request: { method: 'GET', url: '/a?token=***' } } as unknown as RequestView;
    expect(adjustedStub({}, [difference({ part: 'url' })], masked).stub.request).toEqual({ urlPath: '/a' });
  });
});

test.each([
  ['Shop.test', 'shop.test', 80],
  ['shop.test:8443', 'shop.test', 8443],
  ['[::1]:3000', '[::1]', 3000],
  ['a:b', '', 80],
  ['[::1]', '[::1]', 80],
  [undefined, 'localhost', 80],
])('a call to %s goes to the engine as %s, port %i', (value, host, port) => {
  const headers = value === undefined ? [] : [{ name: 'HOST', value }];
  const request = requestOfRow({ request: call({ headers }, 'ä') });
  expect(request).toMatchObject({ method: 'POST', url: '/orders', host, port, clientIp: '10.0.0.1' });
  expect(request.headers).toEqual(headers.map(({ name }) => [name, value]));
  expect(request.body).toEqual(new TextEncoder().encode('ä'));
});

test('a binary body is passed to the engine as bytes', () => {
  const { body } = requestOfRow({ request: call({}, 'AAEC', { isBase64: true }) });
  expect([...(body ?? [])]).toEqual([0, 1, 2]);
});
