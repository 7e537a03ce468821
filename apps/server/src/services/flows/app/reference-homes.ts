import { idSchema } from '@touchstone/contracts';
import type { FlowNode } from '@touchstone/engine-flow/core';
import type { RunViewer } from '../../runs/index.ts';
import type { Workspaces } from '../../workspaces/index.ts';
import type { ChildRun, FlowAttempt, FlowNodeKind } from '../domain/flow-kind.ts';

/**
 * createReferenceHomes finds the home of a node: the workspace of what it refers to. The node's environment and
 * database are those of its home, and the run that executes it belongs there. Workflows of most services can only use
 * things in their own workspace, those of `wide` services whatever the caller may open.
 */
export function createReferenceHomes({ workspaces, wide }: { workspaces: Workspaces; wide: ReadonlySet<string> }) {
  /** Homes by id; things the workflow can't use are absent. */
  const of = async (
    caller: RunViewer,
    projectId: string,
    kind: FlowNodeKind,
    named: readonly string[],
  ): Promise<ReadonlyMap<string, string>> => {
    const ids = named.filter((id) => idSchema.safeParse(id).success);
    if (!kind.homesOf) {
      const existing = (await kind.existing?.(caller, projectId, ids)) ?? new Set(ids);
      return new Map([...existing].map((id) => [id, projectId]));
    }
    const homes = await kind.homesOf(caller, projectId, ids);
    const own = new Map([...homes].filter(([, home]) => home === projectId));
    if (own.size === homes.size) return own;
    const { project } = await workspaces.open(caller, projectId, 'view');
    return wide.has(project.service) ? homes : own;
  };

  /** Moves an attempt to its node's home; the run's environment applies only in the run's own workspace. */
  const atHome = async (kind: FlowNodeKind, attempt: FlowAttempt): Promise<FlowAttempt> => {
    const { caller, projectId, node } = attempt;
    const [id] = referredBy(kind, node);
    if (id === undefined || !kind.homesOf) return attempt;
    const home = (await of(caller, projectId, kind, [id])).get(id);
    if (home === undefined) throw new Error(`What "${node.name}" refers to was deleted, or you have no access to it.`);
    return home === projectId ? attempt : { ...attempt, projectId: home, environmentId: node.environmentId };
  };

  return {
    of,
    /** Plans the run of an attempt in its node's home. */
    async planChild(kind: FlowNodeKind, attempt: FlowAttempt): Promise<ChildRun & { projectId: string }> {
      const there = await atHome(kind, attempt);
      const child = await kind.planChild?.(there);
      if (!child) throw new Error('Nodes of this kind are not executed.');
      return { ...child, projectId: there.projectId };
    },
  };
}
export type ReferenceHomes = ReturnType<typeof createReferenceHomes>;

/** Ids of the things a node refers to, as defined by its kind. */
export const referredBy = (kind: FlowNodeKind, node: FlowNode): string[] =>
  (kind.node.references?.(node) ?? []).map(({ id }) => id);
