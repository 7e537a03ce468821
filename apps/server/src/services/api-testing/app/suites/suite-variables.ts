import type { Variable } from '@touchstone/contracts/workspaces';
import type { Actor, SuiteVariables, VariableInput } from '../../../workspaces/index.ts';
import type { OpenSuites } from './open-suites.ts';

/** createOwnVariables lets callers read and write the variables of their suites. */
export function createOwnVariables({ access, suiteVariables }: { access: OpenSuites; suiteVariables: SuiteVariables }) {
  const place = async (actor: Actor, suiteId: string) => {
    const { organizationId, projectId } = await access.openSuite(actor, suiteId, 'edit');
    return { organizationId, projectId, suiteId };
  };
  return {
    async list(actor: Actor, suiteId: string): Promise<Variable[]> {
      await access.openSuite(actor, suiteId, 'view');
      return suiteVariables.list([suiteId]);
    },
    add: async (actor: Actor, suiteId: string, variables: VariableInput[]): Promise<Variable[]> =>
      suiteVariables.add(await place(actor, suiteId), variables),
    /** Adds the variables whose names the suite doesn't have yet. */
    async addMissing(actor: Actor, suiteId: string, variables: VariableInput[]): Promise<void> {
      const suite = await place(actor, suiteId);
      const known = new Set((await suiteVariables.list([suiteId])).map(({ name }) => name));
      const missing = variables.filter(({ name }) => !known.has(name));
      if (missing.length) await suiteVariables.add(suite, missing);
    },
  };
}
/** OwnVariables are the suite variables, with access checks for callers. */
export type OwnVariables = ReturnType<typeof createOwnVariables>;
