import { serviceVirtualizationRoutes } from '@touchstone/contracts/service-virtualization';
import { inLength, type ServerRoles, startServerRoles } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { changeMock, newAsset, newMock } from '../../testing/mock-builders.ts';

const timeout = inLength(240_000, 3_600_000);
const kills = inLength(1, 50);
let roles: ServerRoles;
beforeAll(async () => {
  roles = await startServerRoles(inject('postgresUrl'));
}, timeout);
afterAll(() => roles.close(), timeout);

test('a process that is killed loses no state and no record that a caller was told of', { timeout }, async () => {
  const { client } = roles;
  const place = await newMock(client);
  const { projectId, suiteId, address } = place;
  const resource = { name: 'pets', path: '/pets', items: [] };
  const body = { projectId, suiteId, name: 'Pets', kind: 'dynamic' as const, resource };
  await client.call(serviceVirtualizationRoutes.createAsset, { body });
  const stub = {
    request: { url: '/pay' },
    response: { body: 'paid' },
    scenarioName: 'Order',
    newScenarioState: 'paid',
  };
  await newAsset(client, place, stub, { kind: 'dynamic' });
  await changeMock(client, projectId, { stateScope: 'header:X-User' });
  const told = { pets: new Set<string>(), users: new Set<string>() };
  let next = 0;
  const callUntilItDies = async (): Promise<void> => {
    for (;;) {
      next += 1;
      const name = `n${next}`;
      try {
        const pet = await fetch(`${address}/pets`, { method: 'POST', body: JSON.stringify({ id: name }) });
        if (pet.status === 201) told.pets.add(name);
        const pay = await fetch(`${address}/pay`, { headers: { 'X-User': name } });
        if (pay.status === 200) told.users.add(name);
      } catch {
        return;
      }
    }
  };
  for (let round = 0; round < kills; round += 1) {
    const before = told.users.size;
    const callers = Array.from({ length: 8 }, callUntilItDies);
    await expect.poll(() => told.users.size, { timeout }).toBeGreaterThan(before + 40);
    await roles.api().kill('SIGKILL');
    await Promise.all(callers);
    await roles.startApi();
    const kept = (await (await fetch(`${address}/pets?_limit=100000`)).json()) as { id: string }[];
    const ids = new Set(kept.map(({ id }) => id));
    expect([...told.pets].filter((id) => !ids.has(id))).toEqual([]);
    const { scenarios } = await client.call(serviceVirtualizationRoutes.getMockState, { params: { id: projectId } });
    // At most 200 callers are shown; all of them are counted.
    expect(scenarios[0]?.callerCount).toBeGreaterThanOrEqual(told.users.size);
  }
});
