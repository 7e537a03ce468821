import { webTestingRoutes as calls } from '@touchstone/contracts/web-testing';
import { openShop } from '@touchstone/engine-browser/testing';
import { createTestServer } from '@touchstone/testing';
import { expect, inject, test } from 'vitest';
import { followRun } from '../../api-testing/testing/builders.ts';
import { newModule, newScript, openUrl } from '../../test-repository/testing/builders.ts';

test('a browser contacts no address that the policy of the installation refuses', async () => {
  const server = await createTestServer({
    postgresUrl: inject('postgresUrl'),
    env: { ADDRESS_POLICY: 'public-only' },
  });
  const shop = await openShop();
  try {
    const { client } = await server.createOrganization({ plan: 'ENTERPRISE' });
    const { moduleUUID } = await newModule(client);
    const { uuid } = await newScript(client, moduleUUID, { steps: [openUrl('open', shop.url)] });
    const { runId } = await client.call(calls.executeTest, { body: { scriptUUIDs: [uuid] } });
    await followRun(client, runId);
    const report = await client.call(calls.getTestReport, { query: { runId } });
    expect(report.steps[0]).toMatchObject({
      status: 'error',
      message: expect.stringContaining('is a private address; only public addresses are allowed here'),
    });
  } finally {
    await shop.close();
    await server.close();
  }
}, 60_000);
