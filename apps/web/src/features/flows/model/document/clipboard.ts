import { flowLinkSchema, flowNodeSchema, jointSchema } from '@touchstone/engine-flow/core';
import { z } from 'zod';
import { type FlowPart, renameVariables } from './edit.ts';
import { type FlowDocument, freeId, freeName, linkIdOf } from './flow-document.ts';

const placeSchema = z.object({
  x: z.number(),
  y: z.number(),
  width: z.number().positive().optional(),
  height: z.number().positive().optional(),
});
const clipboardSchema = z.object({
  touchstone: z.literal('workflow-part'),
  nodes: z.array(flowNodeSchema).min(1).max(5000),
  links: z.array(flowLinkSchema).max(20_000),
  joints: z.array(jointSchema).max(20_000),
  layout: z.record(z.string(), placeSchema),
});

/**
 * copyText returns the clipboard text of the given nodes with their connections. Excludes the start, since a workflow
 * has only one.
 */
export function copyText({ flow, layout }: FlowDocument, ids: readonly string[]): string | undefined {
  const chosen = new Set(ids);
  const nodes = flow.nodes.filter(({ id, kind }) => chosen.has(id) && kind !== 'start');
  if (nodes.length === 0) return undefined;
  const copied = new Set(nodes.map(({ id }) => id));
  const part: z.input<typeof clipboardSchema> = {
    touchstone: 'workflow-part',
    nodes,
    links: flow.links.filter(({ from, to }) => copied.has(from) && copied.has(to)),
    joints: flow.joints.filter(({ from, to }) => copied.has(from.node) && copied.has(to.node)),
    layout: Object.fromEntries(nodes.map(({ id }) => [id, layout[id] ?? { x: 0, y: 0 }])),
  };
  return JSON.stringify(part, null, 2);
}

/** The nodes in a clipboard text, for pasting into a document; undefined if it contains something else. */
export function pasteText(document: FlowDocument, text: string, at?: { x: number; y: number }): FlowPart | undefined {
  const parsed = clipboardSchema.safeParse(jsonOf(text));
  if (!parsed.success) return undefined;
  const { nodes, links, joints, layout } = parsed.data;
  const ids = new Set(document.flow.nodes.map(({ id }) => id));
  const names = new Set(document.flow.nodes.map(({ name }) => name));
  const newIds = new Map<string, string>();
  const pasted = nodes
    .filter(({ id, kind }) => kind !== 'start' && !newIds.has(id))
    .map((node) => {
      const name = freeName(node.name, (other) => names.has(other));
      const id = freeId(name, (other) => ids.has(other));
      ids.add(id);
      names.add(name);
      newIds.set(node.id, id);
      return { ...node, id, name };
    });
  const places = nodes.map(({ id }) => layout[id] ?? { x: 0, y: 0 });
  const [left, top] = [Math.min(...places.map(({ x }) => x)), Math.min(...places.map(({ y }) => y))];
  const [right, down] = at ? [at.x - left, at.y - top] : [40, 40];
  return {
    nodes: pasted,
    links: links.flatMap((link) => {
      const [from, to] = [newIds.get(link.from), newIds.get(link.to)];
      if (from === undefined || to === undefined) return [];
      const moved = { ...link, from, to, id: linkIdOf({ from, to, on: link.on }) };
      if (link.condition === undefined) return [moved];
      return [{ ...moved, condition: renameVariables(link.condition, (name) => renamed(name, newIds)) }];
    }),
    joints: joints.flatMap((joint) => {
      const [from, to] = [newIds.get(joint.from.node), newIds.get(joint.to.node)];
      if (from === undefined || to === undefined) return [];
      return [{ ...joint, from: { ...joint.from, node: from }, to: { ...joint.to, node: to } }];
    }),
    layout: Object.fromEntries(
      [...newIds].map(([old, id]) => {
        const { x = 0, y = 0, ...size } = layout[old] ?? {};
        return [id, { x: x + right, y: y + down, ...size }];
      }),
    ),
  };
}

/** Renames variables that refer to an output of a copied node. */
function renamed(name: string, newIds: ReadonlyMap<string, string>): string {
  const dot = name.lastIndexOf('.');
  const id = dot < 0 ? undefined : newIds.get(name.slice(0, dot));
  return id === undefined ? name : id + name.slice(dot);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
