import type { Client } from '@touchstone/contracts';
import { type Asset, type Mock, serviceVirtualizationRoutes } from '@touchstone/contracts/service-virtualization';

let counter = 0;
const next = (): number => {
  counter += 1;
  return counter;
};

/** A project with its initial suite and its mock's address. */
export interface MockPlace {
  projectId: string;
  suiteId: string;
  address: string;
}

/** newMock creates a service virtualization project through the API. */
export async function newMock(client: Client): Promise<MockPlace> {
  const routes = serviceVirtualizationRoutes;
  const body = { projectName: `Mock ${next()}` };
  const { projectId, address } = await client.call(routes.createVirtualizationProject, { body });
  const { suites } = await client.call(routes.listSuites, { params: { id: projectId } });
  return { projectId, suiteId: suites[0]?.suiteId ?? '', address };
}

/** newAsset creates an asset from a stub; `given` overrides its defaults, such as `kind`. */
export const newAsset = (
  client: Client,
  { projectId, suiteId }: Pick<MockPlace, 'projectId' | 'suiteId'>,
  stub: Record<string, unknown>,
  given: { name?: string; kind?: 'static' | 'dynamic'; isEnabled?: boolean; tags?: string[] } = {},
): Promise<Asset> =>
  client.call(serviceVirtualizationRoutes.createAsset, {
    body: { projectId, suiteId, name: `Asset ${next()}`, kind: 'static', stub, ...given },
  });

/** newKey creates a key for a mock. */
export const newKey = async (client: Client, projectId: string): Promise<string> =>
  (await client.call(serviceVirtualizationRoutes.renewMockKey, { params: { id: projectId }, body: {} })).key;

/** changeMock changes settings of a mock. */
export const changeMock = (client: Client, projectId: string, settings: Partial<Mock['settings']>): Promise<Mock> =>
  client.call(serviceVirtualizationRoutes.updateMock, { params: { id: projectId }, body: { settings } });
