import type { Script, ScriptInput, StepDetail } from '@touchstone/contracts/api-testing';
import { expect, test } from 'vitest';
import { newScript } from '../editor/script-draft.ts';
import { requestAsSent } from './sent-request.ts';

const row = (key: string, value: string, enabled = true) => ({ key, value, enabled });
const scriptOf = (changes: Partial<ScriptInput>) =>
  ({
    ...newScript('Read order'),
    scriptId: 'script-1',
    suiteId: 'suite-1',
    projectId: 'project-1',
    position: 1,
    createdAt: '',
    updatedAt: '',
    ...changes,
  }) as Script;
type Sent = NonNullable<StepDetail['exchange']>['request'];
const stepOf = (request: Partial<Sent>): Pick<StepDetail, 'name' | 'exchange'> => ({
  name: 'Read order',
  exchange: { request: { method: 'GET', url: 'https://a.test/', headers: [], ...request }, redirects: [] },
});
const bodyOf = (text: string, contentType = 'application/json') => ({
  text,
  contentType,
  sizeBytes: text.length,
  truncated: false,
});

test('values are as sent, secrets are the variables they came from', () => {
  const script = scriptOf({
    url: '{{base}}/orders/{id}',
    pathParams: [row('id', '{{orderId}}')],
    queryParams: [row('expand', '{{what}}'), row('key', '{{apiKey}}'), row('off', '{{off}}', false)],
    headers: [row('X-Trace', '{{trace}}'), row('Authorization', 'Bearer {{token}}'), row('X-Off', 'x', false)],
    assertions: [{ kind: 'status', operator: 'equals', expected: 200, enabled: true }],
    testScript: 'pm.test("ok", () => {})',
  });
  const draft = requestAsSent(
    stepOf({
      url: 'https://a.test/orders/7?expand=items%20and%20notes&key=••••••&added=1',
      headers: [
        ['Host', 'a.test'],
        ['x-trace', 't-1'],
        ['Authorization', 'Bearer ••••••'],
      ],
    }),
    script,
  );
  expect(draft).toMatchObject({
    scriptName: 'Read order',
    url: 'https://a.test/orders/7',
    pathParams: [],
    queryParams: [
      row('expand', 'items and notes'),
      row('key', '{{apiKey}}'),
      row('off', '{{off}}', false),
      row('added', '1'),
    ],
    headers: [row('X-Trace', 't-1'), row('Authorization', 'Bearer {{token}}'), row('X-Off', 'x', false)],
    assertions: [{ kind: 'status', expected: 200 }],
    testScript: 'pm.test("ok", () => {})',
  });
  expect(draft).not.toHaveProperty('scriptId');
  expect(JSON.stringify(draft)).not.toContain('•');
});

test('an address with a secret in its path stays as written in the script, with its parameters', () => {
  const pathParams = [row('id', '7')];
  const script = scriptOf({ url: '{{base}}/{id}/{{token}}', pathParams });
  const draft = requestAsSent(stepOf({ url: 'https://a.test/7/••••••' }), script);
  expect(draft).toMatchObject({ url: '{{base}}/{id}/{{token}}', pathParams });
});

test('a word of the query stays in the address', () => {
  const draft = requestAsSent(stepOf({ url: 'https://a.test/service?wsdl&v=1' }), scriptOf({ url: '{{base}}?wsdl' }));
  expect(draft).toMatchObject({ url: 'https://a.test/service?wsdl', queryParams: [row('v', '1')] });
});

test('what the authentication adds to the address is not added twice', () => {
  const authentication = { type: 'apiKey', key: 'api_key', value: '{{key}}', in: 'query' } as const;
  const draft = requestAsSent(
    stepOf({ url: 'https://a.test/?api_key=visible' }),
    scriptOf({ url: 'https://a.test/', authentication }),
  );
  expect(draft).toMatchObject({ queryParams: [], authentication });
});

test.each<{ name: string; body: ScriptInput['body']; sent: string; want: ScriptInput['body'] }>([
  {
    name: 'JSON',
    body: { type: 'json', content: '{"id":{{id}},"password":"{{password}}"}' },
    sent: '{"id":7,"password":"••••••"}',
    want: { type: 'json', content: '{"id":7,"password":"{{password}}"}' },
  },
  {
    name: 'a form',
    body: {
      type: 'urlencoded',
      fields: [row('a', '{{a}}'), row('b', '{{b}}'), row('c', 'c', false), row('d', '{{d}}')],
    },
    sent: 'a=1+2&b=••••••',
    want: { type: 'urlencoded', fields: [row('a', '1 2'), row('b', '{{b}}'), row('c', 'c', false), row('d', '{{d}}')] },
  },
  {
    name: 'GraphQL',
    body: { type: 'graphql', query: 'query { {{field}} }', variables: '{"id":{{id}}}' },
    sent: '{"query":"query { name }","variables":{"id":7}}',
    want: { type: 'graphql', query: 'query { name }', variables: '{\n  "id": 7\n}' },
  },
  {
    name: 'GraphQL with a secret',
    body: { type: 'graphql', query: 'query { a }', variables: '{"key":"{{key}}"}' },
    sent: '{"query":"query { a }","variables":{"key":"••••••"}}',
    want: { type: 'graphql', query: 'query { a }', variables: '{"key":"{{key}}"}' },
  },
  {
    name: 'a file',
    body: { type: 'binary', fileId: 'file-1' },
    sent: 'content',
    want: { type: 'binary', fileId: 'file-1' },
  },
])('the body is as sent: $name', ({ body, sent, want }) => {
  const draft = requestAsSent(stepOf({ method: 'POST', body: bodyOf(sent) }), scriptOf({ method: 'POST', body }));
  expect(draft.body).toEqual(want);
});

test('a truncated body stays as in the script', () => {
  const body = { type: 'json', content: '{{all}}' } as const;
  const draft = requestAsSent(stepOf({ body: { ...bodyOf('{"a'), truncated: true } }), scriptOf({ body }));
  expect(draft.body).toEqual(body);
});

test('a request that was never sent is the one of its script', () => {
  const draft = requestAsSent({ name: 'Read order', exchange: null }, scriptOf({ url: '{{base}}/orders' }));
  expect(draft).toMatchObject({ scriptName: 'Read order', url: '{{base}}/orders' });
});

test('without its script a request is what was recorded, and a secret asks for a value', () => {
  const draft = requestAsSent(
    stepOf({
      method: 'POST',
      url: 'https://a.test/orders?limit=5',
      headers: [
        ['Host', 'a.test'],
        ['Content-Type', 'application/json'],
        ['Authorization', 'Bearer ••••••'],
      ],
      body: bodyOf('{"a":1}'),
    }),
    undefined,
  );
  expect(draft).toMatchObject({
    method: 'POST',
    url: 'https://a.test/orders',
    queryParams: [{ key: 'limit', value: '5' }],
    headers: [row('Content-Type', 'application/json'), row('Authorization', 'Bearer {{secret}}')],
    body: { type: 'json', content: '{"a":1}' },
  });
});
