import { type Expression, type ExpressionValue, readExpression, variablesOf } from './conditions.ts';
import type { Flow, FlowLink, FlowNode, Port } from './document.ts';
import { FlowGraph } from './flow-graph.ts';
import type { NodeKind, NodeKinds } from './node-kind.ts';

/** A link of a plan, with its condition parsed. */
export interface PlannedLink {
  link: FlowLink;
  condition: Expression | undefined;
}

/** A node of a plan, with what the transitions of a run need. */
export interface PlannedNode {
  node: FlowNode;
  kind: NodeKind;
  /** Number of incoming links. */
  incoming: number;
  outgoing: PlannedLink[];
  /**
   * Executed nodes on the longest path from it to an end, including itself: of the ready nodes, the one with the
   * longest path starts first.
   */
  depth: number;
}

/** FlowPlan is a valid flow, prepared for execution. It never changes during a run. */
export interface FlowPlan {
  startId: string;
  parallel: number;
  /** The nodes reachable from the start, by id. */
  nodes: ReadonlyMap<string, PlannedNode>;
  /** Names used in conditions: only these values become part of the state. */
  conditionNames: ReadonlySet<string>;
}

/** planFlow prepares a flow that `validateFlow` found valid; throws for one that can't be executed. */
export function planFlow(flow: Flow, kinds: NodeKinds): FlowPlan {
  const graph = new FlowGraph(flow);
  const startId = flow.nodes.find(({ kind }) => kind === 'start')?.id;
  if (startId === undefined) throw new Error('The flow has no start node.');
  const reached = graph.reachableFrom([startId]);
  if (graph.cycles().some((group) => group.some((id) => reached.has(id)))) throw new Error('The flow has a cycle.');
  const conditionNames = new Set<string>();
  const planned = (link: FlowLink): PlannedLink => {
    const condition = parseCondition(link);
    for (const name of condition === undefined ? [] : variablesOf(condition)) conditionNames.add(name);
    return { link, condition };
  };
  const depths = depthsOf(graph, (id) => kinds.get(graph.nodes.get(id)!).work);
  const nodes = new Map<string, PlannedNode>();
  for (const id of reached) {
    const node = graph.nodes.get(id)!;
    nodes.set(id, {
      node,
      kind: kinds.get(node),
      incoming: graph.incoming(id).filter(({ from }) => reached.has(from)).length,
      outgoing: graph.outgoing(id).map(planned),
      depth: depths.get(id) ?? 0,
    });
  }
  return { startId, parallel: flow.parallel, nodes, conditionNames };
}

/** Depth of each node, computed from the ends of the flow. */
function depthsOf(graph: FlowGraph, workOf: (id: string) => NodeKind['work']): Map<string, number> {
  const depths = new Map<string, number>();
  for (const id of graph.inOrder().order.toReversed()) {
    const behind = graph.outgoing(id).reduce((most, { to }) => Math.max(most, depths.get(to) ?? 0), 0);
    const work = workOf(id);
    depths.set(id, behind + (work === 'attempt' || work === 'items' ? 1 : 0));
  }
  return depths;
}

function parseCondition({ id, condition }: FlowLink): Expression | undefined {
  if (condition === undefined || condition.trim() === '') return undefined;
  const read = readExpression(condition);
  if (!read.valid) throw new Error(`The condition of link "${id}" is invalid.`);
  return read.expression;
}

/**
 * constantOf returns a port's constant as conditions see it; undefined without one and for types that conditions can't
 * use.
 */
export function constantOf({ type, value }: Port): ExpressionValue | undefined {
  if (value === undefined || type === 'secret' || type === 'file' || type === 'table') return undefined;
  if (type === 'number' && typeof value === 'number') return { type, value };
  if (type === 'boolean' && typeof value === 'boolean') return { type, value };
  if ((type === 'string' || type === 'date') && typeof value === 'string') return { type, value };
  return { type: 'json', value };
}
