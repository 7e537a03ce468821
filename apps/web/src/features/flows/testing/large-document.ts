import type { FlowDocument } from '../model/document/flow-document.ts';
import { linkIdOf, newNode, newPort } from '../model/document/flow-document.ts';

/** A layered workflow: `count` blocks below a start, about half as many further links, in a grid. */
export function largeDocument(count: number, linkCount: number): FlowDocument {
  const width = 40;
  const nodes = [newNode('start', 'start', 'Start')];
  const layout: FlowDocument['layout'] = { start: { x: -320, y: 0 } };
  const places: Record<string, { x: number; y: number }> = { ...layout };
  const links: FlowDocument['flow']['links'] = [];
  const link = (from: string, to: string) =>
    links.push({ id: linkIdOf({ from, to, on: 'success' }), from, to, on: 'success' });
  for (let index = 1; index < count; index += 1) {
    const id = `step-${index}`;
    const [column, row] = [(index - 1) % width, Math.floor((index - 1) / width)];
    nodes.push(
      newNode(id, index % 7 === 0 ? 'data-hub' : 'script', `Step ${index}`, {
        settings: { scriptId: `s${index}` },
        inputs: [newPort('order', 'string')],
        outputs: [newPort('id', 'string'), newPort('total', 'number')],
      }),
    );
    places[id] = { x: column * 320, y: row * 160 };
    link(column === 0 ? 'start' : `step-${index - 1}`, id);
  }
  for (let index = 1; links.length < linkCount && index + width < count; index += 1)
    link(`step-${index}`, `step-${index + width}`);
  return { flow: { version: 1, nodes, links, joints: [], parallel: 8 }, layout: places };
}
