import { expect, test } from 'vitest';
import { onlyStep } from '../../testing/only-step.ts';
import { importBruno } from './import-bruno.ts';

const bru = `meta {
  name: Create
  type: http
  seq: 2
}

post {
  url: {{base}}/items/:id?x=1
  body: json
  auth: inherit
}

params:query {
  x: 1
  ~y: 2
}

params:path {
  id: 7
}

headers {
  Accept: application/json
  ~X-Off: 1
}

body:json {
  {
    "a": "b"
  }
}

assert {
  res.status: eq 201
  res.body.items[0].id: isNumber
  res.body.x: between 1, 2
}

vars:post-response {
  token: res.body.token
}

tests {
  test("ok", function() { expect(res.status).to.equal(201); });
}
`;

test('a folder of .bru files', () => {
  const { title, steps, environments, problems } = importBruno([
    { path: 'c/bruno.json', text: '{"name":"Bru","version":"1"}' },
    {
      path: 'c/collection.bru',
      text: 'auth {\n  mode: bearer\n}\n\nauth:bearer {\n  token: {{t}}\n}\n\nheaders {\n  X-All: 1\n}\n',
    },
    { path: 'c/environments/Dev.bru', text: 'vars {\n  base: http://h\n}\nvars:secret [\n  key\n]\n' },
    { path: 'c/sub/create.bru', text: bru },
  ]);
  expect(title).toBe('Bru');
  expect(environments).toEqual([
    {
      name: 'Dev',
      variables: [
        { name: 'base', value: 'http://h', isSecret: false },
        { name: 'key', value: '', isSecret: true },
      ],
    },
  ]);
  expect(steps[0]).toMatchObject({
    name: 'Create',
    group: 'sub',
    method: 'POST',
    url: '{{base}}/items/:id',
    queryParams: [
      { key: 'x', value: '1' },
      { key: 'y', value: '2', enabled: false },
    ],
    pathParams: [{ key: 'id', value: '7' }],
    headers: [
      { key: 'X-All', value: '1' },
      { key: 'Accept', value: 'application/json' },
      { key: 'X-Off', value: '1', enabled: false },
    ],
    body: { type: 'json', content: '{\n  "a": "b"\n}' },
    authentication: { type: 'bearer', token: '{{t}}' },
    assertions: [
      { kind: 'status', operator: 'equals', expected: 201 },
      { kind: 'jsonPath', path: '$.items[0].id', operator: 'type', expected: 'number' },
    ],
    dataHandlers: [{ name: 'token', source: 'jsonPath', path: '$.token' }],
  });
  expect(problems).toEqual([{ place: 'sub / Create', reason: expect.stringContaining('between') }]);
});

test('the JSON export', () => {
  const collection = importBruno(
    JSON.stringify({
      name: 'J',
      version: '1',
      items: [
        {
          type: 'folder',
          name: 'F',
          items: [
            {
              type: 'http',
              name: 'R',
              request: {
                url: 'http://h/a',
                method: 'POST',
                params: [],
                headers: [],
                body: { mode: 'multipartForm', multipartForm: [{ name: 'f', type: 'file', value: ['a/b.txt'] }] },
                auth: { mode: 'basic', basic: { username: 'u', password: 'p' } },
              },
            },
          ],
        },
      ],
      environments: [{ name: 'E', variables: [{ name: 'a', value: 'b', enabled: true, secret: true }] }],
    }),
  );
  expect(onlyStep(collection)).toMatchObject({
    group: 'F',
    body: { type: 'form', fields: [{ key: 'f', kind: 'file', fileName: 'b.txt' }] },
    authentication: { type: 'basic', username: 'u', password: 'p' },
  });
  expect(collection.environments[0]?.variables).toEqual([{ name: 'a', value: 'b', isSecret: true }]);
});
