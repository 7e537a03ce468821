import { expect, test } from 'vitest';
import { flow, kindsWith, links, node, script } from '../testing/build-flow.ts';
import { type Flow, flowNodeSchema } from './document.ts';
import { planFlow } from './flow-plan.ts';
import {
  type FlowDecision,
  type FlowEvent,
  type FlowState,
  type ItemsState,
  type NodeStatus,
  newFlowState,
} from './flow-state.ts';
import { isLastItem, reduceFlow } from './reduce.ts';

type Timeless<T> = T extends unknown ? Omit<T, 'at'> & { at?: number } : never;
type Step = Timeless<FlowEvent>;

/** Runs events through a flow; returns the decisions of the last one, as short texts. */
function play(
  document: Flow,
  ...steps: Step[]
): { state: FlowState; last: string[]; status: Record<string, NodeStatus> } {
  const plan = planFlow(document, kindsWith());
  let state = newFlowState();
  let last: FlowDecision[] = [];
  for (const step of [{ type: 'started' } as Step, ...steps])
    ({ state, decisions: last } = reduceFlow(plan, state, { at: 0, ...step } as FlowEvent));
  // A store keeps the state as JSON.
  expect(JSON.parse(JSON.stringify(state))).toEqual(state);
  const status = Object.fromEntries(Object.entries(state.nodes).map(([id, found]) => [id, found.status]));
  return { state, last: last.map(describe), status };
}

function describe(decision: FlowDecision): string {
  const { type, ...rest } = decision;
  return [type, ...Object.values(rest)].join(' ');
}
const ended = (id: string, outcome: 'passed' | 'failed' = 'passed', attempt = 1): Step => ({
  type: 'ended',
  node: id,
  attempt,
  outcome,
});

const line = flow([script('a'), script('b')], links('start>a', 'a>b'));
const fork = flow([script('a'), script('b'), script('c')], links('start>a', 'start>b', 'a>c', 'b>c'));
const withJoin = (join: Flow['nodes'][number]['join']): Flow => ({
  ...fork,
  nodes: fork.nodes.map((one) => (one.id === 'c' ? { ...one, join } : one)),
});

test.each<[name: string, document: Flow, steps: Step[], last: string[]]>([
  ['starts what follows the start', line, [], ['startAttempt a 1']],
  ['goes on after success', line, [ended('a')], ['startAttempt b 1']],
  ['finishes after the last node', line, [ended('a'), ended('b')], ['finish passed']],
  ['fails where nothing handles an error', line, [ended('a', 'failed')], ['finish failed']],
  ['ignores what ended twice', line, [ended('a'), ended('a')], []],
  ['ignores the end of another attempt', line, [ended('a', 'passed', 2)], []],
  ['ignores nodes that do not exist', line, [ended('x')], []],
  ['ignores a second start', line, [{ type: 'started' }], []],
  ['ignores events after the end', line, [ended('a', 'failed'), { type: 'stopRequested' }], []],
  ['starts branches side by side', fork, [], ['startAttempt a 1', 'startAttempt b 1']],
  ['merge waits for all branches', fork, [ended('a')], []],
  ['merge runs once one was taken', fork, [ended('a', 'failed'), ended('b')], ['startAttempt c 1']],
  ['merge is skipped when none was taken', fork, [ended('a', 'failed'), ended('b', 'failed')], ['finish failed']],
  ['all needs each branch', withJoin({ mode: 'all' }), [ended('a'), ended('b')], ['startAttempt c 1']],
  [
    'all is skipped without one branch',
    withJoin({ mode: 'all' }),
    [ended('a', 'failed'), ended('b')],
    ['finish failed'],
  ],
  ['any runs at the first branch', withJoin({ mode: 'any' }), [ended('a')], ['startAttempt c 1']],
  ['any runs once', withJoin({ mode: 'any' }), [ended('a'), ended('b')], []],
  ['a quorum waits', withJoin({ mode: 'quorum', count: 2 }), [ended('a')], []],
  [
    'a quorum runs when reached',
    withJoin({ mode: 'quorum', count: 2 }),
    [ended('a'), ended('b')],
    ['startAttempt c 1'],
  ],
  [
    'a quorum is skipped when out of reach',
    withJoin({ mode: 'quorum', count: 2 }),
    [ended('a', 'failed'), ended('b')],
    ['finish failed'],
  ],
  [
    'takes the error path, which handles the error',
    flow([script('a'), script('b'), script('c')], links('start>a', 'a>b', 'a!c')),
    [ended('a', 'failed'), ended('c')],
    ['finish passed'],
  ],
  ['limits parallel branches', { ...fork, parallel: 1 }, [], ['startAttempt a 1']],
  ['starts the next branch in a free place', { ...fork, parallel: 1 }, [ended('a')], ['startAttempt b 1']],
  ['stops at once', fork, [{ type: 'stopRequested' }], ['cancel a 1', 'cancel b 1', 'finish stopped']],
  [
    'a stop node halts the other branches',
    flow([script('a'), script('b'), script('c'), node('end', 'stop')], links('start>a', 'start>b', 'a>end', 'b>c')),
    [ended('a')],
    ['cancel b 1', 'finish stopped'],
  ],
])('%s', (_name, document, steps, last) => {
  expect(play(document, ...steps).last).toEqual(last);
});

const retried = flow(
  [script('a', { retry: { attempts: 3, delayMs: 100, factor: 3, maxDelayMs: 250 }, timeoutMs: 5000 })],
  links('start>a'),
);
const timer = (purpose: 'wait' | 'retry' | 'timeout', id = 'a', attempt = 1): Step => ({
  type: 'timer',
  node: id,
  attempt,
  purpose,
});

test.each<[name: string, steps: Step[], last: string[]]>([
  ['sets the time limit', [], ['startAttempt a 1', 'setTimer a 1 timeout 5000']],
  [
    'waits before the second attempt',
    [{ ...ended('a', 'failed'), at: 20 }],
    ['clearTimer a 1 timeout', 'setTimer a 1 retry 120'],
  ],
  [
    'starts the second attempt',
    [ended('a', 'failed'), { ...timer('retry'), at: 100 }],
    ['startAttempt a 2', 'setTimer a 2 timeout 5100'],
  ],
  [
    'waits longer before the third, up to the most',
    [ended('a', 'failed'), timer('retry'), ended('a', 'failed', 2)],
    ['clearTimer a 2 timeout', 'setTimer a 2 retry 250'],
  ],
  [
    'fails after the last attempt',
    [ended('a', 'failed'), timer('retry'), ended('a', 'failed', 2), timer('retry', 'a', 2), ended('a', 'failed', 3)],
    ['clearTimer a 3 timeout', 'finish failed'],
  ],
  [
    'cancels an attempt that takes too long and tries again',
    [{ ...timer('timeout'), at: 5000 }],
    ['cancel a 1', 'clearTimer a 1 timeout', 'setTimer a 1 retry 5100'],
  ],
  ['refuses the end of an attempt that was given up', [timer('timeout'), ended('a')], []],
  ['refuses a late time limit', [ended('a', 'failed'), timer('timeout')], []],
  [
    'stops a delayed node',
    [ended('a', 'failed'), { type: 'stopRequested' }],
    ['clearTimer a 1 retry', 'finish stopped'],
  ],
])('an attempt: %s', (_name, steps, last) => {
  expect(play(retried, ...steps).last).toEqual(last);
});

const suspended = flow(
  [
    node('pause', 'wait', { settings: { durationMs: 3000 } }),
    node('ask', 'approval', { settings: { to: ['ada@shop.test'] }, timeoutMs: 9000 }),
    script('a'),
    script('b'),
  ],
  links('start>pause', 'start>ask', 'ask>a', 'ask!b'),
);

test.each<[name: string, steps: Step[], last: string[]]>([
  ['both occupy no place', [], ['setTimer pause 1 wait 3000', 'awaitSignal ask 1', 'setTimer ask 1 timeout 9000']],
  [
    'an approval goes on',
    [{ type: 'signalled', node: 'ask', outcome: 'passed' }],
    ['clearTimer ask 1 timeout', 'startAttempt a 1'],
  ],
  [
    'a refusal takes the error path',
    [{ type: 'signalled', node: 'ask', outcome: 'failed' }],
    ['clearTimer ask 1 timeout', 'startAttempt b 1'],
  ],
  [
    'no answer in time is a refusal',
    [timer('timeout', 'ask')],
    ['cancel ask 1', 'clearTimer ask 1 timeout', 'startAttempt b 1'],
  ],
  [
    'a second answer is ignored',
    [
      { type: 'signalled', node: 'ask', outcome: 'passed' },
      { type: 'signalled', node: 'ask', outcome: 'failed' },
    ],
    [],
  ],
  ['a wait takes no signal', [{ type: 'signalled', node: 'pause', outcome: 'passed' }], []],
  ['a wait ends once', [timer('wait', 'pause'), timer('wait', 'pause')], []],
  [
    'a stop clears them',
    [{ type: 'stopRequested' }],
    ['clearTimer pause 1 wait', 'cancel ask 1', 'clearTimer ask 1 timeout', 'finish stopped'],
  ],
])('waits and approvals: %s', (_name, steps, last) => {
  expect(play(suspended, ...steps).last).toEqual(last);
});

const each = flow(
  [
    node('rows', 'for-each', {
      settings: { workflowId: 'w', parallel: 2 },
      inputs: [{ name: 'rows', type: 'table', required: true, value: [] }],
    }),
  ],
  links('start>rows'),
);
const expanded = (items: number): Step => ({ type: 'expanded', node: 'rows', attempt: 1, items });
const itemEnded = (item: number, outcome: 'passed' | 'failed' = 'passed'): Step => ({
  type: 'itemEnded',
  node: 'rows',
  attempt: 1,
  item,
  outcome,
});

test.each<[name: string, steps: Step[], last: string[]]>([
  ['starts as many rows as allowed', [expanded(3)], ['startItem rows 1 0', 'startItem rows 1 1']],
  ['starts the next row', [expanded(3), itemEnded(1)], ['startItem rows 1 2']],
  ['ignores a row that ended twice', [expanded(3), itemEnded(1), itemEnded(1)], []],
  ['ignores a second count', [expanded(3), expanded(5)], []],
  ['passes with all rows', [expanded(2), itemEnded(1), itemEnded(0)], ['finish passed']],
  ['fails with one row, after all', [expanded(2), itemEnded(1, 'failed'), itemEnded(0)], ['finish failed']],
  ['passes without rows', [expanded(0)], ['finish passed']],
  ['starts no row after one that failed', [expanded(3), itemEnded(1, 'failed')], []],
  ['fails once the rows that ran have ended', [expanded(3), itemEnded(1, 'failed'), itemEnded(0)], ['finish failed']],
])('for each: %s', (_name, steps, last) => {
  expect(play(each, ...steps).last).toEqual(last);
});

test.each<[name: string, whenFailed: string, items: ItemsState, last: 'passed' | 'failed', isLast: boolean]>([
  ['of all', 'stop', { total: 2, next: 2, running: [1], failed: 0 }, 'passed', true],
  ['while another one runs', 'stop', { total: 2, next: 2, running: [0, 1], failed: 0 }, 'passed', false],
  ['before others that are to start', 'stop', { total: 3, next: 2, running: [1], failed: 0 }, 'passed', false],
  ['that fails before others', 'stop', { total: 3, next: 2, running: [1], failed: 0 }, 'failed', true],
  [
    'that fails before others, which go on',
    'continue',
    { total: 3, next: 2, running: [1], failed: 0 },
    'failed',
    false,
  ],
  ['that ended before', 'stop', { total: 2, next: 2, running: [0], failed: 0 }, 'passed', false],
])('the last row %s', (_name, whenFailed, items, outcome, isLast) => {
  const rows = node('rows', 'for-each', { settings: { workflowId: 'w', whenFailed } });
  const planned = { node: flowNodeSchema.parse(rows), kind: kindsWith().find('for-each')! };
  expect(isLastItem(planned, items, { item: 1, outcome })).toBe(isLast);
});

test('conditions on links see outputs, variables and constants; links with a false one are not taken', () => {
  const document = flow(
    [
      script('login', {
        outputs: [
          { name: 'code', type: 'number' },
          { name: 'token', type: 'secret' },
        ],
      }),
      node('hub', 'data-hub', { outputs: [{ name: 'limit', type: 'number', value: 300 }] }),
      script('good'),
      script('bad'),
    ],
    [
      ...links('start>hub', 'hub>login'),
      { id: 'good', from: 'login', to: 'good', condition: '{{login.code}} < {{hub.limit}} AND {{stage}} == test' },
      { id: 'bad', from: 'login', to: 'bad', condition: '{{login.code}} >= {{hub.limit}}' },
    ],
  );
  const stage: Step = {
    type: 'started',
    values: { stage: { type: 'string', value: 'test' }, other: { type: 'string', value: 'x' } },
  };
  const run = (code: number) => {
    const plan = planFlow(document, kindsWith());
    const first = reduceFlow(plan, newFlowState(), { at: 0, ...stage } as FlowEvent);
    const values = {
      code: { type: 'number' as const, value: code },
      token: { type: 'string' as const, value: 'hidden' },
    };
    return reduceFlow(plan, first.state, { ...ended('login'), at: 1, values } as FlowEvent);
  };
  expect(run(200).decisions.map(describe)).toEqual(['startAttempt good 1']);
  expect(run(500).decisions.map(describe)).toEqual(['startAttempt bad 1']);
  // Only values used in conditions become part of the state.
  expect(Object.keys(run(200).state.run.values).toSorted()).toEqual(['hub.limit', 'login.code', 'stage']);
});

test('one event changes one node, those after it and those that get a free slot', () => {
  const plan = planFlow(fork, kindsWith());
  const first = reduceFlow(plan, newFlowState(), { type: 'started', at: 0 });
  const second = reduceFlow(plan, first.state, { ...ended('a'), at: 1 } as FlowEvent);
  expect(second.changed).toEqual(['a', 'c']);
  expect(first.state.nodes.a?.status).toBe('running');
});

test('skipped branches are skipped to their end, whatever their length', () => {
  const count = 5000;
  const names = Array.from({ length: count }, (_, place) => `n${place}`);
  const document = flow(
    names.map((name) => script(name)),
    [...links('start>n0'), ...names.slice(1).map((name, place) => ({ id: name, from: `n${place}`, to: name }))],
  );
  const { status, last } = play(document, ended('n0', 'failed'));
  expect(last).toEqual(['finish failed']);
  expect(Object.values(status).filter((one) => one === 'skipped')).toHaveLength(count - 1);
});
