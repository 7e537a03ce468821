import { readFileSync } from 'node:fs';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { registeredErrors, renderErrorDocs } from '../../apps/server/src/error-docs.ts';

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false });
});
afterAll(() => server.close());

interface Operation {
  operationId: string;
  tags: string[];
  'x-service': string;
  summary: string;
  responses: Record<string, unknown>;
}

test('docs/errors.md says what the code says', () => {
  expect(readFileSync(new URL('../../docs/errors.md', import.meta.url), 'utf8')).toBe(renderErrorDocs());
});

test('every error of a composed service is registered for the docs, and no code stands twice', () => {
  const composed = Object.entries(server.app.errors).filter(([, errors]) => Object.keys(errors).length);
  expect(Object.keys(registeredErrors).sort()).toEqual(composed.map(([room]) => room).sort());
  const codes = composed.flatMap(([, errors]) => Object.values(errors).map((error) => error.code));
  expect(new Set(codes).size).toBe(codes.length);
});

test('the OpenAPI document is 3.1 and describes every route once, tagged with its service', async () => {
  const document = (await server.app.http.inject('/openapi.json')).json<{
    openapi: string;
    paths: Record<string, Record<string, Operation>>;
  }>();
  expect(document.openapi).toBe('3.1.0');
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.values(item).map((operation) => ({ path, operation })),
  );
  expect(operations).toHaveLength(server.app.registrar.routes.length);
  expect(new Set(operations.map(({ operation }) => operation.operationId)).size).toBe(operations.length);
  for (const { path, operation } of operations) {
    expect(path).toMatch(new RegExp(`^/services/${operation['x-service']}/`));
    expect(operation.tags).toEqual([operation['x-service']]);
    expect(operation.summary).not.toBe('');
    expect(Object.keys(operation.responses)).toContain('default');
  }
});

test('the reference page lists every operation without a script', async () => {
  const page = (await server.app.http.inject('/docs/api')).body;
  expect(page.match(/<details>/g)).toHaveLength(server.app.registrar.routes.length);
  expect(page).not.toContain('<script');
});
