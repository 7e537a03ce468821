import { flowSchema } from '@touchstone/engine-flow/core';
import { expect, test } from 'vitest';
import { type SummarySource, summaryOf } from './flow-summary.ts';

const source = (flow: object, more: Partial<SummarySource> = {}): SummarySource => ({
  name: 'Order to cash',
  description: '',
  flow: flowSchema.parse({ version: 1, ...flow }),
  titleOf: (kind) => kind.toUpperCase(),
  lastRun: undefined,
  ...more,
});
const start = { id: 'start', kind: 'start', name: 'Start' };
const node = (id: string, kind = 'http', more: object = {}) => ({ id, kind, name: id, ...more });
const link = (from: string, to: string, more: object = {}) => ({ id: `${from}-${to}`, from, to, ...more });

test('blocks, order, decisions, errors, values and the last run are told', () => {
  const flow = {
    nodes: [
      start,
      node('order', 'api-script', { retry: { attempts: 3 }, outputs: [{ name: 'id', type: 'string' }] }),
      node('pause', 'wait'),
      node('pay', 'api-script', { inputs: [{ name: 'order', type: 'string' }] }),
      node('mend'),
      node('note', 'comment'),
    ],
    links: [
      link('start', 'order'),
      link('order', 'pause', { condition: '{{order.id}} Exists' }),
      link('order', 'mend', { on: 'error' }),
      link('pause', 'pay'),
    ],
    joints: [{ from: { node: 'order', port: 'id' }, to: { node: 'pay', port: 'order' } }],
  };
  const lastRun = { number: 4, status: 'failed', durationMs: 3210, message: 'pay: Status 500.' };
  expect(summaryOf(source(flow, { description: 'Nightly.', lastRun }))).toEqual([
    '“Order to cash” has 4 blocks: 2 × API-SCRIPT, 1 × WAIT and 1 × HTTP. Nightly.',
    'It begins with “order” and ends with “pay” and “mend”. At most 8 blocks run at once.',
    'After “order” comes “pause” if {{order.id}} Exists.',
    'It waits for a time at “pause”.',
    'Errors are handled: “mend” if “order” fails.',
    'Tried again when they fail: “order” (up to 3 times).',
    'Values are handed on: id from “order” to “pay”.',
    'The last run, #4, failed after 3.2 s: pay: Status 500.',
  ]);
});

test('a workflow without blocks, without links, and with very many blocks', () => {
  expect(summaryOf(source({ nodes: [start] }))).toEqual(['“Order to cash” has no blocks yet.']);
  expect(summaryOf(source({ nodes: [start, node('a')] }))[1]).toBe('Nothing is linked to its start.');
  const ids = Array.from({ length: 500 }, (_, index) => `n${index}`);
  const flow = { nodes: [start, ...ids.map((id) => node(id))], links: ids.map((id) => link('start', id)) };
  expect(summaryOf(source(flow)).join(' ').length).toBeLessThan(1000);
});
