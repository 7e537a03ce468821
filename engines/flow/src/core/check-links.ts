import type { Flow, FlowLink, FlowNode } from './document.ts';
import type { FlowGraph } from './flow-graph.ts';
import type { FlowProblem, FlowProblemCode } from './flow-problem.ts';
import type { NodeKinds, NodeWork } from './node-kind.ts';

type Add = (code: FlowProblemCode, message: string, place: Pick<FlowProblem, 'node' | 'link'>) => void;

const cannotFail: ReadonlySet<NodeWork> = new Set<NodeWork>(['pass', 'wait', 'stop', 'note']);

/** checkLinks finds faults of the order: cycles, unreachable nodes, links and joins that can never be taken. */
export function checkLinks(flow: Flow, graph: FlowGraph, kinds: NodeKinds): FlowProblem[] {
  const problems: FlowProblem[] = [];
  const add: Add = (code, message, place) => problems.push({ code, message, ...place });
  const workOf = (node: FlowNode | undefined): NodeWork | undefined => node && kinds.find(node.kind)?.work;
  const starts = flow.nodes.filter(({ kind }) => kind === 'start');
  if (starts.length === 0) add('NO_START', 'Add a start node.', {});
  for (const { id } of starts.slice(1))
    add('SEVERAL_STARTS', 'A flow has one start node. Delete this one.', { node: id });
  for (const link of flow.links) checkLink(link, graph, workOf, add);
  for (const [first = '', ...others] of graph.cycles()) {
    const names = [first, ...others].map((id) => `"${graph.nodes.get(id)?.name}"`);
    add('CYCLE', `These nodes wait for each other: ${names.slice(0, 10).join(', ')}. Delete a link.`, { node: first });
  }
  const reached = graph.reachableFrom(starts.slice(0, 1).map(({ id }) => id));
  for (const node of flow.nodes)
    if (starts.length > 0 && node.kind !== 'start' && !reached.has(node.id) && workOf(node) !== 'note')
      add('UNREACHABLE', `No link leads from the start to "${node.name}".`, { node: node.id });
  checkJoins(graph, workOf, add);
  return problems;
}

function checkLink(
  { id, from, to, on }: FlowLink,
  graph: FlowGraph,
  workOf: (node: FlowNode | undefined) => NodeWork | undefined,
  add: Add,
): void {
  const [source, target] = [graph.nodes.get(from), graph.nodes.get(to)];
  if (source === undefined || target === undefined) {
    add('UNKNOWN_NODE', 'The link leads to or from a node that no longer exists.', {
      link: id,
      node: source?.id ?? to,
    });
    return;
  }
  const [sourceWork, targetWork] = [workOf(source), workOf(target)];
  if (target.kind === 'start') add('LINK_INTO_START', 'Nothing runs before the start.', { link: id, node: to });
  if (sourceWork === 'stop') add('LINK_FROM_STOP', 'Nothing runs after a stop.', { link: id, node: from });
  else if (sourceWork === 'note' || targetWork === 'note')
    add('LINK_OF_NOTE', 'Comments have no links.', { link: id, node: sourceWork === 'note' ? from : to });
  else if (on === 'error' && sourceWork !== undefined && cannotFail.has(sourceWork))
    add('LINK_NEVER_TAKEN', `"${source.name}" can't fail, so this link is never taken.`, { link: id, node: from });
}

/** Bit sets: for each node with links for success and for error, two bits that say which of them is depended on. */
class Outcomes {
  private readonly places = new Map<string, bigint>();
  private readonly successes: bigint;

  constructor(graph: FlowGraph) {
    for (const id of graph.nodes.keys()) {
      const ways = new Set(graph.outgoing(id).map(({ on }) => on));
      if (ways.size === 2) this.places.set(id, BigInt(2 * this.places.size));
    }
    this.successes = [...this.places.values()].reduce((mask, place) => mask | (1n << place), 0n);
  }

  bitOf({ from, on }: FlowLink): bigint {
    const place = this.places.get(from);
    return place === undefined ? 0n : 1n << (place + (on === 'error' ? 1n : 0n));
  }

  /** Whether no node would have to both succeed and fail. */
  agree(bits: bigint): boolean {
    return (bits & (bits >> 1n) & this.successes) === 0n;
  }
}

/**
 * Walks through the flow with the outcomes that each node depends on, and finds joins that would need a node to both
 * succeed and fail.
 */
function checkJoins(graph: FlowGraph, workOf: (node: FlowNode | undefined) => NodeWork | undefined, add: Add): void {
  const outcomes = new Outcomes(graph);
  const needs = new Map<string, bigint>();
  const impossible = new Set<string>();
  for (const id of graph.inOrder().order) {
    const node = graph.nodes.get(id)!;
    const links = graph.incoming(id);
    const possible = links.filter(
      ({ from, on }) =>
        !impossible.has(from) && !(on === 'error' && cannotFail.has(workOf(graph.nodes.get(from)) ?? 'attempt')),
    );
    const bits = possible.map((link) => (needs.get(link.from) ?? 0n) | outcomes.bitOf(link));
    const least = leastOf(node, links.length);
    if (links.length > 0 && !canHold(bits, least, outcomes)) {
      impossible.add(id);
      const isOwnFault = possible.length === links.length || least > links.length;
      if (isOwnFault)
        add('JOIN_NEVER_HOLDS', `${joinProblem(node, links.length)} Change the join of "${node.name}".`, { node: id });
    }
    needs.set(id, least >= bits.length ? bits.reduce((all, one) => all | one, 0n) : common(bits));
  }
}

/** How many incoming links must be taken. */
function leastOf({ join }: FlowNode, links: number): number {
  if (join.mode === 'quorum') return join.count;
  return join.mode === 'all' ? links : Math.min(1, links);
}

const joinProblem = ({ join }: FlowNode, links: number): string =>
  join.mode === 'quorum' && join.count > links
    ? `${join.count} links have to be taken, but there are ${links}.`
    : 'The links that have to be taken exclude each other.';

const common = (bits: readonly bigint[]): bigint => (bits.length === 0 ? 0n : bits.reduce((both, one) => both & one));

/** Maximum number of combinations tried; a quorum that needs more counts as possible. */
const maxWays = 20_000;

/** Whether at least this many of the links can be taken in one run. */
function canHold(bits: readonly bigint[], least: number, outcomes: Outcomes): boolean {
  if (least > bits.length) return false;
  if (least === bits.length) return outcomes.agree(bits.reduce((all, one) => all | one, 0n));
  let ways = 0;
  const choose = (place: number, chosen: number, all: bigint): boolean => {
    ways += 1;
    if (!outcomes.agree(all)) return false;
    if (chosen === least || ways > maxWays) return true;
    for (let next = place; next <= bits.length - (least - chosen); next += 1)
      if (choose(next + 1, chosen + 1, all | bits[next]!)) return true;
    return false;
  };
  return choose(0, 0, 0n);
}
