import { expect, test } from 'vitest';
import { orderOf } from './call-order.ts';

test.each([
  ['POST /orders', [{ method: 'POST', urlPath: '/orders' }]],
  ['get /orders/1\n\n * /pay ', [{ method: 'GET', urlPath: '/orders/1' }, { urlPath: '/pay' }]],
  ['GET /orders?page=2', [{ method: 'GET', url: '/orders?page=2' }]],
])('%j is a sequence of requests', (text, order) => {
  expect(orderOf(text)).toEqual({ order });
});

test.each([
  ['', 'Enter at least one request, such as GET /orders.'],
  [' \n ', 'Enter at least one request, such as GET /orders.'],
  ['GET /a\n/orders', 'Write “/orders” as a method and a path, such as GET /orders.'],
  ['GET orders', 'Write “GET orders” as a method and a path, such as GET /orders.'],
  ['GET /a b', 'Write “GET /a b” as a method and a path, such as GET /orders.'],
  ['GET /a\n'.repeat(101), 'Enter at most 100 requests.'],
])('%j is not', (text, problem) => {
  expect(orderOf(text)).toEqual({ problem });
});
