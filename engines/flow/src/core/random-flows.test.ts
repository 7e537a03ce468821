import fc from 'fast-check';
import { expect, test } from 'vitest';
import { flow, kindsWith, node, script } from '../testing/build-flow.ts';
import { simulate } from '../testing/simulate.ts';
import type { Flow, Join } from './document.ts';
import { planFlow } from './flow-plan.ts';
import { newFlowState } from './flow-state.ts';
import { reduceFlow } from './reduce.ts';

const isLong = process.env.TOUCHSTONE_TESTS === 'long';

/** Acyclic flows: links lead from earlier nodes to later ones. */
const anyFlow: fc.Arbitrary<Flow> = fc
  .record({
    kinds: fc.array(
      fc.constantFrom('script', 'script', 'script', 'wait', 'approval', 'for-each', 'decision', 'data-hub', 'stop'),
      {
        minLength: 1,
        maxLength: 25,
      },
    ),
    edges: fc.array(
      fc.record({
        from: fc.nat(),
        to: fc.nat(),
        on: fc.constantFrom('success' as const, 'success' as const, 'error' as const),
        isConditional: fc.boolean(),
      }),
      { maxLength: 60 },
    ),
    joins: fc.array(
      fc.oneof(
        fc.constantFrom<Join>({ mode: 'merge' }, { mode: 'all' }, { mode: 'any' }),
        fc.integer({ min: 1, max: 4 }).map((count): Join => ({ mode: 'quorum', count })),
      ),
      { minLength: 1, maxLength: 8 },
    ),
    attempts: fc.integer({ min: 1, max: 3 }),
    timeoutMs: fc.constantFrom(undefined, 30, 500),
    parallel: fc.integer({ min: 1, max: 5 }),
  })
  .map(({ kinds, edges, joins, attempts, timeoutMs, parallel }) => {
    const settings = { scriptId: 's', durationMs: 50, to: ['a@b.test'], workflowId: 'w', parallel: 2 };
    const nodes = kinds.map((kind, place) =>
      node(`n${place}`, kind, {
        settings,
        timeoutMs,
        join: joins[place % joins.length],
        retry: { attempts, delayMs: 10 },
      }),
    );
    const linked = edges.map(({ from, to, on, isConditional }, place) => {
      const target = to % kinds.length;
      const source = from % (target + 1);
      return {
        id: `l${place}`,
        from: source === 0 ? 'start' : `n${source - 1}`,
        to: `n${target}`,
        on: source === 0 ? ('success' as const) : on,
        condition: isConditional ? `${place % 3} == 0 OR {{n${from % kinds.length}.x}} Exists` : undefined,
      };
    });
    return flow(nodes, [{ id: 'first', from: 'start', to: 'n0' }, ...linked], { parallel });
  });

const final = new Set(['passed', 'failed', 'skipped']);

test('every flow ends, no attempt starts twice, and the same events give the same state', () => {
  fc.assert(
    fc.property(
      anyFlow,
      fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true })),
      (document, chances) => {
        const plan = planFlow(document, kindsWith());
        const { state, events, decisions, maxRunning } = simulate(plan, () => chances.next().value as number);
        expect(['passed', 'failed', 'stopped']).toContain(state.run.status);
        expect(decisions.filter(({ type }) => type === 'finish')).toHaveLength(1);
        expect(state.run).toMatchObject({ ready: [], active: [], running: 0 });
        const statuses = [...plan.nodes.keys()].map((id) => state.nodes[id]?.status ?? 'pending');
        if (state.run.status !== 'stopped') expect(statuses.every((status) => final.has(status))).toBe(true);
        const starts = decisions.filter(
          ({ type }) => type === 'startAttempt' || type === 'startItem' || type === 'awaitSignal',
        );
        expect(new Set(starts.map((start) => JSON.stringify(start))).size).toBe(starts.length);
        for (const start of starts)
          if ('attempt' in start)
            expect(start.attempt).toBeLessThanOrEqual(plan.nodes.get(start.node)!.node.retry.attempts);
        expect(maxRunning).toBeLessThanOrEqual(document.parallel);
        let replayed = newFlowState();
        for (const event of events) replayed = reduceFlow(plan, JSON.parse(JSON.stringify(replayed)), event).state;
        expect(replayed).toEqual(state);
      },
    ),
    { numRuns: isLong ? 2000 : 150 },
  );
}, 600_000);

test('a stop ends a run at any moment and leaves nothing running', () => {
  fc.assert(
    fc.property(
      anyFlow,
      fc.nat(40),
      fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true })),
      (document, after, chances) => {
        const plan = planFlow(document, kindsWith());
        const { state, decisions } = simulate(plan, () => chances.next().value as number, after);
        expect(decisions.at(-1)?.type === 'finish' || state.run.status === 'new').toBe(true);
        const statuses = Object.values(state.nodes).map(({ status }) => status);
        for (const status of statuses) expect(['running', 'waiting', 'delayed', 'ready']).not.toContain(status);
      },
    ),
    { numRuns: isLong ? 2000 : 100 },
  );
}, 600_000);

test('a running node has everything that its join requires', () => {
  fc.assert(
    fc.property(
      anyFlow,
      fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true })),
      (document, chances) => {
        const plan = planFlow(document, kindsWith());
        const { state } = simulate(plan, () => chances.next().value as number);
        for (const [id, { status, taken, dead }] of Object.entries(state.nodes)) {
          const { incoming, node: planned } = plan.nodes.get(id)!;
          expect(taken + dead).toBeLessThanOrEqual(incoming);
          if ((status !== 'passed' && status !== 'failed') || id === 'start') continue;
          const { join } = planned;
          expect(taken).toBeGreaterThanOrEqual(
            join.mode === 'all' ? incoming : join.mode === 'quorum' ? join.count : 1,
          );
        }
      },
    ),
    { numRuns: isLong ? 2000 : 100 },
  );
}, 600_000);

test('a script node becomes due once per attempt only', () => {
  const document = flow([script('a', { retry: { attempts: 2, delayMs: 5 } })], [{ id: 'l', from: 'start', to: 'a' }]);
  const { decisions } = simulate(planFlow(document, kindsWith()), () => 0.9);
  expect(decisions.filter(({ type }) => type === 'startAttempt')).toEqual([
    { type: 'startAttempt', node: 'a', attempt: 1 },
    { type: 'startAttempt', node: 'a', attempt: 2 },
  ]);
});
