import { MockEngine } from '@touchstone/engine-mock/core';
import { expect, test } from 'vitest';
import { exchangeOf } from './journal-row.ts';

const exchange = (url: string) =>
  exchangeOf(
    new MockEngine().serve({
      method: 'GET',
      url,
      scheme: 'http',
      host: 'localhost',
      port: 80,
      clientIp: '127.0.0.1',
      protocol: 'HTTP/1.1',
      headers: [['Authorization', 'Bearer abc']],
      body: new Uint8Array(),
    }),
    ['s3cret'],
  );

test.each([
  ['/a?api_key=abc&page=2', '/a?api_key=***&page=2'],
  ['/a?access_token=abc', '/a?access_token=***'],
  ['/a?page=2&q=token', '/a?page=2&q=token'],
  ['/a/s3cret?x=s3cret', '/a/***?x=***'],
  ['/a', '/a'],
])('of the address %s the journal keeps %s', (url, kept) => {
  const { request, response } = exchange(url);
  expect(response.body.text).toContain(`No stub matches GET ${kept}`);
  expect(request).toMatchObject({ url: kept, headers: [{ name: 'Authorization', value: '***' }] });
});
