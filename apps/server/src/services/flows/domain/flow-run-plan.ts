import type { FlowNode } from '@touchstone/engine-flow/core';
import type { PlannedStep, RunViewer } from '../../runs/index.ts';
import type { StoredDocument } from './flow-document.ts';

export const flowRunKind = 'workflow';
/** Maximum nesting depth of workflows. */
export const deepest = 10;

/** Everything a workflow run needs, as of its start. */
export interface FlowRunPlan {
  flowId: string;
  revision: number;
  document: StoredDocument;
  /** The user who started it; parts are started on their behalf. */
  caller: RunViewer;
  environmentId: string | null;
  /**
   * Names of the run configuration and the environment at the start; absent in runs of earlier versions and in nested
   * runs.
   */
  configuration?: { name: string | null; environmentName: string | null; parallel: number | null };
  /** Values used by conditions and inputs. */
  variables: Record<string, unknown>;
  /** Number of parent workflows. */
  depth: number;
}

/** starterOf returns the starter of a run as stored in its plan. */
export function starterOf(caller: RunViewer): RunViewer {
  const { userId, email, name, role, organizationId, plan, teamIds, teamId, requestId, address } = caller;
  return { userId, email, name, role, organizationId, plan, teamIds, teamId, requestId, address };
}

/** The data that lists show of a run. */
export interface FlowRunLabel {
  flowId: string;
  revision: number;
  nodes: number;
}

/** The data that a step has about its node. */
export interface NodeSummary {
  node: string;
  subtitle: string;
}

/** The data of an ended node. */
export interface NodeOutcome {
  attempt: number;
  childRunId: string | null;
  childLink: string | null;
}

/** The page of the run that executes a node. */
export const childLink = (runId: string | null): string | null => (runId === null ? null : `/runs/${runId}`);

const withoutStep: ReadonlySet<string> = new Set(['start', 'comment']);

/** planNodes yields a step for each executed node. */
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
