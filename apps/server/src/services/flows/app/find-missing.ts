import { idSchema } from '@touchstone/contracts';
import type { Flow, FlowNode, Reference } from '@touchstone/engine-flow/core';
import { AppError } from '@touchstone/kernel';
import type { RunViewer } from '../../runs/index.ts';
import type { Databases, Environments } from '../../workspaces/index.ts';
import type { FlowNodeKind } from '../domain/flow-kind.ts';
import { type ReferenceHomes, referredBy } from './reference-homes.ts';

interface Needs {
  kinds: ReadonlyMap<string, FlowNodeKind>;
  environments: Environments;
  databases: Databases;
  homes: ReferenceHomes;
}
/** Whether something a node refers to is missing. */
type IsMissing = (reference: Reference, node?: FlowNode) => boolean;

/** References of nodes that can't be used. */
class Missing {
  readonly #byNode = new Map<string, Set<string>>();

  add(node: FlowNode, id: string): void {
    this.#byNode.set(node.id, (this.#byNode.get(node.id) ?? new Set()).add(id));
  }

  has(node: FlowNode, id: string): boolean {
    return this.#byNode.get(node.id)?.has(id) ?? false;
  }
}

/**
 * createFindMissing finds references of a workflow's nodes that can't be used: those defined by the nodes' kinds, and
 * the environments and databases of the referenced workspace.
 */
export function createFindMissing({ kinds, environments, databases, homes }: Needs) {
  /** The workspaces of the references of nodes of a kind, by node. */
  const findHomes = async (
    caller: RunViewer,
    projectId: string,
    { kind, nodes, missing }: { kind: FlowNodeKind; nodes: readonly FlowNode[]; missing: Missing },
  ): Promise<[nodeId: string, home: string][]> => {
    const pairs = nodes.flatMap((node) => referredBy(kind, node).map((id) => ({ node, id })));
    if (pairs.length === 0) return [];
    const found = await homes.of(
      caller,
      projectId,
      kind,
      pairs.map(({ id }) => id),
    );
    for (const { node, id } of pairs) if (!found.has(id)) missing.add(node, id);
    return pairs.map(({ node, id }) => [node.id, found.get(id) ?? projectId]);
  };

  return async function findMissing(caller: RunViewer, projectId: string, { nodes }: Flow): Promise<IsMissing> {
    const { organizationId } = caller;
    const missing = new Missing();
    const homeOf = new Map<string, string>();
    for (const [name, kind] of kinds) {
      const own = nodes.filter((node) => node.kind === name);
      for (const [nodeId, home] of await findHomes(caller, projectId, { kind, nodes: own, missing }))
        homeOf.set(nodeId, home);
    }
    const checkOf = (what: Environments | Databases) => {
      const known = new Map<string, Promise<boolean>>();
      return async (node: FlowNode, id: string | undefined): Promise<void> => {
        if (id === undefined) return;
        const home = homeOf.get(node.id) ?? projectId;
        const key = `${home} ${id}`;
        const asked = known.get(key) ?? exists(what, { organizationId, projectId: home }, id);
        known.set(key, asked);
        if (!(await asked)) missing.add(node, id);
      };
    };
    const [checkEnvironment, checkDatabase] = [checkOf(environments), checkOf(databases)];
    for (const node of nodes) {
      await checkEnvironment(node, node.environmentId);
      await checkDatabase(node, node.databaseId);
    }
    return ({ id }, node) => node !== undefined && missing.has(node, id);
  };
}
export type FindMissing = ReturnType<typeof createFindMissing>;

async function exists(
  what: Environments | Databases,
  scope: { organizationId: string; projectId: string },
  id: string,
): Promise<boolean> {
  if (!idSchema.safeParse(id).success) return false;
  try {
    await what.assertExists(scope, id);
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}
