import { seededRandom } from '@touchstone/kernel';
import { expect, test } from 'vitest';
import { flow, kindsWith, links, node } from '../testing/build-flow.ts';
import { planFlow } from './flow-plan.ts';
import { type FlowEvent, newFlowState } from './flow-state.ts';
import { reduceFlow } from './reduce.ts';

const parallel = 8;

/** Each node follows up to three of the twenty before it and takes 50 to 500 ms. */
function randomGraph(seed: number) {
  const random = seededRandom(seed);
  const takes = new Map<string, number>();
  const edges: [string, string][] = [];
  for (let index = 0; index < 60; index += 1) {
    takes.set(`n${index}`, 50 + Math.floor(random() * 450));
    const from = new Set<string>();
    for (let each = Math.floor(random() * 4); each > 0 && index > 0; each -= 1)
      from.add(`n${Math.max(0, index - 1 - Math.floor(random() * 20))}`);
    for (const before of from.size > 0 ? from : ['start']) edges.push([before, `n${index}`]);
  }
  return { takes, edges };
}

/** No plan is shorter than the longest path, or than all work divided among the workers. */
function leastOf({ takes, edges }: ReturnType<typeof randomGraph>): number {
  const ends = new Map([['start', 0]]);
  for (const [id, own] of takes)
    ends.set(id, own + Math.max(...edges.filter(([, to]) => to === id).map(([from]) => ends.get(from) ?? 0)));
  return Math.max(...ends.values(), [...takes.values()].reduce((sum, each) => sum + each, 0) / parallel);
}

/** Duration of a run in which each node takes exactly its own time. */
function makespanOf({ takes, edges }: ReturnType<typeof randomGraph>): number {
  const nodes = [...takes.keys()].map((id) => node(id, 'script', { settings: { scriptId: id } }));
  const plan = planFlow(flow(nodes, links(...edges.map((edge) => edge.join('>'))), { parallel }), kindsWith());
  let state = newFlowState();
  let pending: FlowEvent[] = [{ type: 'started', at: 0 }];
  let now = 0;
  while (pending.length > 0) {
    pending = pending.toSorted((a, b) => a.at - b.at);
    const event = pending.shift()!;
    now = event.at;
    const reduced = reduceFlow(plan, state, event);
    state = reduced.state;
    for (const decision of reduced.decisions)
      if (decision.type === 'startAttempt') {
        const { node: id, attempt } = decision;
        pending.push({ type: 'ended', node: id, attempt, at: now + (takes.get(id) ?? 0), outcome: 'passed' });
      }
  }
  expect(state.run.status).toBe('passed');
  return now;
}

test('50 random graphs take at most 1.15 times the optimum with 8 in parallel', () => {
  const ratios = Array.from({ length: 50 }, (_, seed) => randomGraph(seed)).map(
    (graph) => makespanOf(graph) / leastOf(graph),
  );
  expect(Math.max(...ratios)).toBeLessThanOrEqual(1.15);
});
