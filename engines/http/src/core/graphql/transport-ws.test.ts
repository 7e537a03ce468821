import type { HeaderList } from '@touchstone/engine-assert/core';
import { expect, test } from 'vitest';
import type { HttpBody } from '../plan.ts';
import { subscriptionTransport } from '../prepare-request.ts';
import { clientMessages, closingProblem, initPayload, readServerMessage } from './transport-ws.ts';

test.each<[string, ReturnType<typeof readServerMessage>]>([
  ['{"type":"connection_ack"}', { kind: 'acknowledged' }],
  ['{"type":"connection_ack","payload":{"a":1}}', { kind: 'acknowledged' }],
  ['{"type":"ping","payload":{}}', { kind: 'ping' }],
  ['{"type":"pong"}', { kind: 'nothing' }],
  ['{"id":"1","type":"next","payload":{"data":{"a":1}}}', { kind: 'next', data: '{"data":{"a":1}}' }],
  [
    '{"id":"1","type":"next","payload":{"data":12345678901234567890}}',
    { kind: 'next', data: '{"data":12345678901234567890}' },
  ],
  ['{"id":"2","type":"next","payload":{}}', { kind: 'nothing' }],
  ['{"id":"1","type":"complete"}', { kind: 'end', event: 'complete', data: '' }],
  ['{"id":"2","type":"complete"}', { kind: 'nothing' }],
  [
    '{"id":"1","type":"error","payload":[{"message":"No such field."},{"message":"No token."}]}',
    {
      kind: 'end',
      event: 'error',
      data: '[{"message":"No such field."},{"message":"No token."}]',
      problem: 'The server refused the subscription: No such field. No token.',
    },
  ],
  [
    '{"id":"1","type":"error"}',
    { kind: 'end', event: 'error', data: 'null', problem: 'The server refused the subscription, without a reason.' },
  ],
  ['{"id":"2","type":"error","payload":[]}', { kind: 'nothing' }],
  [
    '{"type":"ka"}',
    { kind: 'invalid', problem: 'The server sent a message that graphql-transport-ws does not have: {"type":"ka"}' },
  ],
  ['null', { kind: 'invalid', problem: 'The server sent a message that graphql-transport-ws does not have: null' }],
  ['hello', { kind: 'invalid', problem: 'The server sent a message that is not JSON: hello' }],
])('the server message %s', (text, expected) => expect(readServerMessage(text)).toEqual(expected));

test('the messages of the client', () => {
  expect(clientMessages.init({ 'X-A': 'b' })).toBe('{"type":"connection_init","payload":{"X-A":"b"}}');
  expect(clientMessages.subscribe('{"query":"subscription { a }","variables":{"id":12345678901234567890}}')).toBe(
    '{"id":"1","type":"subscribe","payload":{"query":"subscription { a }","variables":{"id":12345678901234567890}}}',
  );
});

test.each<[number, string, string | undefined]>([
  [1000, '', undefined],
  [1006, '', 'The server closed the connection (1006): the connection broke off.'],
  [
    4401,
    'Unauthorized',
    'The server closed the connection (4401 Unauthorized): it does not accept the credentials. Check the authentication and the headers of the request.',
  ],
  [4999, 'No more', 'The server closed the connection (4999 No more).'],
])('the close code %i', (code, reason, expected) => expect(closingProblem(code, reason)).toBe(expected));

test.each<[HeaderList[number], boolean]>([
  [['Authorization', 'Bearer t'], true],
  [['X-Tenant', 'a'], true],
  [['authorization', 'NTLM TlRM'], false],
  [['Host', 'a'], false],
  [['Content-Type', 'application/json'], false],
  [['Cookie', 'a=b'], false],
  [['Sec-WebSocket-Key', 'a'], false],
])("the header %j is part of the connection's initial payload: %s", (header, isIncluded) =>
  expect(initPayload([header])).toEqual(isIncluded ? Object.fromEntries([header]) : {}),
);

const document = 'query A { a } subscription B { b }';
test.each<[Partial<Extract<HttpBody, { type: 'graphql' }>>, string | undefined, string | undefined]>([
  [{ query: 'subscription { b }' }, undefined, 'webSocket'],
  [{ query: 'subscription { b }' }, 'text/event-stream', 'serverSentEvents'],
  [{ query: 'subscription { b }', subscription: 'webSocket' }, 'text/event-stream', 'webSocket'],
  [{ query: 'subscription { b }', subscription: 'serverSentEvents' }, undefined, 'serverSentEvents'],
  [{ query: '# subscription\n{ subscription }', subscription: 'webSocket' }, undefined, undefined],
  [{ query: document, operationName: 'B' }, undefined, 'webSocket'],
  [{ query: document, operationName: 'A' }, undefined, undefined],
  [{ query: document, operationName: 'C' }, undefined, undefined],
])('%j with Accept %s is delivered by %s', (body, accept, expected) =>
  expect(subscriptionTransport({ type: 'graphql', query: '', variables: '', ...body }, accept)).toBe(expected),
);
