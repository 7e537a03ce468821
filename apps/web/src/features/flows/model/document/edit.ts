import type { Flow, FlowLink, FlowNode, Joint, Port } from '@touchstone/engine-flow/core';
import { type BlockPlace, type FlowDocument, jointKey, type PortSide, portOf } from './flow-document.ts';
import { sameJson } from './same-json.ts';

/** The settable fields of a node; its id and kind are fixed. Undefined removes an optional field. */
export type NodePatch = {
  [Key in Exclude<keyof FlowNode, 'id' | 'kind' | 'inputs' | 'outputs'>]?: FlowNode[Key] | undefined;
};

/** Edit is a user's edit of a document, which is one undo step. */
export type Edit =
  | { type: 'add'; node: FlowNode; place: BlockPlace; link?: FlowLink }
  | { type: 'remove'; nodes: readonly string[]; links: readonly string[]; joints: readonly string[] }
  | { type: 'place'; places: Readonly<Record<string, BlockPlace>> }
  | { type: 'link'; link: FlowLink }
  | { type: 'set-link'; id: string; patch: { on?: FlowLink['on']; condition?: string | undefined } }
  | { type: 'joint'; joint: Joint }
  | { type: 'set-node'; id: string; patch: NodePatch }
  | { type: 'set-ports'; id: string; side: PortSide; ports: readonly Port[] }
  | { type: 'rename-port'; id: string; side: PortSide; from: string; to: string }
  | { type: 'paste'; part: FlowPart }
  | { type: 'parallel'; parallel: number };

/** A part of a document: nodes with their connections and places. */
export interface FlowPart {
  nodes: FlowNode[];
  links: FlowLink[];
  joints: Joint[];
  layout: Record<string, BlockPlace>;
}

/** applyEdit returns the document after an edit; the same object if the edit changes nothing or isn't applicable. */
export function applyEdit(document: FlowDocument, edit: Edit): FlowDocument {
  const { flow } = document;
  switch (edit.type) {
    case 'add':
      return paste(document, {
        nodes: [edit.node],
        links: edit.link ? [edit.link] : [],
        joints: [],
        layout: { [edit.node.id]: edit.place },
      });
    case 'paste':
      return paste(document, edit.part);
    case 'remove':
      return remove(document, edit);
    case 'place':
      return place(document, edit.places);
    case 'link':
      return isValidLink(flow, edit.link) ? withFlow(document, { links: [...flow.links, edit.link] }) : document;
    case 'set-link':
      return setLink(document, edit.id, edit.patch);
    case 'joint':
      return setJoint(document, edit.joint);
    case 'set-node':
      return changeNode(document, edit.id, (node) => clean({ ...node, ...edit.patch }));
    case 'set-ports':
      return setPorts(document, edit.id, edit.side, edit.ports);
    case 'rename-port':
      return renamePort(document, edit);
    case 'parallel':
      return edit.parallel === flow.parallel ? document : withFlow(document, { parallel: edit.parallel });
  }
}

const withFlow = (document: FlowDocument, patch: Partial<Flow>): FlowDocument => ({
  ...document,
  flow: { ...document.flow, ...patch },
});

/** A node without undefined fields, which JSON lacks. */
const clean = (node: { [Key in keyof FlowNode]: FlowNode[Key] | undefined }): FlowNode =>
  Object.fromEntries(Object.entries(node).filter(([, value]) => value !== undefined)) as unknown as FlowNode;

const hasNode = (flow: Flow, id: string): boolean => flow.nodes.some((node) => node.id === id);

/** Whether a link is valid: it connects two nodes, which have at most one link of each kind. */
const isValidLink = (flow: Flow, { id, from, to, on }: FlowLink): boolean =>
  from !== to &&
  hasNode(flow, from) &&
  hasNode(flow, to) &&
  !flow.links.some((other) => other.id === id || (other.from === from && other.to === to && other.on === on));

const isValidJoint = (flow: Flow, { from, to }: Joint): boolean => {
  const nodeOf = (id: string) => flow.nodes.find((node) => node.id === id);
  return (
    from.node !== to.node &&
    portOf(nodeOf(from.node), 'outputs', from.port) !== undefined &&
    portOf(nodeOf(to.node), 'inputs', to.port) !== undefined
  );
};

function paste(document: FlowDocument, part: FlowPart): FlowDocument {
  const fresh = part.nodes.filter(({ id }) => !hasNode(document.flow, id));
  if (fresh.length === 0) return document;
  const layout = { ...document.layout };
  for (const { id } of fresh) layout[id] = part.layout[id] ?? { x: 0, y: 0 };
  let flow: Flow = { ...document.flow, nodes: [...document.flow.nodes, ...fresh] };
  for (const link of part.links) if (isValidLink(flow, link)) flow = { ...flow, links: [...flow.links, link] };
  let next: FlowDocument = { flow, layout };
  for (const joint of part.joints) next = setJoint(next, joint);
  return next;
}

function remove(
  document: FlowDocument,
  { nodes, links, joints }: Pick<Edit & { type: 'remove' }, 'nodes' | 'links' | 'joints'>,
): FlowDocument {
  const { flow } = document;
  const [deletedNodes, deletedLinks, deletedJoints] = [new Set(nodes), new Set(links), new Set(joints)];
  const next = {
    nodes: flow.nodes.filter(({ id }) => !deletedNodes.has(id)),
    links: flow.links.filter(
      ({ id, from, to }) => !(deletedLinks.has(id) || deletedNodes.has(from) || deletedNodes.has(to)),
    ),
    joints: flow.joints.filter(
      (joint) =>
        !(deletedJoints.has(jointKey(joint)) || deletedNodes.has(joint.from.node) || deletedNodes.has(joint.to.node)),
    ),
  };
  const isSame =
    next.nodes.length === flow.nodes.length &&
    next.links.length === flow.links.length &&
    next.joints.length === flow.joints.length;
  if (isSame) return document;
  const layout = Object.fromEntries(Object.entries(document.layout).filter(([id]) => !deletedNodes.has(id)));
  return { flow: { ...flow, ...next }, layout };
}

function place(document: FlowDocument, places: Readonly<Record<string, BlockPlace>>): FlowDocument {
  const layout = { ...document.layout };
  let isSame = true;
  for (const [id, next] of Object.entries(places)) {
    const now = layout[id];
    if (now === undefined) continue;
    const isUnchanged = now.x === next.x && now.y === next.y && now.width === next.width && now.height === next.height;
    if (isUnchanged) continue;
    layout[id] = next;
    isSame = false;
  }
  return isSame ? document : { ...document, layout };
}

function setLink(document: FlowDocument, id: string, patch: (Edit & { type: 'set-link' })['patch']): FlowDocument {
  const { links } = document.flow;
  const link = links.find((other) => other.id === id);
  if (link === undefined) return document;
  const { condition = undefined, ...next } = { ...link, ...patch };
  const isTaken = links.some(
    (other) => other.id !== id && other.from === next.from && other.to === next.to && other.on === next.on,
  );
  if (isTaken) return document;
  const set: FlowLink = condition === undefined || condition === '' ? next : { ...next, condition };
  if (sameJson(link, set)) return document;
  return withFlow(document, { links: links.map((other) => (other.id === id ? set : other)) });
}

function setJoint(document: FlowDocument, joint: Joint): FlowDocument {
  if (!isValidJoint(document.flow, joint)) return document;
  const key = jointKey(joint);
  const { joints } = document.flow;
  const before = joints.find((other) => jointKey(other) === key);
  if (before === undefined) return withFlow(document, { joints: [...joints, joint] });
  if (sameJson(before, joint)) return document;
  return withFlow(document, { joints: joints.map((other) => (other === before ? joint : other)) });
}

function changeNode(document: FlowDocument, id: string, change: (node: FlowNode) => FlowNode): FlowDocument {
  const before = document.flow.nodes.find((node) => node.id === id);
  const after = before && change(before);
  if (after === undefined || sameJson(before, after)) return document;
  return withFlow(document, { nodes: document.flow.nodes.map((node) => (node === before ? after : node)) });
}

function setPorts(document: FlowDocument, id: string, side: PortSide, ports: readonly Port[]): FlowDocument {
  const names = new Set(ports.map(({ name }) => name));
  if (names.size < ports.length) return document;
  const next = changeNode(document, id, (node) => ({ ...node, [side]: [...ports] }));
  const joints = next.flow.joints.filter((joint) => {
    const end = side === 'inputs' ? joint.to : joint.from;
    return end.node !== id || names.has(end.port);
  });
  return joints.length === next.flow.joints.length ? next : withFlow(next, { joints });
}

function renamePort(document: FlowDocument, { id, side, from, to }: Edit & { type: 'rename-port' }): FlowDocument {
  const node = document.flow.nodes.find((other) => other.id === id);
  if (from === to || portOf(node, side, from) === undefined || portOf(node, side, to) !== undefined) return document;
  const renamed = changeNode(document, id, (changed) => ({
    ...changed,
    [side]: changed[side].map((port) => (port.name === from ? { ...port, name: to } : port)),
  }));
  const end = side === 'inputs' ? 'to' : 'from';
  const joints = renamed.flow.joints.map((joint) =>
    joint[end].node === id && joint[end].port === from ? { ...joint, [end]: { node: id, port: to } } : joint,
  );
  const links =
    side === 'inputs'
      ? renamed.flow.links
      : renamed.flow.links.map((link) => rename(link, `${id}.${from}`, `${id}.${to}`));
  return withFlow(renamed, { joints, links });
}

/** Renames a variable in a link's condition. */
function rename(link: FlowLink, from: string, to: string): FlowLink {
  if (link.condition === undefined || !link.condition.includes(from)) return link;
  return { ...link, condition: renameVariables(link.condition, (name) => (name === from ? to : name)) };
}

/** renameVariables renames the variables of a condition. */
export const renameVariables = (condition: string, renamed: (name: string) => string): string =>
  condition
    .replace(
      /(\{\{\s*)([^{}]+?)(\s*\}\})/g,
      (_, open: string, name: string, close: string) => open + renamed(name) + close,
    )
    .replace(
      /(\$\{\s*)([^{}]+?)(\s*\})/g,
      (_, open: string, name: string, close: string) => open + renamed(name) + close,
    );
