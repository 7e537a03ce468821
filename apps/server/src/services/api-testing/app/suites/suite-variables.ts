import type { Variable } from '@touchstone/contracts/workspaces';
import type { Actor, SuiteVariables, VariableInput } from '../../../workspaces/index.ts';
import type { OpenSuites } from './open-suites.ts';

/** createOwnVariables gives callers the variables of their suites. */
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
    /** Adds those of the variables whose name the suite does not have yet. */
    async addMissing(actor: Actor, suiteId: string, variables: VariableInput[]): Promise<void> {
      const suite = await place(actor, suiteId);
      const known = new Set((await suiteVariables.list([suiteId])).map(({ name }) => name));
      const missing = variables.filter(({ name }) => !known.has(name));
      if (missing.length) await suiteVariables.add(suite, missing);
    },
  };
}
/** OwnVariables are the variables of suites, for callers. */
export type OwnVariables = ReturnType<typeof createOwnVariables>;
