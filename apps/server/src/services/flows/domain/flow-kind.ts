import type { FlowKind, FlowPorts } from '@touchstone/contracts/flows';
import type { FlowNode, NodeKind } from '@touchstone/engine-flow/core';
import type { ReportBlock } from '@touchstone/report';
import type { PlannedRun, Run, RunViewer } from '../../runs/index.ts';

/** The kind of node that waits for an external call. */
export const webhookKind = 'webhook-wait';

/** severalNamed is the result of a search by name if several things have the name and none of them is the right one. */
export const severalNamed: unique symbol = Symbol('several have the name');

/** Where a workflow that is read from a file will be, and the id that the file has for a thing. */
export interface NearReference {
  id: string;
  /** Null: directly in the workspace. */
  folderId: string | null;
}

/** An attempt to execute a node. */
export interface FlowAttempt {
  organizationId: string;
  projectId: string;
  flowId: string;
  /** The workflow's run, and its step for this node. */
  runId: string;
  runName: string;
  stepId: string | null;
  node: FlowNode;
  attempt: number;
  /** Values by input name. */
  inputs: Readonly<Record<string, unknown>>;
  /** The node's environment, or that of the run. */
  environmentId: string | undefined;
  /** The user who started the run. */
  caller: RunViewer;
  /** The same whenever this attempt is repeated, by any runner. */
  key: string;
  /** Whether an earlier runner may have tried it. */
  isAgain: boolean;
  /** Number of parent workflows. */
  depth: number;
  signal: AbortSignal;
}

/** The end of an attempt. */
export interface AttemptEnd {
  outcome: 'passed' | 'failed';
  /** Values by output name. */
  outputs?: Record<string, unknown>;
  /** Why it failed, in one sentence. */
  message?: string | null;
  /** Details for display, such as request and response; secret values are masked. */
  detail?: unknown;
}

/** How the rows of a node ended, by index; rows in neither map were not started. */
export interface ItemEnds {
  runs: ReadonlyMap<number, Run>;
  /** Why a run could not be started. */
  failures: ReadonlyMap<number, string>;
}

/**
 * A run that executes an attempt. It may be planned but never started, so its reservations must expire on their own.
 */
export interface ChildRun extends Omit<PlannedRun, 'runId' | 'stored' | 'discard' | 'auditDetail'> {
  kind: string;
}

/** FlowNodeKind plugs a kind of node into workflows: its appearance, its requirements, and its execution. */
export interface FlowNodeKind extends Pick<FlowKind, 'title' | 'description' | 'group' | 'hasOwnPorts'> {
  node: NodeKind;
  /** The service that executes it: its licence is required, and blocks have its colour. */
  service: string;
  ports?: FlowPorts;
  /** Text shown below the name of a step. */
  subtitle?(node: FlowNode): string;
  /** Report blocks of a failed node, from the detail of its end. */
  reportBlocks?(detail: unknown): ReportBlock[];
  /** Executes an attempt in the runner's process. If the runner is lost, it is called again with the same key. */
  execute?(attempt: FlowAttempt): Promise<AttemptEnd>;
  /** Plans the run that executes an attempt; it is started once, whatever happens to runners. */
  planChild?(attempt: FlowAttempt): Promise<ChildRun>;
  /** Converts that run to the end of the attempt. */
  readChild?(run: Run, node: FlowNode): Promise<AttemptEnd>;
  /** The rows for which a node with the work `items` is executed. */
  rowsOf?(attempt: FlowAttempt): Record<string, unknown>[];
  /** Plans the run that executes the node for one row; it is started once, whatever happens to runners. */
  planItem?(attempt: FlowAttempt, item: { index: number; row: Record<string, unknown> }): Promise<ChildRun>;
  /** Combines the ends of all rows, once the last has ended. */
  gather?(attempt: FlowAttempt, ends: ItemEnds): Promise<AttemptEnd>;
  /** Called when a node starts waiting for a signal; called again if the runner is lost. */
  askFor?(attempt: FlowAttempt): Promise<void>;
  /** Ports of the thing a node refers to. */
  portsOf?(caller: RunViewer, reference: { projectId: string; id: string; environmentId?: string }): Promise<FlowPorts>;
  /**
   * Paths of names of the things nodes refer to, ending with their own name; files use them. Ids that the caller can't
   * open are left out.
   */
  paths?: {
    namesOf(caller: RunViewer, ids: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>>;
    find(
      caller: RunViewer,
      projectId: string,
      names: readonly string[],
      near: NearReference,
    ): Promise<string | typeof severalNamed | undefined>;
  };
  /**
   * The workspaces of the things nodes refer to, by id; things the caller can't open are absent. For kinds that may
   * refer to other workspaces.
   */
  homesOf?(caller: RunViewer, projectId: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /**
   * Of the given things, those the workflow may use: things in its workspace, or things outside of workspaces with
   * environments, such as a mock that the caller may open. Nodes use the environments of the workflow's own workspace.
   */
  existing?(caller: RunViewer, projectId: string, ids: readonly string[]): Promise<ReadonlySet<string>>;
}
