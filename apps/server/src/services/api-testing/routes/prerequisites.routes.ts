import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import type { Registrar } from '../../../platform/http/registrar.ts';
import type { Runs } from '../../runs/index.ts';
import { type Prerequisites, prerequisitesKind } from '../app/prerequisites/prerequisites.ts';
import { startedAnswer } from './executions.routes.ts';

const calls = apiTestingRoutes;

export function addPrerequisiteRoutes(
  registrar: Registrar,
  { prerequisites, runs }: { prerequisites: Prerequisites; runs: Pick<Runs, 'start'> },
): void {
  registrar.add(calls.listPrerequisites, async ({ caller, query }) => ({
    prerequisites: await prerequisites.list(caller, query.projectId),
  }));
  registrar.add(calls.createPrerequisite, ({ caller, body }) => prerequisites.create(caller, body));
  registrar.add(calls.updatePrerequisite, ({ caller, body }) => prerequisites.update(caller, body));
  registrar.add(calls.deletePrerequisite, async ({ caller, query }) => {
    await prerequisites.delete(caller, query.prerequisiteId);
    return { message: 'Prerequisite deleted' };
  });
  registrar.add(calls.reorderPrerequisites, async ({ caller, body }) => ({
    prerequisites: await prerequisites.reorder(caller, body.projectId, body.prerequisiteIds),
  }));
  registrar.add(calls.runPrerequisites, async ({ caller, body }) =>
    startedAnswer(await runs.start(caller, prerequisitesKind, body)),
  );
  registrar.add(calls.retryPrerequisites, async ({ caller, body }) =>
    startedAnswer(await prerequisites.retry(caller, body.runId)),
  );
}
