import type { KeptExchange } from '@touchstone/engine-mock/core';
import { expect, test } from 'vitest';
import { assetOfCall, recordedFacts } from './recorded-row.ts';

const call = (url: string, response: KeptExchange['response'] = { status: 200 }): KeptExchange => ({
  request: { method: 'GET', url },
  response,
  recorded: { url, headers: [] },
});
const once = { scenario: undefined, isParameterised: false };
const facts = (kept: KeptExchange) => recordedFacts(kept, 7, (text) => `hash of ${text}`);
/** An answer that repeats the id in its address. */
const repeats = call('/orders/42', { status: 201, headers: { 'content-type': 'text/plain' }, body: 'Order 42' });

test('lists show the request and the answer of a recorded call', () => {
  expect(facts(call('/orders?page=2', { status: 404 }))).toEqual({
    method: 'GET',
    url: '/orders?page=2',
    status: 404,
    contentType: '',
    sizeBytes: 7,
    requestHash: 'hash of {"method":"GET","url":"/orders?page=2"}',
    answerHash: 'hash of {"status":404,"headers":{}}',
    shapeHash: null,
    templateAddress: null,
  });
});

test('a call whose answer repeats its id has a template as address', () => {
  expect(facts(repeats)).toMatchObject({
    contentType: 'text/plain',
    shapeHash: expect.stringContaining('{{request.path.id}}'),
    templateAddress: '/orders/{id}',
  });
});

test.each<[string, KeptExchange['response']['headers'], string]>([
  ['in any letters', { 'X-A': '1', 'CONTENT-TYPE': 'text/css' }, 'text/css'],
  ['the first of several', { 'Content-Type': ['text/html', 'text/css'] }, 'text/html'],
  ['as much as a row keeps', { 'Content-Type': 'x'.repeat(256) }, 'x'.repeat(255)],
  ['without what a row cannot keep', { 'Content-Type': 'a\0b' }, 'a\uFFFDb'],
])('the type of an answer is shown: %s', (_, headers, contentType) => {
  expect(facts(call('/a', { status: 200, ...(headers && { headers }) })).contentType).toBe(contentType);
});

test('a long address and a long method are truncated without splitting a character', () => {
  const long = facts({ ...call(`/${'x'.repeat(8190)}😀`), request: { method: 'M'.repeat(51), url: '/a' } });
  expect([long.url, long.method]).toEqual([`/${'x'.repeat(8190)}\uFFFD`, 'M'.repeat(50)]);
});

test.each<[string, KeptExchange, Parameters<typeof assetOfCall>[1], string, object]>([
  ['a call', call('/a?b=1'), once, 'GET /a', { request: { method: 'GET', url: '/a?b=1' } }],
  ['a call with an id', repeats, once, 'GET /orders/42', { response: { body: 'Order 42' } }],
  [
    'calls that differ in their id',
    repeats,
    { ...once, isParameterised: true },
    'GET /orders/{id}',
    { request: { urlPathTemplate: '/orders/{id}' }, response: { body: 'Order {{request.path.id}}' } },
  ],
  [
    'the step of a scenario',
    call(`/${'x'.repeat(300)}`),
    { ...once, scenario: { name: 'S', required: 'Started', next: 'Two', step: 1, of: 2 } },
    `GET /${'x'.repeat(241)} (1 of 2)`,
    { scenarioName: 'S', requiredScenarioState: 'Started', newScenarioState: 'Two' },
  ],
  ['any address', { ...call('/a'), request: { method: 'GET' } }, once, 'GET *', {}],
  ['a path', { ...call('/a'), request: { method: 'PUT', urlPath: '/p' } }, once, 'PUT /p', {}],
])('%s becomes an asset with a name that says what it answers', (_, kept, plan, name, stub) => {
  const asset = assetOfCall(kept, plan);
  expect(asset).toMatchObject({ name, content: { form: 'stub', stub } });
  expect(asset.name.length).toBeLessThanOrEqual(255);
});
