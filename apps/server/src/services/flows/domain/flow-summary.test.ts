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

test('blocks, order, decisions, errors, values and the last run are described', () => {
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

test('pauses and approvals are described, with only a few names', () => {
  const ids = Array.from({ length: 10 }, (_, index) => `n${index}`);
  const flow = {
    nodes: [start, node('ask', 'approval'), node('call', 'webhook-wait'), ...ids.map((id) => node(id))],
    links: [link('start', 'ask'), ...ids.map((id) => link('ask', id, { condition: '  ' }))],
  };
  expect(summaryOf(source(flow, { description: '  ' }))).toEqual([
    '“Order to cash” has 12 blocks: 1 × APPROVAL, 1 × WEBHOOK-WAIT and 10 × HTTP.',
    'It begins with “ask” and ends with “call”, “n0”, “n1”, “n2”, “n3”, “n4”, “n5”, “n6” and 3 more. At most 8 blocks run at once.',
    'It asks people for approval at “ask”.',
    'It waits for a call from outside at “call”.',
    'A block that fails ends the workflow.',
    'It has not been run yet.',
  ]);
});

test.each([
  [{ number: 1, status: 'passed', durationMs: 9999, message: null }, 'The last run, #1, passed in 10.0 s.'],
  [{ number: null, status: 'passed', durationMs: 10_000, message: null }, 'The last run passed in 10 s.'],
  [
    { number: 2, status: 'error', durationMs: 0, message: 'v1.2 is gone.' },
    'The last run, #2, ended with an error after 0.0 s: v1.2 is gone.',
  ],
  [{ number: 3, status: 'cancelled', durationMs: 1000, message: null }, 'The last run, #3, was stopped after 1.0 s.'],
  [{ number: 4, status: 'running', durationMs: 1000, message: null }, 'The last run, #4, is running.'],
])('%j is told', (lastRun, sentence) => {
  const summary = summaryOf(source({ nodes: [start, node('a')] }, { lastRun }));
  expect(summary[0]).toBe('“Order to cash” has 1 block: 1 × HTTP.');
  expect(summary.at(-1)).toBe(sentence);
});

test('several values of several blocks are handed on', () => {
  const port = (name: string) => ({ name, type: 'string' });
  const flow = {
    nodes: [
      start,
      node('a', 'http', { outputs: [port('x'), port('y')] }),
      node('b', 'http', { inputs: [port('x'), port('y')] }),
      node('c', 'http', { inputs: [port('x')] }),
    ],
    joints: [
      { from: { node: 'a', port: 'x' }, to: { node: 'b', port: 'x' } },
      { from: { node: 'a', port: 'x' }, to: { node: 'c', port: 'x' } },
      { from: { node: 'a', port: 'y' }, to: { node: 'b', port: 'y' } },
    ],
  };
  expect(summaryOf(source(flow))).toContain('Values are handed on: x from “a” to “b” and “c” and y from “a” to “b”.');
});
