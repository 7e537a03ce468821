import type { Client } from '@touchstone/contracts';
import { serviceVirtualizationRoutes as routes } from '@touchstone/contracts/service-virtualization';
import type { PlaceIds } from '../../../apps/web/src/shared/testing/place.ts';
import { expect } from '../fixtures.ts';

/** Assets of each kind: a fixed answer, two steps of a scenario, and a resource with records. */
async function makeAssets(client: Client, place: { projectId: string; suiteId: string }): Promise<string> {
  const create = (name: string, kind: 'static' | 'dynamic', given: object) =>
    client.call(routes.createAsset, { body: { ...place, name, kind, ...given } });
  const { assetId } = await create('List orders', 'static', {
    stub: {
      request: { method: 'GET', urlPath: '/json', queryParameters: { page: { matches: '\\d+' } } },
      response: { status: 200, headers: { 'Content-Type': 'application/json' }, body: '[{"id":7,"total":42.5}]' },
    },
  });
  const scenario = { scenarioName: 'Payment', request: { method: 'POST', urlPath: '/pay' } };
  for (const [name, from, to, status] of [
    ['Pay', 'Started', 'paid', 201],
    ['Pay again', 'paid', 'paid', 409],
  ] as const)
    await create(name, 'dynamic', {
      stub: { ...scenario, requiredScenarioState: from, newScenarioState: to, response: { status } },
    });
  await create('Pets', 'dynamic', { resource: { name: 'pets', path: '/pets', items: [{ id: 1, name: 'Rex' }] } });
  return assetId;
}

async function addFile(client: Client, projectId: string): Promise<void> {
  const content = 'id,total\n7,42.5\n';
  const body = { projectId, fileName: 'orders.csv', contentType: 'text/csv', sizeBytes: content.length };
  const { uploadUrl, method, headers } = await client.call(routes.presignUpload, { body });
  expect((await fetch(uploadUrl, { method, headers, body: content })).status).toBe(201);
}

/** A service virtualization project with content of every kind: assets, calls, a recording and a drift check. */
export async function makeMock(client: Client, targetUrl: string): Promise<Partial<PlaceIds>> {
  const body = { projectName: 'Order service' };
  const { projectId, address } = await client.call(routes.createVirtualizationProject, { body });
  const params = { id: projectId };
  const { suites } = await client.call(routes.listSuites, { params });
  const mockAssetId = await makeAssets(client, { projectId, suiteId: suites[0]?.suiteId ?? '' });
  await client.call(routes.createVariables, {
    body: { projectId, variables: [{ name: 'currency', value: 'EUR' }] },
  });
  await addFile(client, projectId);
  await client.call(routes.setStateValue, { params, body: { key: 'stock', value: { lamps: 3 } } });

  const { recordingId: id } = await client.call(routes.startRecording, { body: { projectId, targetUrl } });
  await fetch(`${address}/price`);
  await client.call(routes.setRecordingStatus, { params: { id }, body: { status: 'stopped' } });
  for (const [path, method] of [
    ['/json?page=1', 'GET'],
    ['/json?page=x', 'GET'],
    ['/pay', 'POST'],
  ] as const)
    await fetch(`${address}${path}`, { method });
  const { checkId } = await client.call(routes.startDriftCheck, { body: { projectId, targetUrl } });
  const check = () => client.call(routes.getDriftCheck, { params: { id: checkId } });
  await expect.poll(async () => (await check()).status).toBe('finished');
  return { mockProjectId: projectId, mockAssetId };
}
