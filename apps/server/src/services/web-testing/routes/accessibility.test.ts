import type { Client } from '@touchstone/contracts';
import { runRoutes } from '@touchstone/contracts/runs';
import { webTestingRoutes as calls } from '@touchstone/contracts/web-testing';
import { openShop, type Shop } from '@touchstone/engine-browser/testing';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { followRun } from '../../api-testing/testing/builders.ts';
import { newModule, newScript, openUrl } from '../../test-repository/testing/builders.ts';

let server: TestServer;
let shop: Shop;
let client: Client;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl') });
  shop = await openShop();
  ({ client } = await server.createOrganization({ plan: 'ENTERPRISE' }));
}, 120_000);
afterAll(async () => {
  await shop.close();
  await server.close();
});

test('each rule that a page breaks is in the result and in the reports, with elements and where to read more', async () => {
  const { moduleUUID } = await newModule(client);
  const { uuid } = await newScript(client, moduleUUID, {
    steps: [
      openUrl('open', `${shop.url}/login`),
      { id: 'break', keyword: 'runJavaScript', args: { code: "document.querySelector('label').remove()" } },
      { id: 'check', keyword: 'verifyAccessibility', timeoutMs: 30_000 },
    ],
  });
  const { runId } = await client.call(calls.executeTest, { body: { scriptUUIDs: [uuid] } });
  await followRun(client, runId);
  const { steps } = await client.call(calls.getTestReport, { query: { runId, size: 50 } });
  const check = steps.at(-1);
  expect(check).toMatchObject({
    status: 'failed',
    message: expect.stringMatching(/^The page breaks 1 rule of accessibility at 1 place: .* \(label\)\.$/),
    violations: [{ rule: 'label', impact: 'critical', count: 1, helpUrl: expect.stringContaining('/label') }],
  });
  const [element] = check?.violations[0]?.elements ?? [];
  expect(element?.snippet).toContain('<input');
  const download = async (format: 'html' | 'junit' | 'pdf') =>
    client.raw(runRoutes.downloadRunReport, { params: { runId }, query: { format } });
  const html = await (await download('html')).text();
  expect(html).toContain('Accessibility');
  expect(html).toContain(check?.violations[0]?.help);
  const junit = await (await download('junit')).text();
  expect(junit).toContain('(label)');
  expect(junit).toContain('&lt;input');
  expect((await download('pdf')).status).toBe(200);
});
