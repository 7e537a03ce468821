import { type MockSuite, suiteDepth } from '@touchstone/contracts/service-virtualization';
import { AppError, newId } from '@touchstone/kernel';
import type { Platform } from '../../../../platform/platform.ts';
import type { Actor } from '../../../workspaces/index.ts';
import { depthOf, heightOf, suitesBelow } from '../../domain/active-suites.ts';
import { virtualizationErrors } from '../../errors.ts';
import { type SuiteRow, suitesStore } from '../../store/suites.store.ts';
import type { MockHost } from '../hosting/mock-host.ts';
import type { Open } from '../open.ts';
import { createInTree, createShowSuites, maxSuites, named } from './show-suites.ts';

/** createSuites manages suites: nestable folders of assets. */
export function createSuites({ platform, open, host }: { platform: Platform; open: Open; host: MockHost }) {
  const { database } = platform;

  const { list, show } = createShowSuites(platform);
  const inTree = createInTree(platform);
  const change = async (row: SuiteRow, values: Parameters<typeof suitesStore.update>[2]): Promise<MockSuite> => {
    const name = values.name ?? row.name;
    const changed = await named(name, suitesStore.update(database.sql, row.id, values));
    if (!changed) throw new AppError(virtualizationErrors.suiteNotFound);
    return show(changed);
  };

  return {
    async list(caller: Actor, projectId: string): Promise<MockSuite[]> {
      await open.project(caller, projectId, 'view');
      return list(projectId);
    },
    async create(
      caller: Actor,
      input: { projectId: string; parentId: string | null; name: string; description: string },
    ): Promise<MockSuite> {
      const { projectId, parentId, name } = input;
      await open.project(caller, projectId, 'edit');
      const made = await inTree(projectId, async (sql, suites) => {
        if (suites.length >= maxSuites)
          throw new AppError(virtualizationErrors.tooManySuites, { params: { most: maxSuites } });
        assertPlace(suites, parentId, 1);
        return named(name, suitesStore.insert(sql, { id: newId(), organizationId: caller.organizationId, ...input }));
      });
      await host.changed(projectId, { kind: 'all' });
      return show(made);
    },
    async update(
      caller: Actor,
      { suiteId, name, description }: { suiteId: string; name?: string | undefined; description?: string | undefined },
    ): Promise<MockSuite> {
      const row = await open.suite(caller, suiteId, 'edit');
      return change(row, { name: name ?? row.name, description: description ?? row.description });
    },
    async toggle(caller: Actor, suiteId: string, isEnabled: boolean): Promise<MockSuite> {
      const row = await open.suite(caller, suiteId, 'edit');
      await suitesStore.update(database.sql, suiteId, { isEnabled });
      await host.changed(row.projectId, { kind: 'all' });
      return show(row);
    },
    async move(caller: Actor, suiteId: string, parentId: string | null): Promise<MockSuite> {
      const row = await open.suite(caller, suiteId, 'edit');
      const { projectId, name } = row;
      await inTree(projectId, async (sql, suites) => {
        if (parentId !== null && suitesBelow(suites, suiteId).includes(parentId))
          throw new AppError(virtualizationErrors.suiteIntoItself);
        assertPlace(suites, parentId, heightOf(suites, suiteId));
        await named(name, suitesStore.update(sql, suiteId, { parentId }));
      });
      await host.changed(projectId, { kind: 'all' });
      return show(row);
    },
    async delete(caller: Actor, suiteId: string): Promise<void> {
      const { projectId, name } = await open.suite(caller, suiteId, 'edit');
      await suitesStore.delete(database.sql, suiteId);
      await host.changed(projectId, { kind: 'all' });
      await platform.audit(caller, { action: 'mock-suite.deleted', target: suiteId, detail: { name } });
    },
  };
}
/** Suites manages folders of assets. */
export type Suites = ReturnType<typeof createSuites>;

/** Throws if the parent doesn't exist, or if a suite of `height` levels is too deep for it. */
function assertPlace(suites: readonly SuiteRow[], parentId: string | null, height: number): void {
  if (parentId !== null && !suites.some(({ id }) => id === parentId))
    throw new AppError(virtualizationErrors.suiteNotFound);
  if (depthOf(suites, parentId) + height > suiteDepth)
    throw new AppError(virtualizationErrors.suiteTooDeep, { params: { most: suiteDepth } });
}
