import { canWrite } from '@touchstone/contracts';
import type { Variable } from '@touchstone/contracts/workspaces';
import { AppError } from '@touchstone/kernel';
import type { Actor, SuiteVariables, VariableInput, Variables } from '../../workspaces/index.ts';
import { virtualizationErrors } from '../errors.ts';
import type { MockHost } from './hosting/mock-host.ts';
import type { Open } from './open.ts';

interface Needs {
  open: Open;
  host: MockHost;
  variables: Variables;
  suiteVariables: SuiteVariables;
}

/**
 * createMockVariables manages the variables that stubs use as {{vars.NAME}}. A mock has a single scope, with its
 * project's id.
 */
export function createMockVariables({ open, host, variables, suiteVariables }: Needs) {
  const list = (projectId: string): Promise<Variable[]> => suiteVariables.list([projectId]);
  const find = async (projectId: string, ids: readonly string[]): Promise<void> => {
    const known = new Set((await list(projectId)).map(({ variableId }) => variableId));
    if (!ids.every((id) => known.has(id))) throw new AppError(virtualizationErrors.variableNotFound);
  };
  return {
    async list(caller: Actor, projectId: string): Promise<Variable[]> {
      await open.project(caller, projectId, 'view');
      return list(projectId);
    },
    async add(caller: Actor, projectId: string, given: VariableInput[]): Promise<Variable[]> {
      await open.project(caller, projectId, 'edit');
      const place = { organizationId: caller.organizationId, projectId, suiteId: projectId };
      const added = await suiteVariables.add(place, given);
      await host.changed(projectId, { kind: 'all' });
      return added;
    },
    async update(caller: Actor, change: Parameters<Variables['update']>[1]): Promise<Variable> {
      // The workspace is known only through the variable, so its own licence applies.
      const changed = await variables.update({ ...caller, workspaceAccess: canWrite }, change);
      if (changed.suiteId !== null) await host.changed(changed.suiteId, { kind: 'all' });
      return changed;
    },
    async delete(caller: Actor, projectId: string, ids: string[]): Promise<void> {
      await open.project(caller, projectId, 'edit');
      await find(projectId, ids);
      await variables.delete(caller, projectId, ids);
      await host.changed(projectId, { kind: 'all' });
    },
  };
}
/** MockVariables manages the variables of mocks. */
export type MockVariables = ReturnType<typeof createMockVariables>;
