import type { FlowKind, FlowPorts } from '@touchstone/contracts/flows';
import type { FlowNode, NodeKind, Reference } from '@touchstone/engine-flow/core';
import type { PlannedRun, Run, RunViewer } from '../../runs/index.ts';

/** One attempt to execute a node. */
export interface FlowAttempt {
  organizationId: string;
  projectId: string;
  /** The run of the workflow, and the step of it that the node is. */
  runId: string;
  runName: string;
  stepId: string | null;
  node: FlowNode;
  attempt: number;
  /** Values by name of the input. */
  inputs: Readonly<Record<string, unknown>>;
  /** That of the node, else that of the run. */
  environmentId: string | undefined;
  /** Who started the run. */
  caller: RunViewer;
  /** The same for every try of this attempt, by whichever runner. */
  key: string;
  /** An earlier runner may have tried it. */
  isAgain: boolean;
  /** Workflows above this one. */
  depth: number;
  signal: AbortSignal;
}

/** How an attempt ended. */
export interface AttemptEnd {
  outcome: 'passed' | 'failed';
  /** Values by name of the output. */
  outputs?: Record<string, unknown>;
  /** Why it failed, in one sentence. */
  message?: string | null;
  /** What the page shows of it, such as request and response; values that must not be shown are masked. */
  detail?: unknown;
}

/** A run that executes an attempt. */
export interface ChildRun extends Omit<PlannedRun, 'runId' | 'stored' | 'discard' | 'auditDetail'> {
  kind: string;
}

/** FlowNodeKind plugs a kind of node into workflows: how it looks, what it needs, and how it is executed. */
export interface FlowNodeKind extends Pick<FlowKind, 'title' | 'description' | 'group' | 'hasOwnPorts'> {
  node: NodeKind;
  /** The service that executes it: its licence is needed, and blocks are coloured by it. */
  service: string;
  ports?: FlowPorts;
  /** What the page shows below the name of a step. */
  subtitle?(node: FlowNode): string;
  /** Executes an attempt in the process of the runner. After the loss of a runner it is called again with the same key. */
  execute?(attempt: FlowAttempt): Promise<AttemptEnd>;
  /** Plans the run that executes an attempt; started once, whatever happens to runners. */
  planChild?(attempt: FlowAttempt): Promise<ChildRun>;
  /** What came of that run. */
  readChild?(run: Run, node: FlowNode): Promise<AttemptEnd>;
  /** Told when a node begins to wait for a signal; told again after the loss of a runner. */
  askFor?(attempt: FlowAttempt): Promise<void>;
  /** Ports of what a node refers to. */
  portsOf?(caller: RunViewer, reference: { projectId: string; id: string; environmentId?: string }): Promise<FlowPorts>;
  /** Names of what nodes refer to, by id. */
  namesOf?(caller: RunViewer, ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Those of the references that do not exist in the workspace. */
  findMissing?(caller: RunViewer, projectId: string, references: readonly Reference[]): Promise<Reference[]>;
}
