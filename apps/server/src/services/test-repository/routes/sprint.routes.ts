import type { RepositoryCalls } from '@touchstone/contracts/test-repository';
import type { Registrar } from '../../../platform/http/registrar.ts';
import type { ArrangeSuites } from '../app/sprints/arrange-suites.ts';
import type { SprintFlow } from '../app/sprints/sprint-flow.ts';
import type { Sprints } from '../app/sprints/sprints.ts';
import type { SuiteNumbers } from '../app/sprints/suite-metrics.ts';
import type { SuiteScripts } from '../app/sprints/suite-scripts.ts';
import type { Suites } from '../app/sprints/suites.ts';

export function addSprintRoutes(
  registrar: Registrar,
  calls: RepositoryCalls,
  { sprints, flow }: { sprints: Sprints; flow: SprintFlow },
): void {
  registrar.add(calls.getSprint, ({ caller, query }) => sprints.view(caller, query.sprintUUID));
  registrar.add(
    calls.listAllSprints,
    async ({ caller, query }) => (await sprints.list(caller, query.projectUUID)).content,
  );
  registrar.add(calls.listSprints, ({ caller, query: { projectUUID, ...filter } }) =>
    sprints.list(caller, projectUUID, filter),
  );
  registrar.add(
    calls.listActiveSprints,
    async ({ caller, query }) => (await sprints.list(caller, query.projectUUID, { isActive: true })).content,
  );
  registrar.add(calls.getSprintResult, ({ caller, query }) => flow.result(caller, query.sprintUUID));
  registrar.add(calls.createSprint, ({ caller, query, body }) => sprints.create(caller, query.projectUUID, body));
  registrar.add(calls.updateSprint, ({ caller, query, body }) => sprints.update(caller, query.projectUUID, body));
  registrar.add(calls.deleteSprint, async ({ caller, params }) => {
    await sprints.delete(caller, params.id);
    return { message: 'Sprint deleted' };
  });
  registrar.add(calls.startSprint, ({ caller, body }) => flow.start(caller, body.sprintUUID));
  registrar.add(calls.completeSprint, ({ caller, body }) =>
    flow.complete(caller, body.sprintUUID, body.moveOpenSuitesTo),
  );
}

export function addSuiteRoutes(
  registrar: Registrar,
  calls: RepositoryCalls,
  {
    suites,
    arrange,
    scripts,
    numbers,
  }: { suites: Suites; arrange: ArrangeSuites; scripts: SuiteScripts; numbers: SuiteNumbers },
): void {
  const sprint = ({ sprintUUID: uuid }: { sprintUUID: string }) => ({ uuid, isSprintUUID: true });
  const testLab = ({ projectUUID: uuid }: { projectUUID: string }) => ({ uuid, isSprintUUID: false });
  registrar.add(
    calls.listAllSprintSuites,
    async ({ caller, query }) => (await suites.list(caller, sprint(query))).content,
  );
  registrar.add(
    calls.listAllTestLabSuites,
    async ({ caller, query }) => (await suites.list(caller, testLab(query))).content,
  );
  registrar.add(calls.listSprintSuites, ({ caller, query }) => suites.list(caller, sprint(query), query));
  registrar.add(calls.listTestLabSuites, ({ caller, query }) => suites.list(caller, testLab(query), query));
  registrar.add(calls.getTestLabMetrics, ({ caller, query }) => numbers.ofTestLab(caller, query.projectUUID));
  registrar.add(calls.getSprintMetrics, ({ caller, query }) => numbers.ofSprint(caller, query.sprintUUID));
  registrar.add(calls.getSuite, ({ caller, params }) => suites.view(caller, params.id));
  registrar.add(calls.createSuite, ({ caller, query, body }) => suites.create(caller, query, body));
  registrar.add(calls.updateSuite, ({ caller, query, body }) => suites.update(caller, query, body));
  registrar.add(calls.deleteSuites, async ({ caller, query, body }) => {
    const deleted = await suites.delete(caller, { ...query, ids: body.suiteUUIDs });
    return { message: deleted === 1 ? 'Suite deleted' : 'Suites deleted', deleted };
  });
  registrar.add(calls.importSuites, async ({ caller, body }) => {
    const { suiteUUIDs: ids, targetSprintUUID: sprintId, action } = body;
    return { suites: await arrange.bringInto(caller, { ids, sprintId, isMove: action === 'MOVE' }) };
  });
  registrar.add(calls.listSuiteScripts, ({ caller, query }) => scripts.list(caller, query.suiteUUID));
  registrar.add(calls.importScripts, ({ caller, body }) => scripts.add(caller, body.suiteUUID, body.scriptUUIDs));
  registrar.add(calls.setSuiteScripts, ({ caller, body }) => scripts.set(caller, body.suiteUUID, body.scriptUUIDs));
}
