import type { RepositoryCalls } from '@touchstone/contracts/test-repository';
import type { Registrar } from '../../../platform/http/registrar.ts';
import type { CreateFunctions } from '../app/functions/create-functions.ts';
import type { Functions } from '../app/functions/functions.ts';
import type { Steps } from '../app/steps.ts';
import type { Versions } from '../app/versions.ts';
import { type KeywordSurface, keywordsFor } from '../domain/keywords.ts';

export function addStepRoutes(
  registrar: Registrar,
  calls: RepositoryCalls,
  { steps, surface }: { steps: Steps; surface: KeywordSurface },
): void {
  registrar.add(calls.listKeywords, async () => ({ keywords: keywordsFor(surface) }));
  registrar.add(calls.getSteps, ({ caller, query }) => steps.read(caller, query.scriptUUID));
  registrar.add(calls.saveSteps, ({ caller, body }) => steps.save(caller, body.scriptUUID, body.revision, body.steps));
  registrar.add(calls.addSteps, ({ caller, query, body }) =>
    steps.add(caller, query.scriptUUID, body.steps, body.after),
  );
  registrar.add(calls.deleteSteps, ({ caller, body }) => steps.delete(caller, body.scriptUUID, body.stepIds));
  registrar.add(calls.checkSteps, async ({ caller, body }) => ({
    problems: await steps.check(caller, body.projectUUID, body.steps),
  }));
  registrar.add(calls.listDataColumns, ({ caller, query }) => steps.dataColumns(caller, query.scriptUUID));
}

export function addFunctionRoutes(
  registrar: Registrar,
  calls: RepositoryCalls,
  { functions, creating }: { functions: Functions; creating: CreateFunctions },
): void {
  registrar.add(calls.createFunction, ({ caller, body }) => creating.create(caller, body));
  registrar.add(calls.listFunctions, async ({ caller, query }) => ({
    functions: await functions.list(caller, query.projectUUID, query.searchTerm),
  }));
  registrar.add(calls.updateFunction, ({ caller, body }) => functions.update(caller, body));
  registrar.add(calls.cloneFunction, ({ caller, body }) =>
    creating.clone(caller, body.functionUUID, body.functionName),
  );
  registrar.add(calls.deleteFunction, async ({ caller, query }) => {
    await functions.delete(caller, query.functionUUID, query.force ?? false);
    return { message: 'Function deleted' };
  });
  registrar.add(calls.deleteFunctionSteps, ({ caller, body }) =>
    functions.deleteSteps(caller, body.functionUUID, body.stepIds),
  );
}

export function addVersionRoutes(registrar: Registrar, calls: RepositoryCalls, versions: Versions): void {
  registrar.add(calls.createVersion, ({ caller, query, body }) =>
    versions.create(caller, query.scriptUUID, body.versionName),
  );
  registrar.add(calls.listVersions, ({ caller, query: { scriptUUID, ...page } }) =>
    versions.list(caller, scriptUUID, page),
  );
  registrar.add(calls.getVersion, ({ caller, params }) => versions.view(caller, params.id));
  registrar.add(calls.restoreVersion, ({ caller, body }) => versions.restore(caller, body.scriptVersionUUID));
  registrar.add(calls.deleteVersion, async ({ caller, query }) => {
    await versions.delete(caller, query.scriptVersionUUID);
    return { message: 'Restore point deleted' };
  });
}
