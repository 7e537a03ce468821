import { scriptInputSchema } from '@touchstone/contracts/api-testing';
import { expect, test } from 'vitest';
import { exampleRequests } from './example-requests.ts';

test('the examples are scripts that can be saved, check their status, and ask the sample API', () => {
  const requests = exampleRequests();
  expect(requests.map(({ method }) => method)).toEqual(['GET', 'GET', 'POST']);
  for (const request of requests) {
    expect(scriptInputSchema.parse(request)).toEqual(request);
    expect(request.url).toMatch(/^\{\{\$serverUrl\}\}\/sample\/petstore\/pets/);
    const [status, found] = request.assertions;
    expect(status).toMatchObject({
      kind: 'status',
      operator: 'equals',
      expected: request.method === 'POST' ? 201 : 200,
    });
    expect(found).toMatchObject({ kind: 'jsonPath' });
  }
});

test('the first example is self-contained; later ones use what it extracts', () => {
  const [first, ...later] = exampleRequests();
  expect(JSON.stringify(first?.pathParams)).not.toContain('{{');
  expect(first).toMatchObject({
    headers: [{ key: 'Accept', value: 'application/json' }],
    queryParams: [
      { key: 'status', value: 'available' },
      { key: 'limit', value: '5' },
    ],
  });
  const extracted = new Set(first?.dataHandlers.map(({ name }) => name));
  const used = [...JSON.stringify(later).matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name);
  expect(used.length).toBeGreaterThan(0);
  expect(used.filter((name) => !extracted.has(String(name)))).toEqual([]);
});

test('path parameters of the examples are part of their address', () => {
  const names = exampleRequests().flatMap(({ url, pathParams }) =>
    pathParams.map(({ key }) => url.includes(`{${key}}`)),
  );
  expect(names).toEqual([true]);
});
