import type { FlowNode } from './document.ts';

/**
 * How the engine handles a due node. `pass` ends immediately, `attempt` is executed by its service, `items` is executed
 * once per item, `wait` ends after a time, `signal` is ended from outside, `stop` ends the flow, `note` is never
 * executed.
 */
export type NodeWork = 'pass' | 'attempt' | 'items' | 'wait' | 'signal' | 'stop' | 'note';

/** A reference of a node. */
export interface Reference {
  type: 'script' | 'variable' | 'workflow' | 'environment' | 'database' | 'file' | 'mock' | 'reconciliation';
  id: string;
}

/** A design fault that a kind reports for one of its nodes. */
export interface KindProblem {
  code: string;
  message: string;
}

/** A kind of node. Services register theirs, so the engine knows none of them. */
export interface NodeKind {
  kind: string;
  work: NodeWork;
  /** Faults of a node's settings. */
  check?(node: FlowNode): KindProblem[];
  /** References of a node; a deleted one is a fault. */
  references?(node: FlowNode): Reference[];
  /** Why nodes of this kind can't be used, for example without a licence; undefined if they can. */
  unavailable?(): string | undefined;
  /** How long a node of work `wait` waits, in milliseconds. */
  waitMs?(node: FlowNode): number;
  /** How many items a node of work `items` executes in parallel. */
  parallelItems?(node: FlowNode): number;
  /** Whether a node of work `items` starts no further item once one has failed; running ones end first. */
  stopsAtFailure?(node: FlowNode): boolean;
}

/** NodeKinds finds kinds by their name. */
export class NodeKinds {
  private readonly byName = new Map<string, NodeKind>();

  constructor(kinds: Iterable<NodeKind> = []) {
    for (const kind of kinds) this.register(kind);
  }

  register(kind: NodeKind): this {
    if (this.byName.has(kind.kind)) throw new Error(`Two kinds of nodes are named "${kind.kind}".`);
    this.byName.set(kind.kind, kind);
    return this;
  }

  find(kind: string): NodeKind | undefined {
    return this.byName.get(kind);
  }

  /** The kind of a node of a valid flow. */
  get(node: FlowNode): NodeKind {
    const kind = this.byName.get(node.kind);
    if (kind === undefined) throw new Error(`The kind of node "${node.kind}" is not registered.`);
    return kind;
  }
}
