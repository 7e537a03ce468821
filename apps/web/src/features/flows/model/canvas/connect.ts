import { canConvert, type FlowNode, type NodeWork } from '@touchstone/engine-flow/core';
import type { Edit } from '../document/edit.ts';
import { type FlowDocument, findNode, jointKey, linkIdOf, portOf } from '../document/flow-document.ts';
import type { End } from './handles.ts';

/**
 * The outcome of an attempt to connect: an edit, an edit whose conversion needs confirmation, or the reason for a
 * refusal.
 */
export type Connection =
  | { type: 'edit'; edit: Edit }
  | { type: 'convert'; edit: Edit; question: string }
  | { type: 'refused'; reason: string };

const refused = (reason: string): Connection => ({ type: 'refused', reason });
const cannotFail: ReadonlySet<NodeWork> = new Set<NodeWork>(['pass', 'wait', 'stop', 'note']);

/** connect returns what a connection between two ends does. */
export function connect(
  document: FlowDocument,
  from: { node: string; end: End | undefined },
  to: { node: string; end: End | undefined },
  workOf: (node: FlowNode) => NodeWork | undefined,
): Connection {
  const [source, target] = [findNode(document, from.node), findNode(document, to.node)];
  if (source === undefined || target === undefined || from.end === undefined || to.end === undefined)
    return refused('Connect two blocks.');
  if (source === target) return refused('A block can’t be connected to itself.');
  if (from.end.type === 'after' && to.end.type === 'before')
    return connectOrder(document, source, target, from.end.on, workOf);
  if (from.end.type === 'port' && from.end.side === 'outputs' && to.end.type === 'port' && to.end.side === 'inputs')
    return connectValue(document, { node: source, port: from.end.port }, { node: target, port: to.end.port });
  return refused('Connect an output to an input, or the end of one block to the start of another.');
}

function connectOrder(
  document: FlowDocument,
  source: FlowNode,
  target: FlowNode,
  on: 'success' | 'error',
  workOf: (node: FlowNode) => NodeWork | undefined,
): Connection {
  const [sourceWork, targetWork] = [workOf(source), workOf(target)];
  if (target.kind === 'start') return refused('Nothing runs before the start.');
  if (sourceWork === 'stop') return refused('Nothing runs after a stop.');
  if (sourceWork === 'note' || targetWork === 'note') return refused('Comments have no links.');
  if (on === 'error' && sourceWork !== undefined && cannotFail.has(sourceWork))
    return refused(`“${source.name}” can’t fail, so this link would never be taken.`);
  const ends = { from: source.id, to: target.id, on };
  const exists = document.flow.links.some((link) => link.from === ends.from && link.to === ends.to && link.on === on);
  if (exists) return refused(`“${target.name}” already runs after “${source.name}”.`);
  if (leadsTo(document, target.id, source.id))
    return refused(`“${source.name}” runs after “${target.name}”. A workflow has no loops.`);
  return { type: 'edit', edit: { type: 'link', link: { ...ends, id: freeLinkId(document, ends) } } };
}

function freeLinkId({ flow }: FlowDocument, ends: { from: string; to: string; on: 'success' | 'error' }): string {
  const base = linkIdOf(ends);
  let [id, number] = [base, 2];
  while (flow.links.some((link) => link.id === id)) id = `${base.slice(0, 90)}-${number++}`;
  return id;
}

/** Whether links lead from one node to another. */
function leadsTo({ flow }: FlowDocument, from: string, to: string): boolean {
  const after = new Map<string, string[]>();
  for (const link of flow.links) after.set(link.from, [...(after.get(link.from) ?? []), link.to]);
  const seen = new Set([from]);
  for (const id of seen) {
    if (id === to) return true;
    for (const next of after.get(id) ?? []) seen.add(next);
  }
  return false;
}

interface PortEnd {
  node: FlowNode;
  port: string;
}

function connectValue(document: FlowDocument, from: PortEnd, to: PortEnd): Connection {
  const [source, target] = [portOf(from.node, 'outputs', from.port), portOf(to.node, 'inputs', to.port)];
  if (source === undefined || target === undefined) return refused('This input or output no longer exists.');
  const joint = { from: { node: from.node.id, port: from.port }, to: { node: to.node.id, port: to.port } };
  const before = document.flow.joints.find((other) => jointKey(other) === jointKey(joint));
  if (before && before.from.node === joint.from.node && before.from.port === joint.from.port)
    return refused(`“${to.port}” already takes this value.`);
  if (source.type === target.type) return { type: 'edit', edit: { type: 'joint', joint: { ...joint, coerce: false } } };
  const types = `“${from.port}” is of type ${source.type}, “${to.port}” of type ${target.type}.`;
  if (!canConvert(source.type, target.type)) return refused(`${types} The value can’t be converted.`);
  return { type: 'convert', edit: { type: 'joint', joint: { ...joint, coerce: true } }, question: types };
}
