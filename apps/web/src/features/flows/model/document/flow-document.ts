import type { Flow, FlowLink, FlowNode, Joint, Port } from '@touchstone/engine-flow/core';
import { withoutAccents } from '@touchstone/kernel';

/** Where a block lies on the canvas; comments have a size too. */
export interface BlockPlace {
  x: number;
  y: number;
  width?: number;
  height?: number;
}

/** FlowDocument is what the canvas edits: the flow and where its blocks lie. Documents are never changed, edits make new ones. */
export interface FlowDocument {
  readonly flow: Flow;
  readonly layout: Readonly<Record<string, BlockPlace>>;
}

/** One side of a node. */
export type PortSide = 'inputs' | 'outputs';

/** jointKey names a joint: an input takes one value, so its end is enough. */
export const jointKey = ({ to }: Pick<Joint, 'to'>): string => JSON.stringify([to.node, to.port]);

/** newDocument is a workflow with nothing but its start. */
export const newDocument = (): FlowDocument => ({
  flow: { version: 1, nodes: [newNode('start', 'start', 'Start')], links: [], joints: [], parallel: 8 },
  layout: { start: { x: 0, y: 0 } },
});

/** newNode is a node with the defaults of the document. */
export function newNode(id: string, kind: string, name: string, more: Partial<FlowNode> = {}): FlowNode {
  return {
    id,
    kind,
    name,
    inputs: [],
    outputs: [],
    settings: {},
    join: { mode: 'merge' },
    retry: { attempts: 1, delayMs: 1000, factor: 2, maxDelayMs: 60_000 },
    ...more,
  };
}

/** newPort is a port without a value. */
export const newPort = (name: string, type: Port['type'], more: Partial<Port> = {}): Port => ({
  name,
  type,
  required: false,
  ...more,
});

/** freeId makes an id that conditions can name, such as `create-order-2`, from the name of a node. */
export function freeId(name: string, taken: (id: string) => boolean): string {
  const words = withoutAccents(name)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60);
  const base = words === '' ? 'node' : words;
  if (!taken(base)) return base;
  let number = 2;
  while (taken(`${base}-${number}`)) number += 1;
  return `${base}-${number}`;
}

/** freeName adds a number to a name that is taken. */
export function freeName(name: string, taken: (name: string) => boolean): string {
  if (!taken(name)) return name;
  let number = 2;
  while (taken(`${name} ${number}`)) number += 1;
  return `${name} ${number}`;
}

/** linkIdOf is the id of a link between two nodes; there is one after success and one after an error. */
export const linkIdOf = ({ from, to, on }: Pick<FlowLink, 'from' | 'to' | 'on'>): string =>
  `${from}${on === 'error' ? '!' : '>'}${to}`.slice(0, 100);

/** findNode is the node of an id. */
export const findNode = ({ flow }: FlowDocument, id: string): FlowNode | undefined =>
  flow.nodes.find((node) => node.id === id);

/** portOf is a port of a node. */
export const portOf = (node: FlowNode | undefined, side: PortSide, name: string): Port | undefined =>
  node?.[side].find((port) => port.name === name);
