import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Client } from '@touchstone/contracts';
import { serviceVirtualizationRoutes as routes } from '@touchstone/contracts/service-virtualization';
import { expect, test } from '../fixtures.ts';

/** A real service whose second version answers differently. */
async function startService() {
  const state = { version: 1, count: 0 };
  const server = createServer((request, response) => {
    const json = { 'Content-Type': 'application/json' };
    if (request.url === '/queue') {
      state.count += 1;
      response.writeHead(200, json).end(JSON.stringify({ left: 3 - state.count }));
    } else response.writeHead(200, json).end(JSON.stringify({ name: state.version === 1 ? 'Ann' : 'Anna' }));
  });
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    state,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
    startAgain: () => listen(port),
  };
}

const newMock = async (client: Client, projectName: string) =>
  client.call(routes.createVirtualizationProject, { body: { projectName } });

test('a service is recorded and answered without it; what it changes later is found and taken over', async ({
  app,
  client,
}) => {
  const service = await startService();
  const { projectId, address } = await newMock(client, 'Recorded');
  const get = async (path: string) => (await app.request.get(`${address}${path}`)).json();
  await app.goto(`/service-virtualization/recording?project=${projectId}`);
  await app.getByRole('textbox', { name: 'Service address' }).fill(service.url);
  await app.getByRole('button', { name: 'Start recording' }).click();
  await expect(app.getByText('No calls recorded yet')).toBeVisible();
  const seen = [await get('/user'), await get('/queue'), await get('/queue')];
  // They appear as they arrive.
  await expect(app.getByRole('table', { name: 'Recorded calls' }).getByText('/queue')).toHaveCount(2);
  await app.getByRole('button', { name: 'Stop recording' }).click();
  await expect(app.getByText('Step 2 of 2')).toBeVisible();
  await app.getByRole('button', { name: 'Save 3 assets' }).click();
  // The preview also has a table of assets.
  await expect(app.getByRole('table', { name: 'Assets', exact: true }).getByText('/user').first()).toBeVisible();
  await service.stop();
  expect([await get('/user'), await get('/queue'), await get('/queue')]).toEqual(seen);

  service.state.version = 2;
  service.state.count = 0;
  await service.startAgain();
  await app.goto('/service-virtualization/drift');
  await expect(app.getByRole('textbox', { name: 'Service address' })).toHaveValue(service.url);
  await app.getByRole('button', { name: 'Check drift' }).click();
  await expect(app.getByText('3 of 3 checked')).toBeVisible({ timeout: 30_000 });
  const table = app.getByRole('table', { name: 'Differences of GET /user' });
  await expect(table.getByText('"Anna"')).toBeVisible();
  await app.getByRole('button', { name: 'Apply the new answer to GET /user' }).click();
  await expect(app.getByText(/^Applied\. · /)).toBeVisible();
  expect(await get('/user')).toEqual({ name: 'Anna' });
  await service.stop();
});
