import { canWrite } from '@touchstone/contracts';
import type { FlowFault, FlowKind, FlowPorts } from '@touchstone/contracts/flows';
import { type Flow, NodeKinds, validateFlow } from '@touchstone/engine-flow/core';
import { AppError } from '@touchstone/kernel';
import type { Platform } from '../../../platform/platform.ts';
import type { RunViewer } from '../../runs/index.ts';
import type { FlowNodeKind } from '../domain/flow-kind.ts';
import type { FindMissing } from './find-missing.ts';

interface Needs {
  platform: Platform;
  kinds: ReadonlyMap<string, FlowNodeKind>;
}

/** createKindsFor returns the kinds of nodes, marked with whether a caller can use them. */
export function createKindsFor({ platform, kinds }: Needs) {
  /** Why the caller can't use nodes executed by a service; undefined if they can. */
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

/** toFlowKind returns a kind in its API form. */
export function toFlowKind(kind: FlowNodeKind & { unavailable: string | undefined }): FlowKind {
  const { node, title, description, group, service, unavailable = null, ports = noPorts, hasOwnPorts } = kind;
  return { kind: node.kind, work: node.work, title, description, group, service, unavailable, ports, hasOwnPorts };
}

/**
 * createValidateDocument finds the design faults of a workflow: the engine's, and references to things that don't
 * exist.
 */
export function createValidateDocument({ kindsFor, findMissing }: { kindsFor: KindsFor; findMissing: FindMissing }) {
  return async function validateDocument(caller: RunViewer, projectId: string, flow: Flow): Promise<FlowFault[]> {
    const offered = await kindsFor(caller);
    const nodeKinds = new NodeKinds(
      offered.map(({ node, unavailable }) => ({ ...node, unavailable: () => node.unavailable?.() ?? unavailable })),
    );
    return validateFlow(flow, { kinds: nodeKinds, isDeleted: await findMissing(caller, projectId, flow) });
  };
}
export type ValidateDocument = ReturnType<typeof createValidateDocument>;
