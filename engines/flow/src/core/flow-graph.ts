import type { Flow, FlowLink, FlowNode } from './document.ts';

/** FlowGraph answers how a flow's nodes are connected. Links to nodes that don't exist are left out. */
export class FlowGraph {
  readonly nodes: ReadonlyMap<string, FlowNode>;
  private readonly incomingOf = new Map<string, FlowLink[]>();
  private readonly outgoingOf = new Map<string, FlowLink[]>();
  private places: Map<string, bigint> | undefined;
  /** Per node, a bit set of the nodes before it, by index in the order. */
  private readonly before = new Map<string, bigint>();

  constructor({ nodes, links }: Pick<Flow, 'nodes' | 'links'>) {
    this.nodes = new Map(nodes.map((node) => [node.id, node]));
    for (const id of this.nodes.keys()) {
      this.incomingOf.set(id, []);
      this.outgoingOf.set(id, []);
    }
    for (const link of links) {
      if (!this.nodes.has(link.from) || !this.nodes.has(link.to)) continue;
      this.outgoingOf.get(link.from)?.push(link);
      this.incomingOf.get(link.to)?.push(link);
    }
  }

  incoming(id: string): readonly FlowLink[] {
    return this.incomingOf.get(id) ?? [];
  }

  outgoing(id: string): readonly FlowLink[] {
    return this.outgoingOf.get(id) ?? [];
  }

  /** All nodes reachable from the given ones, including these. */
  reachableFrom(starts: Iterable<string>): Set<string> {
    const reached = new Set<string>(starts);
    // Iterating over a set also visits elements added meanwhile.
    for (const id of reached) for (const { to } of this.outgoing(id)) reached.add(to);
    return reached;
  }

  /** Nodes in topological order; the remaining ones are on a cycle or after one. */
  inOrder(): { order: string[]; remaining: Set<string> } {
    const open = new Map([...this.nodes.keys()].map((id) => [id, this.incoming(id).length]));
    const order = [...open].filter(([, count]) => count === 0).map(([id]) => id);
    for (const id of order)
      for (const { to } of this.outgoing(id)) {
        const count = (open.get(to) ?? 0) - 1;
        open.set(to, count);
        if (count === 0) order.push(to);
      }
    const done = new Set(order);
    return { order, remaining: new Set([...this.nodes.keys()].filter((id) => !done.has(id))) };
  }

  /** Whether links lead from one node to another; assumed for nodes on cycles or after one. */
  runsBefore(earlier: string, later: string): boolean {
    if (earlier === later) return false;
    if (this.incoming(later).some(({ from }) => from === earlier)) return true;
    const places = this.findBefore();
    const [place, before] = [places.get(earlier), this.before.get(later)];
    return before === undefined || (place !== undefined && ((before >> place) & 1n) === 1n);
  }

  private findBefore(): ReadonlyMap<string, bigint> {
    if (this.places !== undefined) return this.places;
    const { order } = this.inOrder();
    this.places = new Map(order.map((id, place) => [id, BigInt(place)]));
    for (const id of order) {
      let bits = 0n;
      for (const { from } of this.incoming(id)) bits |= (this.before.get(from) ?? 0n) | (1n << this.places.get(from)!);
      this.before.set(id, bits);
    }
    return this.places;
  }

  /** Groups of connected nodes on cycles or between two cycles. */
  cycles(): string[][] {
    const { remaining } = this.inOrder();
    const open = new Map(
      [...remaining].map((id) => [id, this.outgoing(id).filter(({ to }) => remaining.has(to)).length]),
    );
    const ends = [...open].filter(([, count]) => count === 0).map(([id]) => id);
    for (const id of ends) {
      remaining.delete(id);
      for (const { from } of this.incoming(id)) {
        const count = (open.get(from) ?? 0) - 1;
        open.set(from, count);
        if (count === 0 && remaining.has(from)) ends.push(from);
      }
    }
    const groups: string[][] = [];
    while (remaining.size > 0) groups.push(this.takeGroup(remaining));
    return groups;
  }

  private takeGroup(from: Set<string>): string[] {
    const group = new Set<string>([...from].slice(0, 1));
    for (const id of group) {
      from.delete(id);
      for (const link of [...this.outgoing(id), ...this.incoming(id)])
        for (const other of [link.from, link.to]) if (from.has(other)) group.add(other);
    }
    return [...group];
  }
}
