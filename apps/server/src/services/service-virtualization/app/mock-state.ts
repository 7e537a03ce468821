import type { MockState } from '@touchstone/contracts/service-virtualization';
import { AppError } from '@touchstone/kernel';
import type { Actor } from '../../workspaces/index.ts';
import { virtualizationErrors } from '../errors.ts';
import type { HostedMock, MockHost } from './hosting/mock-host.ts';
import type { Open } from './open.ts';

type Json = Record<string, unknown>;
interface ScenarioChange {
  name: string;
  scope: string;
  /** Null: the initial state. */
  state: string | null;
}
interface ValueChange {
  scope: string;
  key: string;
  value: unknown;
}
interface RecordsPage {
  name: string;
  page: number;
  size: number;
}
interface PutRecord {
  name: string;
  record: Json;
}
interface DeleteRecord {
  name: string;
  recordId: string;
}
const maxCallers = 200;
const maxValues = 500;

/**
 * createMockState shows and changes the state of a mock: scenarios per caller, key-value state, records. Changes are
 * stored before they return.
 */
export function createMockState({ open, host }: { open: Open; host: MockHost }) {
  const resourceIn = ({ mock }: HostedMock, name: string) => {
    const found = mock.resourceOf(name);
    if (!found) throw new AppError(virtualizationErrors.resourceNotFound, { params: { name } });
    return found.resource;
  };

  const { operations } = host;
  const view = operations.define('state.view', (hosted) => stateOf(hosted));
  const setScenario = operations.define('state.scenario', async ({ mock, state }, given: ScenarioChange) => {
    const { name, scope, state: wanted } = given;
    const scenario = mock.engine.scenarios().find((one) => one.name === name);
    if (!scenario) throw new AppError(virtualizationErrors.scenarioNotFound, { params: { name } });
    if (wanted === null) mock.engine.state.resetScenario(name, scope);
    else if (scenario.possibleStates.includes(wanted)) mock.engine.state.setScenario(scope, name, wanted);
    else {
      const states = scenario.possibleStates.join(', ');
      throw new AppError(virtualizationErrors.noSuchState, { params: { name, state: wanted, states } });
    }
    await state.settled();
  });
  const setValue = operations.define('state.value', async ({ mock, state }, { scope, key, value }: ValueChange) => {
    mock.engine.state.setValue(scope, key, value);
    await state.settled();
  });
  const records = operations.define('state.records', (hosted, { name, page, size }: RecordsPage) => {
    const { items } = resourceIn(hosted, name);
    return { content: items.slice(page * size, (page + 1) * size), totalElements: items.length, page, size };
  });
  const putRecord = operations.define('state.put-record', async (hosted, { name, record }: PutRecord) => {
    const kept = resourceIn(hosted, name).put(record);
    await hosted.state.settled();
    return kept;
  });
  const deleteRecord = operations.define('state.delete-record', async (hosted, { name, recordId }: DeleteRecord) => {
    if (!resourceIn(hosted, name).delete(recordId)) throw new AppError(virtualizationErrors.recordNotFound);
    await hosted.state.settled();
  });

  return {
    async view(caller: Actor, projectId: string): Promise<MockState> {
      await open.project(caller, projectId, 'view');
      return view(projectId, null);
    },
    async setScenario(caller: Actor, projectId: string, change: ScenarioChange): Promise<void> {
      await open.project(caller, projectId, 'edit');
      await setScenario(projectId, change);
    },
    async setValue(caller: Actor, projectId: string, change: ValueChange): Promise<void> {
      await open.project(caller, projectId, 'edit');
      await setValue(projectId, change);
    },
    async records(caller: Actor, projectId: string, name: string, { page, size }: { page: number; size: number }) {
      await open.project(caller, projectId, 'view');
      return records(projectId, { name, page, size });
    },
    async putRecord(caller: Actor, projectId: string, name: string, record: Json): Promise<Json> {
      await open.project(caller, projectId, 'edit');
      return putRecord(projectId, { name, record });
    },
    async deleteRecord(caller: Actor, projectId: string, name: string, recordId: string): Promise<void> {
      await open.project(caller, projectId, 'edit');
      await deleteRecord(projectId, { name, recordId });
    },
  };
}
/** MockStates shows and changes the state of mocks. */
export type MockStates = ReturnType<typeof createMockState>;

function stateOf({ mock }: HostedMock): MockState {
  const scenarios = mock.engine.scenarios().map(({ name, state, possibleStates, stubs, callers }) => ({
    name,
    state,
    states: possibleStates,
    steps: stubs.map(({ id, name: assetName, requiredScenarioState, newScenarioState }) => ({
      assetId: id,
      assetName: assetName ?? id,
      from: requiredScenarioState ?? null,
      to: newScenarioState ?? null,
    })),
    callers: callers.slice(0, maxCallers),
    callerCount: callers.length,
  }));
  const values = mock.engine.state
    .list()
    .flatMap(({ scope, values: of }) => Object.entries(of).map(([key, value]) => ({ scope, key, value })));
  return {
    scenarios,
    values: values.slice(0, maxValues),
    valueCount: values.length,
    resources: mock.resources().map(({ assetId, resource }) => ({
      assetId,
      name: resource.definition.name,
      path: resource.definition.path,
      idKey: resource.idKey,
      count: resource.items.length,
    })),
  };
}
