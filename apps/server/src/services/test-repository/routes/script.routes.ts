import type { RepositoryCalls } from '@touchstone/contracts/test-repository';
import type { Registrar } from '../../../platform/http/registrar.ts';
import type { ArrangeScripts } from '../app/scripts/arrange-scripts.ts';
import type { ListScripts } from '../app/scripts/list-scripts.ts';
import type { WriteScripts } from '../app/scripts/write-scripts.ts';

interface Scripts {
  list: ListScripts;
  write: WriteScripts;
  arrange: ArrangeScripts;
}

export function addScriptRoutes(registrar: Registrar, calls: RepositoryCalls, scripts: Scripts): void {
  addReading(registrar, calls, scripts.list);
  const { write, arrange } = scripts;
  registrar.add(calls.createScript, ({ caller, query, body: { moduleName: _name, ...body } }) =>
    write.create(caller, query.moduleUUID, body),
  );
  registrar.add(calls.updateScript, ({ caller, query, body }) => write.update(caller, query.moduleUUID, body));
  registrar.add(calls.deleteScripts, async ({ caller, body }) => {
    const { sourceModuleUUID: moduleId, isSelectAll, scriptUUIDs: ids } = body;
    const deleted = await write.delete(caller, { moduleId, isSelectAll, ids });
    return { message: deleted === 1 ? 'Script deleted' : 'Scripts deleted', deleted };
  });
  registrar.add(calls.sequenceScript, async ({ caller, query }) => {
    await arrange.sequence(caller, query.scriptUUID, query.sequenceId);
    return { message: 'Script moved' };
  });
  registrar.add(calls.copyScripts, async ({ caller, body }) => ({
    scripts: await arrange.copyInPlace(caller, body.scriptUUIDs),
  }));
  registrar.add(calls.moveScripts, async ({ caller, body }) => {
    const { scriptUUIDs: ids, targetModuleUUID: moduleId, action } = body;
    return { scripts: await arrange.bringInto(caller, { ids, moduleId, isMove: action === 'MOVE' }) };
  });
  registrar.add(calls.updateReusable, async ({ caller, body }) => ({
    scripts: await write.setReusable(caller, body.scriptUUIDs, body.isReusable),
  }));
}

function addReading(registrar: Registrar, calls: RepositoryCalls, list: ListScripts): void {
  registrar.add(calls.listModuleScripts, ({ caller, query }) => list.allInModule(caller, query.moduleUUID));
  registrar.add(calls.listScripts, ({ caller, query: { moduleUUID, page, size, ...filter } }) =>
    list.inModule(caller, moduleUUID, filter, { page, size }),
  );
  registrar.add(calls.listProjectScripts, ({ caller, query: { projectUUID, page, size, ...filter } }) =>
    list.inProject(caller, projectUUID, filter, { page, size }),
  );
  registrar.add(calls.getScript, ({ caller, params }) => list.view(caller, params.id));
  registrar.add(calls.listRecentScripts, ({ caller, query }) => list.listRecent(caller, query.projectUUID));
  registrar.add(calls.listHybridScripts, ({ caller, query: { projectUUID, searchTerm, page, size } }) =>
    list.inProject(caller, projectUUID, { searchTerm, isReusable: true }, { page, size }),
  );
  registrar.add(calls.listSharedTests, ({ caller, query: { searchTerm, page, size } }) =>
    list.shared(caller, searchTerm, { page, size }),
  );
  registrar.add(calls.suggestTags, ({ caller, query }) => list.suggestTags(caller, query.projectUUID, query.tag));
}
