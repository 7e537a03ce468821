import { type FlowDocument, newDocument, newNode, newPort } from '../model/document/flow-document.ts';

/** A small shop workflow: order, then pay if the order has an id. */
export const shopDocument: FlowDocument = {
  flow: {
    ...newDocument().flow,
    nodes: [
      newNode('start', 'start', 'Start'),
      newNode('order', 'script', 'Order', {
        settings: { scriptId: 's1' },
        outputs: [newPort('id', 'string'), newPort('total', 'number')],
      }),
      newNode('pay', 'script', 'Pay', {
        settings: { scriptId: 's2' },
        inputs: [newPort('order', 'string', { required: true }), newPort('amount', 'number')],
      }),
      newNode('hub', 'data-hub', 'Values', { outputs: [newPort('currency', 'string', { value: 'EUR' })] }),
    ],
    links: [
      { id: 'start>order', from: 'start', to: 'order', on: 'success' },
      { id: 'order>pay', from: 'order', to: 'pay', on: 'success', condition: '{{order.id}} Exists' },
      { id: 'start>hub', from: 'start', to: 'hub', on: 'success' },
    ],
  },
  layout: { start: { x: 0, y: 0 }, order: { x: 320, y: 0 }, pay: { x: 640, y: 0 }, hub: { x: 320, y: 240 } },
};
