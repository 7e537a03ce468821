import { mockStateRoutes } from '@touchstone/contracts/service-virtualization';
import type { Registrar } from '../../../platform/http/registrar.ts';
import type { Faults } from '../app/faults.ts';
import type { MockStates } from '../app/mock-state.ts';

export function addStateRoutes(registrar: Registrar, { states, faults }: { states: MockStates; faults: Faults }): void {
  const routes = mockStateRoutes;
  registrar.add(routes.getMockState, ({ caller, params }) => states.view(caller, params.id));
  registrar.add(routes.listMockFaults, async ({ caller, params }) => ({
    faults: await faults.list(caller, params.id),
  }));
  registrar.add(routes.endMockFaults, async ({ caller, params }) => {
    const count = await faults.end(caller, params.id);
    return { message: `${count} fault${count === 1 ? '' : 's'} ended` };
  });
  registrar.add(routes.setScenario, async ({ caller, params, body }) => {
    await states.setScenario(caller, params.id, body);
    return { message: 'Saved' };
  });
  registrar.add(routes.setStateValue, async ({ caller, params, body }) => {
    await states.setValue(caller, params.id, body);
    return { message: 'Saved' };
  });
  registrar.add(routes.listRecords, ({ caller, params, query: { resource, ...page } }) =>
    states.records(caller, params.id, resource, page),
  );
  registrar.add(routes.putRecord, async ({ caller, params, body }) => ({
    record: await states.putRecord(caller, params.id, body.resource, body.record),
  }));
  registrar.add(routes.deleteRecord, async ({ caller, params, query }) => {
    await states.deleteRecord(caller, params.id, query.resource, query.recordId);
    return { message: 'Deleted' };
  });
}
