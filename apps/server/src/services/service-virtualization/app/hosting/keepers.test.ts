import { Resource, type ResourceChange, StateStore } from '@touchstone/engine-mock';
import { FakeClock, newId } from '@touchstone/kernel';
import { createTestServer, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import type { Platform } from '../../../../platform/platform.ts';
import { newMock } from '../../testing/mock-builders.ts';
import { FaultKeeper } from './fault-keeper.ts';
import type { RunningMock } from './running-mock.ts';
import { LostMock, StateKeeper } from './state-keeper.ts';

let server: TestServer;
let owner: TestUser;
let projectId: string;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl') });
  owner = await server.createOrganization({ plan: 'ENTERPRISE' });
}, 120_000);
afterAll(() => server.close());
beforeEach(async () => {
  ({ projectId } = await newMock(owner.client));
  await serveBy('me');
});

const statement = (text: string, values: unknown[]) => server.platform.database.pool.query(text, values);
const serveBy = (process: string | null) =>
  statement('update service_virtualization.project set served_by = $2 where id = $1', [projectId, process]);
/** The stored state. */
const stored = async () => {
  const scopes = await statement(
    'select scope, scenarios, values from service_virtualization.scope_state where project_id = $1 order by scope',
    [projectId],
  );
  const records = await statement(
    'select item from service_virtualization.resource_record where project_id = $1 order by position',
    [projectId],
  );
  return { scopes: scopes.rows, records: records.rows.map(({ item }) => item) };
};

describe('the state of a mock', () => {
  /** A keeper whose next `failing.times` writes fail. */
  async function keeperOf(process = 'me') {
    const failing = { times: 0 };
    const database: Platform['database'] = {
      ...server.platform.database,
      transaction: async (work) => {
        if (failing.times > 0) {
          failing.times -= 1;
          throw new Error('away');
        }
        return server.platform.database.transaction(work);
      },
    };
    const keeper = new StateKeeper(database, { projectId, process });
    const state = new StateStore();
    await keeper.follow(state);
    return { keeper, state, failing };
  }
  const scope = (name: string, scenarios: object, values: object) => ({ scope: name, scenarios, values });

  test('is stored once settled, and available to the next keeper', async () => {
    const { keeper, state } = await keeperOf();
    expect(keeper.isSettled).toBe(true);
    await keeper.settled();
    state.setScenario('ana', 'Order', 'paid');
    state.setValue('', 'a', 1);
    expect(keeper.isSettled).toBe(false);
    const written = keeper.settled();
    expect(keeper.isSettled).toBe(false);
    await written;
    expect(keeper.isSettled).toBe(true);
    expect((await stored()).scopes).toEqual([scope('', {}, { a: 1 }), scope('ana', { Order: 'paid' }, {})]);
    const next = await keeperOf();
    expect(next.state.scenarioState('ana', 'Order')).toBe('paid');
    expect(next.state.value('', 'a')).toBe(1);
    next.state.setValue('', 'a', null);
    next.state.resetScenario('Order', 'ana');
    await next.keeper.settled();
    expect((await stored()).scopes).toEqual([]);
  });

  test('changed during a write is stored in one write after it', async () => {
    const { keeper, state } = await keeperOf();
    state.setValue('', 'a', 1);
    const first = keeper.settled();
    const same = keeper.settled();
    state.setValue('', 'a', 2);
    const second = keeper.settled();
    state.setValue('b', 'c', 3);
    const third = keeper.settled();
    expect(second).toBe(third);
    await Promise.all([first, same, second, third]);
    expect((await stored()).scopes).toEqual([scope('', {}, { a: 2 }), scope('b', {}, { c: 3 })]);
    expect(keeper.isSettled).toBe(true);
  });

  test('is stored with the next change after a failed write', async () => {
    const { keeper, state, failing } = await keeperOf();
    failing.times = 1;
    state.setValue('', 'a', 1);
    await expect(keeper.settled()).rejects.toThrow('away');
    expect(keeper.isSettled).toBe(false);
    state.setValue('b', 'c', 2);
    await keeper.settled();
    expect((await stored()).scopes).toEqual([scope('', {}, { a: 1 }), scope('b', {}, { c: 2 })]);
    failing.times = 1;
    state.setValue('', 'a', 3);
    const failed = keeper.settled();
    state.setValue('b', 'c', 4);
    const next = keeper.settled();
    await expect(failed).rejects.toThrow('away');
    await next;
    expect((await stored()).scopes).toEqual([scope('', {}, { a: 3 }), scope('b', {}, { c: 4 })]);
  });

  test.each([['other'], [null]])('is not stored by this process if the host of the mock is %s', async (process) => {
    const { keeper, state } = await keeperOf();
    state.setValue('', 'a', 1);
    await serveBy(process);
    await expect(keeper.settled()).rejects.toThrow(LostMock);
    expect((await stored()).scopes).toEqual([]);
  });

  describe('includes records', () => {
    const definition = { name: 'pets', path: '/pets', items: [{ id: 1 }, { id: 2 }] };
    let assetId: string;
    beforeEach(() => {
      assetId = newId();
    });
    /** A resource that reports each change to its keeper. */
    async function resourceOf(hash = 'h') {
      const { keeper, failing } = await keeperOf();
      const resource = new Resource(definition);
      const known = keeper.storedRecords(assetId, hash);
      if (known) resource.restore(known);
      resource.onChange = (change: ResourceChange) => keeper.recordsChanged(assetId, { hash, resource, change });
      return { keeper, failing, resource, known };
    }

    test('all of them on the first change, then the changed ones', async () => {
      const { keeper, resource, known } = await resourceOf();
      expect(known).toBeUndefined();
      resource.put({ id: 3 });
      expect(keeper.isSettled).toBe(false);
      await keeper.settled();
      expect((await stored()).records).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
      await statement('delete from service_virtualization.resource_record where record_id = $1', ['2']);
      resource.put({ id: 4 });
      resource.put({ id: 3, a: 1 });
      resource.delete('1');
      await keeper.settled();
      expect((await stored()).records).toEqual([{ id: 3, a: 1 }, { id: 4 }]);
      resource.reset();
      resource.put({ id: 5 });
      await keeper.settled();
      expect((await stored()).records).toEqual([{ id: 1 }, { id: 2 }, { id: 5 }]);
    });

    test('for the next keeper, in order, unless the definition has changed', async () => {
      const { keeper, resource } = await resourceOf();
      resource.put({ id: 3 });
      await keeper.settled();
      const other = await resourceOf('other');
      expect(other.known).toBeUndefined();
      const next = await resourceOf();
      expect(next.known).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
      next.resource.put({ id: 4 });
      await next.keeper.settled();
      expect((await resourceOf()).known).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }, { id: 4 }]);
      expect(next.keeper.storedRecords(assetId, 'h')).toBeUndefined();
    });

    test('in their current form after a failed write', async () => {
      const { keeper, failing, resource } = await resourceOf();
      resource.put({ id: 3 });
      await keeper.settled();
      failing.times = 1;
      resource.put({ id: 4 });
      resource.put({ id: 5 });
      const failed = keeper.settled();
      // During the write, one record changes again, one is added and one is deleted.
      resource.put({ id: 4, a: 1 });
      resource.put({ id: 6 });
      resource.delete('5');
      await expect(failed).rejects.toThrow('away');
      await keeper.settled();
      const records = (await stored()).records;
      expect(records).toHaveLength(5);
      expect(records).toEqual(expect.arrayContaining([{ id: 1 }, { id: 2 }, { id: 3 }, { id: 4, a: 1 }, { id: 6 }]));
      failing.times = 1;
      resource.reset();
      const again = keeper.settled();
      resource.put({ id: 9 });
      await expect(again).rejects.toThrow('away');
      await keeper.settled();
      expect((await stored()).records).toEqual([{ id: 1 }, { id: 2 }, { id: 9 }]);
      failing.times = 1;
      resource.put({ id: 10 });
      const last = keeper.settled();
      resource.reset();
      await expect(last).rejects.toThrow('away');
      await keeper.settled();
      expect((await stored()).records).toEqual([{ id: 1 }, { id: 2 }]);
    });
  });
});

describe('the faults of a mock', () => {
  /** A keeper with a fake clock, and the stubs it puts into the mock. */
  function keeperOf() {
    const clock = new FakeClock(new Date());
    const log = { warn: vi.fn() };
    const stubs = new Map<string, object>();
    const engine = {
      put: (stub: { id: string }) => stubs.set(stub.id, stub),
      remove: (id: string) => stubs.delete(id),
    };
    const platform = { ...server.platform, clock, log } as unknown as Platform;
    const keeper = new FaultKeeper(platform, { projectId, engine } as unknown as RunningMock);
    return { keeper, clock, stubs, log };
  }
  const add = async (now: Date, ms: number, name = 'Down') => {
    const id = newId();
    await statement(
      `insert into service_virtualization.fault (id, organization_id, project_id, run_id, name, stub, created_at, ends_at)
       values ($1, $2, $3, $4, $5, '{"request":{"urlPath":"/a"}}', $6, $7)`,
      [id, owner.organizationId, projectId, newId(), name, now, new Date(now.getTime() + ms)],
    );
    return id;
  };
  const left = async () => {
    const { rows } = await statement('select name from service_virtualization.fault where project_id = $1', [
      projectId,
    ]);
    return rows.map(({ name }) => name);
  };

  test('are loaded from the database, survive removed stubs and are removed when they end', async () => {
    const { keeper, clock, stubs } = keeperOf();
    const one = await add(clock.now(), 40, 'One');
    const two = await add(clock.now(), 3_600_000, 'Two');
    await keeper.load();
    expect([...stubs.keys()].toSorted()).toEqual([one, two].toSorted());
    expect(stubs.get(one)).toMatchObject({ name: 'Fault: One', request: { urlPath: '/a' } });
    stubs.clear();
    keeper.apply();
    expect(stubs.size).toBe(2);
    clock.advance(41);
    await vi.waitFor(() => expect([...stubs.keys()]).toEqual([two]));
    await vi.waitFor(async () => expect(await left()).toEqual(['Two']));
    await statement('delete from service_virtualization.fault where id = $1', [two]);
    await keeper.load();
    expect(stubs.size).toBe(0);
    keeper.stop();
  });

  test('stay as they are once their keeper has stopped', async () => {
    const { keeper, clock, stubs } = keeperOf();
    await add(clock.now(), 30, 'Stopped');
    await keeper.load();
    keeper.stop();
    clock.advance(31);
    const other = keeperOf();
    await add(clock.now(), 60, 'Other');
    await other.keeper.load();
    other.clock.advance(200);
    await vi.waitFor(() => expect(other.stubs.size).toBe(0));
    expect(stubs.size).toBe(1);
  });

  test('are logged if they cannot be removed', async () => {
    const { keeper, clock, log } = keeperOf();
    await add(clock.now(), 20);
    await keeper.load();
    clock.now = () => {
      throw new Error('away');
    };
    await vi.waitFor(() => expect(log.warn).toHaveBeenCalled());
    expect(log.warn.mock.calls).toEqual([
      [{ err: new Error('away'), projectId }, 'an ended fault of a mock could not be taken away'],
    ]);
    keeper.stop();
  });
});
