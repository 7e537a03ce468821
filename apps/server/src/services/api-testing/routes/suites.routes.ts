import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import type { Registrar } from '../../../platform/http/registrar.ts';
import type { SuiteFolders } from '../app/suites/suite-folders.ts';
import type { Suites } from '../app/suites/suites.ts';

const calls = apiTestingRoutes;

export function addSuiteRoutes(
  registrar: Registrar,
  { suites, folders }: { suites: Suites; folders: SuiteFolders },
): void {
  registrar.add(calls.listFolders, async ({ caller, query }) => ({
    folders: await folders.list(caller, query.suiteId),
  }));
  registrar.add(calls.createFolder, async ({ caller, body }) => ({ folders: await folders.create(caller, body) }));
  registrar.add(calls.updateFolder, async ({ caller, body }) => ({ folders: await folders.update(caller, body) }));
  registrar.add(calls.deleteFolder, async ({ caller, query }) => ({
    folders: await folders.delete(caller, query.suiteId, query.path, query.trashId),
  }));
  registrar.add(calls.listChainingSuites, ({ caller, query: { page, size, ...filter } }) =>
    suites.list(caller, { ...filter, isChaining: true }, { page, size }),
  );
  registrar.add(calls.listSuites, ({ caller, query: { page, size, isChaining = false, ...filter } }) =>
    suites.list(caller, { ...filter, isChaining }, { page, size }),
  );
  registrar.add(calls.createSuite, ({ caller, body }) => suites.create(caller, body));
  registrar.add(calls.updateSuite, ({ caller, body }) => suites.update(caller, body));
  registrar.add(calls.deleteSuite, async ({ caller, query }) => {
    await suites.delete(caller, query.suiteId, query);
    return { message: query.suiteId.length === 1 ? 'Suite deleted' : `${query.suiteId.length} suites deleted` };
  });
  registrar.add(calls.cloneSuite, ({ caller, body }) => suites.clone(caller, body));
  registrar.add(calls.importScriptsList, async ({ caller, query }) => {
    const scriptIds = await suites.importScripts(caller, query.fromSuiteId, query.toSuiteId);
    return { imported: scriptIds.length, scriptIds };
  });
  registrar.add(calls.getScriptCount, async ({ caller, query }) => ({
    suiteId: query.suiteId,
    count: await suites.countScripts(caller, query.suiteId),
  }));
}
