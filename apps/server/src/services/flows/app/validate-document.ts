import { canWrite } from '@touchstone/contracts';
import type { FlowFault, FlowKind, FlowPorts } from '@touchstone/contracts/flows';
import { type Flow, NodeKinds, type Reference, validateFlow } from '@touchstone/engine-flow/core';
import { AppError } from '@touchstone/kernel';
import type { Platform } from '../../../platform/platform.ts';
import type { RunViewer } from '../../runs/index.ts';
import type { Databases, Environments } from '../../workspaces/index.ts';
import type { FlowNodeKind } from '../domain/flow-kind.ts';

interface Needs {
  platform: Platform;
  kinds: ReadonlyMap<string, FlowNodeKind>;
  environments: Environments;
  databases: Databases;
}
const keyOf = ({ type, id }: Reference): string => `${type} ${id}`;

/** createKindsFor gives the kinds of nodes as a caller may use them. */
export function createKindsFor({ platform, kinds }: Pick<Needs, 'platform' | 'kinds'>) {
  /** Why the caller can’t use what a service executes; undefined where nothing stands against it. */
  const refusalOf = async (caller: RunViewer, service: string): Promise<string | undefined> => {
    try {
      await platform.callRules.assert({ service, access: canWrite }, caller);
      return undefined;
    } catch (error) {
      if (error instanceof AppError) return error.message;
      throw error;
    }
  };
  return async function kindsFor(caller: RunViewer): Promise<(FlowNodeKind & { unavailable: string | undefined })[]> {
    const services = [...new Set([...kinds.values()].map(({ service }) => service))];
    const refusals = new Map(
      await Promise.all(services.map(async (name) => [name, await refusalOf(caller, name)] as const)),
    );
    return [...kinds.values()].map((kind) => ({ ...kind, unavailable: refusals.get(kind.service) }));
  };
}
export type KindsFor = ReturnType<typeof createKindsFor>;

const noPorts: FlowPorts = { inputs: [], outputs: [] };

/** toFlowKind is a kind as pages offer it. */
export function toFlowKind(kind: FlowNodeKind & { unavailable: string | undefined }): FlowKind {
  const { node, title, description, group, service, unavailable = null, ports = noPorts, hasOwnPorts } = kind;
  return { kind: node.kind, work: node.work, title, description, group, service, unavailable, ports, hasOwnPorts };
}

/** createValidateDocument finds the design faults of a workflow: those of the engine, and what it refers to and is not there. */
export function createValidateDocument(needs: Needs & { kindsFor: KindsFor }) {
  const { environments, databases, kinds, kindsFor } = needs;

  const findMissing = async (caller: RunViewer, projectId: string, references: ReadonlyMap<string, Reference>) => {
    const missing = new Set<string>();
    const of = (type: Reference['type']) => [...references.values()].filter((reference) => reference.type === type);
    for (const reference of of('environment')) {
      const isThere = environments.assertThere({ organizationId: caller.organizationId, projectId }, reference.id);
      await isThere.catch(() => missing.add(keyOf(reference)));
    }
    for (const reference of of('database')) {
      const target = await databases.findTarget({ organizationId: caller.organizationId, projectId }, reference.id);
      if (!target) missing.add(keyOf(reference));
    }
    return missing;
  };

  return async function validateDocument(caller: RunViewer, projectId: string, flow: Flow): Promise<FlowFault[]> {
    const offered = await kindsFor(caller);
    const nodeKinds = new NodeKinds(
      offered.map(({ node, unavailable }) => ({ ...node, unavailable: () => node.unavailable?.() ?? unavailable })),
    );
    const references = new Map<string, Reference>();
    validateFlow(flow, {
      kinds: nodeKinds,
      isDeleted(reference) {
        references.set(keyOf(reference), reference);
        return false;
      },
    });
    const missing = await findMissing(caller, projectId, references);
    for (const [name, kind] of kinds) {
      const own = flow.nodes.filter((node) => node.kind === name).flatMap((node) => kind.node.references?.(node) ?? []);
      if (own.length === 0) continue;
      for (const reference of (await kind.findMissing?.(caller, projectId, own)) ?? []) missing.add(keyOf(reference));
    }
    return validateFlow(flow, { kinds: nodeKinds, isDeleted: (reference) => missing.has(keyOf(reference)) });
  };
}
export type ValidateDocument = ReturnType<typeof createValidateDocument>;
