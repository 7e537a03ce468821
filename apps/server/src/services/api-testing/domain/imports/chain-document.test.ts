import { flowSchema } from '@touchstone/engine-flow/core';
import { expect, test } from 'vitest';
import { chainDocument } from './chain-document.ts';

const members = ['a', 'b', 'c'].map((stepId) => ({
  stepId,
  scriptId: `script of ${stepId}`,
  name: stepId.toUpperCase(),
}));
const link = (from: string, to: string, variable: string, name = variable) => ({
  from: { stepId: from, path: '$.id' },
  to: { stepId: to, in: 'query' as const, name },
  variable,
  confidence: 1,
  reason: '',
});

test('scripts run one after the other and pass on each value once', () => {
  const links = [link('a', 'c', 'orderId'), link('a', 'c', 'orderId', 'other'), link('b', 'c', 'token')];
  const { flow, layout } = chainDocument(members, links);
  const read = flowSchema.parse(flow);
  expect(read.links.map(({ from, to }) => `${from} ${to}`)).toEqual([
    'start script-1',
    'script-1 script-2',
    'script-2 script-3',
  ]);
  expect(read.joints.map(({ from, to }) => `${from.node}.${from.port} ${to.node}.${to.port}`)).toEqual([
    'script-1.orderId script-3.orderId',
    'script-2.token script-3.token',
  ]);
  expect(read.nodes[3]).toMatchObject({
    name: 'C',
    settings: { scriptId: 'script of c' },
    inputs: [
      { name: 'orderId', required: true },
      { name: 'token', required: true },
    ],
    outputs: [],
  });
  expect(read.nodes[1]?.outputs.map(({ name }) => name)).toEqual(['orderId']);
  expect(Object.keys(layout)).toHaveLength(4);
});

test('links of requests that were not kept are dropped', () => {
  expect(chainDocument(members.slice(0, 1), [link('a', 'b', 'orderId')]).flow.joints).toEqual([]);
});
