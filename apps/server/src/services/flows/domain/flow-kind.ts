import type { FlowKind, FlowPorts } from '@touchstone/contracts/flows';
import type { FlowNode, NodeKind } from '@touchstone/engine-flow/core';
import type { ReportBlock } from '@touchstone/report';
import type { PlannedRun, Run, RunViewer } from '../../runs/index.ts';

/** The kind of node that waits for a call from outside. */
export const webhookKind = 'webhook-wait';

/** One attempt to execute a node. */
export interface FlowAttempt {
  organizationId: string;
  projectId: string;
  flowId: string;
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

/** How the rows of a node ended, by their index; rows of neither were not started. */
export interface ItemEnds {
  runs: ReadonlyMap<number, Run>;
  /** Why no run could be started. */
  failures: ReadonlyMap<number, string>;
}

/** A run that executes an attempt. It may be planned and not started; what is reserved for it must end by itself then. */
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
  /** What the report of a run shows of a failed node, from the detail of its end. */
  reportBlocks?(detail: unknown): ReportBlock[];
  /** Executes an attempt in the process of the runner. After the loss of a runner it is called again with the same key. */
  execute?(attempt: FlowAttempt): Promise<AttemptEnd>;
  /** Plans the run that executes an attempt; started once, whatever happens to runners. */
  planChild?(attempt: FlowAttempt): Promise<ChildRun>;
  /** What came of that run. */
  readChild?(run: Run, node: FlowNode): Promise<AttemptEnd>;
  /** The rows that a node of work `items` is executed for. */
  rowsOf?(attempt: FlowAttempt): Record<string, unknown>[];
  /** Plans the run that executes it for one row; started once, whatever happens to runners. */
  planItem?(attempt: FlowAttempt, item: { index: number; row: Record<string, unknown> }): Promise<ChildRun>;
  /** What came of all rows, once the last has ended. */
  gather?(attempt: FlowAttempt, ends: ItemEnds): Promise<AttemptEnd>;
  /** Told when a node begins to wait for a signal; told again after the loss of a runner. */
  askFor?(attempt: FlowAttempt): Promise<void>;
  /** Ports of what a node refers to. */
  portsOf?(caller: RunViewer, reference: { projectId: string; id: string; environmentId?: string }): Promise<FlowPorts>;
  /** How what nodes refer to is named, the last name being its own: files name it so. Ids that the caller can't open are left out. */
  paths?: {
    namesOf(caller: RunViewer, ids: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>>;
    find(caller: RunViewer, projectId: string, names: readonly string[]): Promise<string | undefined>;
  };
  /** The workspaces of what nodes refer to, by id; what the caller can't open is absent. For kinds that may refer to what lies in other workspaces. */
  homesOf?(caller: RunViewer, projectId: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /**
   * Those of the things that nodes refer to that the workflow may use: what exists in its workspace, or what lies in no workspace with
   * environments, such as a mock that the caller may open. Nodes work with the environments of the workflow's own workspace.
   */
  existing?(caller: RunViewer, projectId: string, ids: readonly string[]): Promise<ReadonlySet<string>>;
}
