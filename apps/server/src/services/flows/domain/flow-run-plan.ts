import type { FlowNode } from '@touchstone/engine-flow/core';
import type { PlannedStep, RunViewer } from '../../runs/index.ts';
import type { StoredDocument } from './flow-document.ts';

export const flowRunKind = 'workflow';
/** Workflows may run workflows so many levels deep. */
export const deepest = 10;

/** What a run of a workflow needs: all of it as it was when the run was started. */
export interface FlowRunPlan {
  flowId: string;
  revision: number;
  document: StoredDocument;
  /** Who started it; parts are started in this name. */
  caller: RunViewer;
  environmentId: string | null;
  /** Names of the run configuration and the environment as they were; absent in runs of earlier versions and in those of other workflows. */
  configuration?: { name: string | null; environmentName: string | null; parallel: number | null };
  /** Values that conditions and inputs use. */
  variables: Record<string, unknown>;
  /** Workflows above this one. */
  depth: number;
}

/** starterOf is what a plan keeps of who starts a run. */
export function starterOf(caller: RunViewer): RunViewer {
  const { userId, email, name, role, organizationId, plan, teamIds, teamId, requestId, address } = caller;
  return { userId, email, name, role, organizationId, plan, teamIds, teamId, requestId, address };
}

/** What lists show of it. */
export interface FlowRunLabel {
  flowId: string;
  revision: number;
  nodes: number;
}

/** What a step of a run says of its node. */
export interface NodeSummary {
  node: string;
  subtitle: string;
}

/** What is known of a node once it has ended. */
export interface NodeOutcome {
  attempt: number;
  childRunId: string | null;
  childLink: string | null;
}

/** Where the page shows the run that executes a node. */
export const childLink = (runId: string | null): string | null => (runId === null ? null : `/runs/${runId}`);

const withoutStep: ReadonlySet<string> = new Set(['start', 'comment']);

/** planNodes gives a step for each node that is executed. */
export async function* planNodes(
  flowId: string,
  nodes: readonly FlowNode[],
  subtitle: (node: FlowNode) => string,
  { newStepId, digestOf }: { newStepId: () => string; digestOf: (value: unknown) => string },
): AsyncGenerator<PlannedStep> {
  for (const node of nodes) {
    if (withoutStep.has(node.kind)) continue;
    const summary: NodeSummary = { node: node.id, subtitle: subtitle(node) };
    yield {
      stepId: newStepId(),
      kind: node.kind,
      title: node.name,
      groupId: null,
      sourceId: `${flowId}:${node.id}`,
      sourceRevision: digestOf(node),
      plan: { node: node.id },
      summary,
    };
  }
}
