import { copyText, pasteText } from '../model/document/clipboard.ts';
import type { Edit } from '../model/document/edit.ts';
import { type FlowDocument, freeId, jointKey, linkIdOf, newNode, newPort } from '../model/document/flow-document.ts';

const kinds = ['script', 'data-hub', 'wait', 'stop', 'comment', 'decision'];
const types = ['string', 'number', 'boolean', 'json', 'table'] as const;
const ports = ['id', 'total', 'rows', 'name'];
const editTypes = [
  'add',
  'add',
  'remove',
  'place',
  'place',
  'link',
  'link',
  'set-link',
  'joint',
  'joint',
  'set-node',
  'set-ports',
  'rename-port',
  'paste',
  'parallel',
] as const;

/** randomEdit generates an edit of any type; some aren't applicable to the document. */
export function randomEdit(document: FlowDocument, random: () => number): Edit {
  const { nodes, links, joints } = document.flow;
  const whole = (below: number) => Math.floor(random() * below);
  const pick = <T>(from: readonly T[]): T => from[whole(from.length)]!;
  const node = () => (nodes[whole(nodes.length * 1.02)] ?? { id: 'missing' }).id;
  const somePorts = () => ports.slice(0, whole(5)).map((name) => newPort(name, pick(types)));
  const place = () => ({ x: whole(1000), y: whole(1000) });
  const type = nodes.length > 40 ? 'remove' : pick(editTypes);
  switch (type) {
    case 'add': {
      const id = freeId(pick(['Create order', 'Pay', 'Wait']), (taken) => nodes.some((other) => other.id === taken));
      const made = newNode(id, pick(kinds), id, { inputs: somePorts(), outputs: somePorts() });
      const from = node();
      const link = { from, to: id, on: 'success' as const, id: linkIdOf({ from, to: id, on: 'success' }) };
      return { type, node: made, place: place(), link };
    }
    case 'remove':
      return {
        type,
        nodes: random() < 0.6 ? [node(), ...(nodes.length > 40 ? [node(), node()] : [])] : [],
        links: links.length > 0 && random() < 0.5 ? [pick(links).id] : [],
        joints: joints.length > 0 && random() < 0.5 ? [jointKey(pick(joints))] : [],
      };
    case 'place':
      return { type, places: Object.fromEntries([node(), node()].map((id) => [id, place()])) };
    case 'link': {
      const ends = { from: node(), to: node(), on: pick(['success', 'error'] as const) };
      return {
        type,
        link: { ...ends, id: linkIdOf(ends), ...(random() < 0.3 && { condition: `{{${ends.from}.id}} > 2` }) },
      };
    }
    case 'set-link': {
      const id = links.length === 0 ? 'missing' : pick(links).id;
      const patches = [{ on: 'error' as const }, { condition: `{{${node()}.total}} == 1` }, { condition: undefined }];
      return { type, id, patch: pick(patches) };
    }
    case 'joint':
      return {
        type,
        joint: {
          from: { node: node(), port: pick(ports) },
          to: { node: node(), port: pick(ports) },
          coerce: random() < 0.5,
        },
      };
    case 'set-node':
      return {
        type,
        id: node(),
        patch: pick([
          { name: `Name ${whole(99)}` },
          { settings: { durationMs: whole(99) } },
          { timeoutMs: whole(99) + 1 },
          { timeoutMs: undefined },
          { join: { mode: 'any' as const } },
          { environmentId: `e${whole(3)}` },
        ]),
      };
    case 'set-ports':
      return { type, id: node(), side: pick(['inputs', 'outputs'] as const), ports: somePorts() };
    case 'rename-port':
      return { type, id: node(), side: pick(['inputs', 'outputs'] as const), from: pick(ports), to: `port${whole(3)}` };
    case 'paste': {
      const text = copyText(document, [node(), node(), node()]);
      const part = text === undefined ? undefined : pasteText(document, text, place());
      return part ? { type, part } : { type: 'parallel', parallel: 8 };
    }
    case 'parallel':
      return { type, parallel: 1 + whole(9) };
  }
}
