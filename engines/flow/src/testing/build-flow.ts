import { baseKinds } from '../core/base-kinds.ts';
import { type Flow, type FlowInput, flowSchema } from '../core/document.ts';
import { type NodeKind, NodeKinds } from '../core/node-kind.ts';

type NodeInput = FlowInput['nodes'][number];
type LinkInput = NonNullable<FlowInput['links']>[number];

/** Kinds of nodes with further ones. */
export const kindsWith = (...more: NodeKind[]): NodeKinds => new NodeKinds([...baseKinds, ...more]);

/** A script node that refers to its own script. */
export const script = (id: string, more: Partial<NodeInput> = {}): NodeInput => ({
  id,
  kind: 'script',
  name: id,
  settings: { scriptId: `script-${id}` },
  ...more,
});

/** A node of any kind. */
export const node = (id: string, kind: string, more: Partial<NodeInput> = {}): NodeInput => ({
  id,
  kind,
  name: id,
  ...more,
});

/** Links from texts such as `a>b` after success and `a!b` after an error. */
export function links(...texts: string[]): LinkInput[] {
  return texts.map((id) => {
    const [from = '', to = ''] = id.split(/[>!]/);
    return { id, from, to, on: id.includes('!') ? 'error' : 'success' };
  });
}

/** A flow with a start node named `start`. */
export const flow = (nodes: NodeInput[], linked: LinkInput[], more: Partial<FlowInput> = {}): Flow =>
  flowSchema.parse({ version: 1, nodes: [node('start', 'start'), ...nodes], links: linked, ...more });
