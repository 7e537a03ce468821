import type { Flow, FlowNode } from '@touchstone/engine-flow/core';
import { type FlowDocument, jointKey, portOf } from './flow-document.ts';
import { sameJson } from './same-json.ts';

/** Merged is the result of merging two sets of changes to a document, and their conflicts. */
export interface Merged {
  document: FlowDocument;
  /** Names of what both changed; my change wins. */
  conflicts: string[];
}

/** mergeDocuments merges my changes and theirs into one document. If both changed the same item, mine wins. */
export function mergeDocuments(base: FlowDocument, mine: FlowDocument, theirs: FlowDocument): Merged {
  const conflicts: string[] = [];
  const nodes = mergeLists(
    base.flow.nodes,
    mine.flow.nodes,
    theirs.flow.nodes,
    ({ id }) => id,
    (before, my, their) => mergeNode(before, my, their, conflicts),
  );
  const links = mergeLists(
    base.flow.links,
    mine.flow.links,
    theirs.flow.links,
    ({ id }) => id,
    (before, my, their) => takeOne(before, my, their, () => conflicts.push(`The link ${my.from} → ${my.to}`)),
  );
  const joints = mergeLists(base.flow.joints, mine.flow.joints, theirs.flow.joints, jointKey, (before, my, their) =>
    takeOne(before, my, their, () => conflicts.push(`The value of ${my.to.port}`)),
  );
  const parallel = mine.flow.parallel === base.flow.parallel ? theirs.flow.parallel : mine.flow.parallel;
  const layout = Object.fromEntries(
    nodes.map(({ id }) => {
      const [before, my, their] = [base.layout[id], mine.layout[id], theirs.layout[id]];
      return [id, (sameJson(before, my) ? their : my) ?? my ?? their ?? { x: 0, y: 0 }];
    }),
  );
  return { document: { flow: connected({ version: 1, nodes, links, joints, parallel }), layout }, conflicts };
}

/** Merges keyed lists; an item deleted by one side and unchanged by the other is removed. */
function mergeLists<T>(
  base: readonly T[],
  mine: readonly T[],
  theirs: readonly T[],
  key: (one: T) => string,
  merge: (before: T | undefined, my: T, their: T) => T,
): T[] {
  const by = (list: readonly T[]) => new Map(list.map((one) => [key(one), one]));
  const [before, their] = [by(base), by(theirs)];
  const kept = mine.flatMap((my) => {
    const [old, other] = [before.get(key(my)), their.get(key(my))];
    if (other !== undefined) return [merge(old, my, other)];
    const isDeletedByThem = old !== undefined && sameJson(old, my);
    return isDeletedByThem ? [] : [my];
  });
  const present = new Set(mine.map(key));
  const further = theirs.filter((other) => {
    if (present.has(key(other))) return false;
    const old = before.get(key(other));
    return old === undefined || !sameJson(old, other);
  });
  return [...kept, ...further];
}

function takeOne<T>(before: T | undefined, my: T, their: T, conflict: () => void): T {
  if (sameJson(before, my)) return their;
  if (!sameJson(before, their) && !sameJson(my, their)) conflict();
  return my;
}

/** Nodes are merged field by field, so that one may rename a node while the other sets its time limit. */
function mergeNode(before: FlowNode | undefined, my: FlowNode, their: FlowNode, conflicts: string[]): FlowNode {
  const members = new Set([...Object.keys(my), ...Object.keys(their)]) as Set<keyof FlowNode>;
  const merged = [...members].map((member) => [
    member,
    takeOne(before?.[member], my[member], their[member], () => conflicts.push(`${wordOf(member)} of “${my.name}”`)),
  ]);
  return Object.fromEntries(merged.filter(([, value]) => value !== undefined)) as FlowNode;
}

const words: Partial<Record<keyof FlowNode, string>> = {
  environmentId: 'Environment',
  databaseId: 'Database',
  timeoutMs: 'Time limit',
};
const wordOf = (member: keyof FlowNode): string =>
  words[member] ?? `${member.charAt(0).toUpperCase()}${member.slice(1)}`;

/** A flow without links and joints to missing nodes. */
function connected(flow: Flow): Flow {
  const nodes = new Map(flow.nodes.map((node) => [node.id, node]));
  return {
    ...flow,
    links: flow.links.filter(({ from, to }) => nodes.has(from) && nodes.has(to)),
    joints: flow.joints.filter(
      ({ from, to }) =>
        portOf(nodes.get(from.node), 'outputs', from.port) !== undefined &&
        portOf(nodes.get(to.node), 'inputs', to.port) !== undefined,
    ),
  };
}
