import { apiMonitoringRoutes } from '@touchstone/contracts/api-monitoring';
import { createTestServer } from '@touchstone/testing';
import { expect, inject, test } from 'vitest';

test('every call that the contract declares is bound', async () => {
  const server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false });
  const document = (await server.app.http.inject({ url: '/openapi.json' })).json<{
    paths: Record<string, Record<string, unknown>>;
  }>();
  const paths = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  for (const { method, path } of Object.values(apiMonitoringRoutes))
    expect(paths).toContain(`${method} /services/api-monitoring${path}`);
  await server.close();
});
