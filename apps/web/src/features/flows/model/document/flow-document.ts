import type { Flow, FlowLink, FlowNode, Joint, Port } from '@touchstone/engine-flow/core';
import { withoutAccents } from '@touchstone/kernel';

/** Position of a block on the canvas; comments have a size too. */
export interface BlockPlace {
  x: number;
  y: number;
  width?: number;
  height?: number;
}

/**
 * FlowDocument is what the canvas edits: the flow and the positions of its blocks. Documents are immutable, edits
 * create new ones.
 */
export interface FlowDocument {
  readonly flow: Flow;
  readonly layout: Readonly<Record<string, BlockPlace>>;
}

/** One side of a node. */
export type PortSide = 'inputs' | 'outputs';

/** jointKey returns the key of a joint: an input takes one value, so its end is enough. */
export const jointKey = ({ to }: Pick<Joint, 'to'>): string => JSON.stringify([to.node, to.port]);

/** newDocument returns a workflow with only its start. */
export const newDocument = (): FlowDocument => ({
  flow: { version: 1, nodes: [newNode('start', 'start', 'Start')], links: [], joints: [], parallel: 8 },
  layout: { start: { x: 0, y: 0 } },
});

/** newNode returns a node with the defaults of the document. */
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

/** newPort returns a port without a value. */
export const newPort = (name: string, type: Port['type'], more: Partial<Port> = {}): Port => ({
  name,
  type,
  required: false,
  ...more,
});

/** freeId derives an id from a node's name that conditions can refer to, such as `create-order-2`. */
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

/** freeName appends a number to a taken name. */
export function freeName(name: string, taken: (name: string) => boolean): string {
  if (!taken(name)) return name;
  let number = 2;
  while (taken(`${name} ${number}`)) number += 1;
  return `${name} ${number}`;
}

/** linkIdOf returns the id of a link between two nodes; there is at most one on success and one on error. */
export const linkIdOf = ({ from, to, on }: Pick<FlowLink, 'from' | 'to' | 'on'>): string =>
  `${from}${on === 'error' ? '!' : '>'}${to}`.slice(0, 100);

/** findNode finds a node by id. */
export const findNode = ({ flow }: FlowDocument, id: string): FlowNode | undefined =>
  flow.nodes.find((node) => node.id === id);

/** portOf returns a port of a node. */
export const portOf = (node: FlowNode | undefined, side: PortSide, name: string): Port | undefined =>
  node?.[side].find((port) => port.name === name);
