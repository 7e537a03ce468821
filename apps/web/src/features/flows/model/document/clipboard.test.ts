import { expect, test } from 'vitest';
import { copyText, pasteText } from './clipboard.ts';
import { applyEdit } from './edit.ts';
import { type FlowDocument, linkIdOf, newDocument, newNode, newPort } from './flow-document.ts';

const link = (from: string, to: string, condition?: string) => ({
  id: linkIdOf({ from, to, on: 'success' }),
  from,
  to,
  on: 'success' as const,
  ...(condition && { condition }),
});
const shop: FlowDocument = {
  flow: {
    ...newDocument().flow,
    nodes: [
      newNode('start', 'start', 'Start'),
      newNode('order', 'script', 'Order', { outputs: [newPort('id', 'string')] }),
      newNode('pay', 'script', 'Pay', { inputs: [newPort('order', 'string')], environmentId: 'e1' }),
    ],
    links: [link('start', 'order'), link('order', 'pay', '{{order.id}} Exists AND {{stage}} == "order.id"')],
    joints: [{ from: { node: 'order', port: 'id' }, to: { node: 'pay', port: 'order' }, coerce: false }],
  },
  layout: { start: { x: 0, y: 0 }, order: { x: 100, y: 50 }, pay: { x: 400, y: 80 } },
};

test('a copy has its own ids, names, joints and conditions', () => {
  const part = pasteText(shop, copyText(shop, ['start', 'order', 'pay'])!, { x: 1000, y: 1000 })!;
  expect(part.nodes.map(({ id, name }) => [id, name])).toEqual([
    ['order-2', 'Order 2'],
    ['pay-2', 'Pay 2'],
  ]);
  expect(part.links).toEqual([
    {
      id: 'order-2>pay-2',
      from: 'order-2',
      to: 'pay-2',
      on: 'success',
      condition: '{{order-2.id}} Exists AND {{stage}} == "order.id"',
    },
  ]);
  expect(part.joints).toEqual([
    { from: { node: 'order-2', port: 'id' }, to: { node: 'pay-2', port: 'order' }, coerce: false },
  ]);
  expect(part.layout).toEqual({ 'order-2': { x: 1000, y: 1000 }, 'pay-2': { x: 1300, y: 1030 } });
});

test('nodes copied in one workflow are pasted into another with their settings', () => {
  const other = newDocument();
  const part = pasteText(other, copyText(shop, ['pay'])!)!;
  const next = applyEdit(other, { type: 'paste', part });
  expect(next.flow.nodes.at(-1)).toEqual({ ...shop.flow.nodes[2], id: 'pay', name: 'Pay' });
  expect(next.layout.pay).toEqual({ x: 440, y: 120 });
  expect(next.flow.links).toEqual([]);
});

test('the start is not copied', () => expect(copyText(shop, ['start'])).toBeUndefined());

test.each([
  ['a text', 'order'],
  ['JSON of something else', '{"nodes":[]}'],
  [
    'a node without a kind',
    JSON.stringify({ touchstone: 'workflow-part', nodes: [{ id: 'a', name: 'A' }], links: [], joints: [], layout: {} }),
  ],
])('%s is not pasted', (_, text) => expect(pasteText(shop, text)).toBeUndefined());
