import { checkData } from './check-data.ts';
import { checkLinks } from './check-links.ts';
import type { Flow, FlowNode } from './document.ts';
import { FlowGraph } from './flow-graph.ts';
import type { FlowProblem } from './flow-problem.ts';
import type { NodeKinds, Reference } from './node-kind.ts';

/** What the validation of a flow needs besides the flow. */
export interface ValidateFlowOptions {
  kinds: NodeKinds;
  /** Whether something that the flow refers to has been deleted. */
  isDeleted?: (reference: Reference, node?: FlowNode) => boolean;
}

/** validateFlow lists every design fault of a flow with its node; a flow without any can run. */
export function validateFlow(flow: Flow, { kinds, isDeleted = () => false }: ValidateFlowOptions): FlowProblem[] {
  const graph = new FlowGraph(flow);
  return [
    ...duplicates(flow),
    ...flow.nodes.flatMap((node) => nodeProblems(node, kinds, isDeleted)),
    ...checkLinks(flow, graph, kinds),
    ...checkData(flow, graph, isDeleted),
  ];
}

function duplicates({ nodes, links }: Flow): FlowProblem[] {
  const problems: FlowProblem[] = [];
  const seen = new Set<string>();
  for (const { id } of nodes) {
    if (seen.has(id)) problems.push({ code: 'DUPLICATE_ID', message: 'Two nodes have the same id.', node: id });
    seen.add(id);
  }
  const seenLinks = new Set<string>();
  for (const { id, from } of links) {
    if (seenLinks.has(id))
      problems.push({ code: 'DUPLICATE_ID', message: 'Two links have the same id.', link: id, node: from });
    seenLinks.add(id);
  }
  return problems;
}

function nodeProblems(
  node: FlowNode,
  kinds: NodeKinds,
  isDeleted: (reference: Reference, node: FlowNode) => boolean,
): FlowProblem[] {
  const kind = kinds.find(node.kind);
  if (kind === undefined)
    return [{ code: 'UNKNOWN_KIND', message: `This installation has no nodes of kind "${node.kind}".`, node: node.id }];
  const unavailable = kind.unavailable?.();
  return [
    ...(unavailable === undefined ? [] : [{ code: 'KIND_UNAVAILABLE', message: unavailable, node: node.id }]),
    ...(kind.check?.(node) ?? []).map((problem) => ({ ...problem, node: node.id })),
    ...referencesOf(node, kind.references?.(node) ?? [])
      .filter((reference) => isDeleted(reference, node))
      .map(({ type }) => ({
        code: `DELETED_${type.toUpperCase()}`,
        message: `The ${type} of "${node.name}" was deleted.`,
        node: node.id,
      })),
  ];
}

const variableInText = /\{\{\s*([^{}]+?)\s*\}\}/g;

/** A node's references: by its kind, its environment and database, and the variables in its constants. */
function referencesOf(
  { environmentId, databaseId, inputs, outputs }: FlowNode,
  ofKind: readonly Reference[],
): Reference[] {
  const texts = [...inputs, ...outputs].flatMap(({ value }) => (typeof value === 'string' ? [value] : []));
  const variables = new Set(texts.flatMap((text) => [...text.matchAll(variableInText)].map(([, name = '']) => name)));
  return [
    ...ofKind,
    ...(environmentId === undefined ? [] : [{ type: 'environment' as const, id: environmentId }]),
    ...(databaseId === undefined ? [] : [{ type: 'database' as const, id: databaseId }]),
    ...[...variables].map((id) => ({ type: 'variable' as const, id })),
  ];
}
