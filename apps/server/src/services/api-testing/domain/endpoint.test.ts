import { expect, test } from 'vitest';
import { endpointOf } from './endpoint.ts';

test.each([
  ['GET', '{{baseUrl}}/orders/{{ id }}?page=1', 'GET /orders/{id}'],
  ['get', 'https://shop.test:8443/orders/42#top', 'GET /orders/{id}'],
  ['GET', 'shop.test/orders/:id/', 'GET /orders/{id}'],
  ['POST', 'http://{{host}}/v2/users/{userId}/cards', 'POST /v2/users/{userId}/cards'],
  ['DELETE', 'https://a.test/files/0f8fad5b-d9cb-469f-a165-70867728950e', 'DELETE /files/{id}'],
  ['GET', 'https://a.test/blobs/9f86d081884c7d659a2feaa0c55ad015', 'GET /blobs/{id}'],
  ['GET', 'https://a.test/deadbeefdeadbeefdeadbeef', 'GET /deadbeefdeadbeefdeadbeef'],
  ['GET', 'https://a.test', 'GET /'],
  ['GET', '{{wholeAddress}}', 'GET /'],
  ['GET', '', 'GET /'],
  ['GET', 'https://a.test/reports/{{year}}-{{month}}', 'GET /reports/{year}-{month}'],
])('%s %s calls %s', (method, url, endpoint) => {
  expect(endpointOf(method, url)).toBe(endpoint);
});

test('a long address is cut', () => {
  expect(endpointOf('GET', `https://a.test/${'x'.repeat(9000)}`)).toHaveLength(500);
});
