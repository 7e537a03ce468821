import type { MockState } from '@touchstone/contracts/service-virtualization';
import { AppError } from '@touchstone/kernel';
import type { Actor } from '../../workspaces/index.ts';
import { virtualizationErrors } from '../errors.ts';
import type { HostedMock, MockHost } from './hosting/mock-host.ts';
import type { Open } from './open.ts';

type Json = Record<string, unknown>;
const mostCallers = 200;
const mostValues = 500;

/** createMockState shows and changes the state of a mock: scenarios by caller, key-value state, records. What is changed is stored before it is answered. */
export function createMockState({ open, host }: { open: Open; host: MockHost }) {
  const opened = async (caller: Actor, projectId: string, need: 'view' | 'edit'): Promise<HostedMock> => {
    await open.project(caller, projectId, need);
    return host.open(projectId);
  };
  const resourceIn = ({ mock }: HostedMock, name: string) => {
    const found = mock.resourceOf(name);
    if (!found) throw new AppError(virtualizationErrors.resourceNotFound, { params: { name } });
    return found.resource;
  };

  return {
    async view(caller: Actor, projectId: string): Promise<MockState> {
      return stateOf(await opened(caller, projectId, 'view'));
    },
    async setScenario(
      caller: Actor,
      projectId: string,
      { name, scope, state: wanted }: { name: string; scope: string; state: string | null },
    ): Promise<void> {
      const { mock, state } = await opened(caller, projectId, 'edit');
      const scenario = mock.engine.scenarios().find((one) => one.name === name);
      if (!scenario) throw new AppError(virtualizationErrors.scenarioNotFound, { params: { name } });
      if (wanted === null) mock.engine.state.resetScenario(name, scope);
      else if (scenario.possibleStates.includes(wanted)) mock.engine.state.setScenario(scope, name, wanted);
      else {
        const states = scenario.possibleStates.join(', ');
        throw new AppError(virtualizationErrors.noSuchState, { params: { name, state: wanted, states } });
      }
      await state.settled();
    },
    async setValue(
      caller: Actor,
      projectId: string,
      { scope, key, value }: { scope: string; key: string; value: unknown },
    ): Promise<void> {
      const { mock, state } = await opened(caller, projectId, 'edit');
      mock.engine.state.setValue(scope, key, value);
      await state.settled();
    },
    async records(caller: Actor, projectId: string, name: string, { page, size }: { page: number; size: number }) {
      const { items } = resourceIn(await opened(caller, projectId, 'view'), name);
      return { content: items.slice(page * size, (page + 1) * size), totalElements: items.length, page, size };
    },
    async putRecord(caller: Actor, projectId: string, name: string, record: Json): Promise<Json> {
      const hosted = await opened(caller, projectId, 'edit');
      const kept = resourceIn(hosted, name).put(record);
      await hosted.state.settled();
      return kept;
    },
    async deleteRecord(caller: Actor, projectId: string, name: string, recordId: string): Promise<void> {
      const hosted = await opened(caller, projectId, 'edit');
      if (!resourceIn(hosted, name).delete(recordId)) throw new AppError(virtualizationErrors.recordNotFound);
      await hosted.state.settled();
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
    callers: callers.slice(0, mostCallers),
    callerCount: callers.length,
  }));
  const values = mock.engine.state
    .list()
    .flatMap(({ scope, values: of }) => Object.entries(of).map(([key, value]) => ({ scope, key, value })));
  return {
    scenarios,
    values: values.slice(0, mostValues),
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
