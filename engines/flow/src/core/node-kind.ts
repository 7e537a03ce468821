import type { FlowNode } from './document.ts';

/**
 * What the engine does with a node that is due. `pass` ends at once, `attempt` is executed by its service, `items` is executed once for each
 * item, `wait` ends after a time, `signal` is ended from outside, `stop` ends the flow, `note` is never executed.
 */
export type NodeWork = 'pass' | 'attempt' | 'items' | 'wait' | 'signal' | 'stop' | 'note';

/** Something that a node refers to. */
export interface Reference {
  type: 'script' | 'variable' | 'workflow' | 'environment' | 'database' | 'file' | 'mock' | 'reconciliation';
  id: string;
}

/** A design fault that a kind finds in one of its nodes. */
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
  /** What a node refers to; what was deleted is a fault. */
  references?(node: FlowNode): Reference[];
  /** Why nodes of this kind can't be used, for example without a licence; undefined where they can. */
  unavailable?(): string | undefined;
  /** The time that a node of work `wait` waits. */
  waitMs?(node: FlowNode): number;
  /** Items that a node of work `items` executes at once. */
  parallelItems?(node: FlowNode): number;
  /** Whether a node of work `items` starts no further item once one has failed; those that run end first. */
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
