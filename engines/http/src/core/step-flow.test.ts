import { expect, test } from 'vitest';
import { buildStep } from '../testing/build-step.ts';
import type { HttpStep } from './plan.ts';
import type { HttpStepResult } from './result.ts';
import { runSteps } from './run-steps.ts';

/** Runs steps whose scripts go on as `jumps` says: per step name, one target for each time it runs. */
async function flow(names: string[], jumps: Record<string, (string | null | undefined)[]>, maxJumps?: number) {
  const steps = names.map((name): HttpStep => {
    const [group, short] = name.includes('/') ? (name.split('/') as [string, string]) : ['g', name];
    return buildStep({ id: name, name: short, group });
  });
  const ran: string[] = [];
  const skipped: string[] = [];
  const counts = await runSteps({
    steps,
    concurrency: 1,
    signal: new AbortController().signal,
    ...(maxJumps === undefined ? {} : { maxJumps }),
    session: {
      execute: async (step) => {
        ran.push(step.id);
        const nextStep = jumps[step.id]?.shift();
        const result: Partial<HttpStepResult> = { stepId: step.id, status: 'passed' };
        return { ...result, ...(nextStep === undefined ? {} : { nextStep }) } as HttpStepResult;
      },
      state: () => ({ variables: {}, cookies: {} }),
      close: async () => undefined,
    },
    emit: (event) => {
      if (event.type === 'skipped') skipped.push(`${event.step.id}: ${event.message}`);
    },
  });
  return { ran, skipped, counts };
}

test.each<{ name: string; jumps: Record<string, (string | null | undefined)[]>; ran: string; skipped: number }>([
  { name: 'forward', jumps: { a: ['d'] }, ran: 'a d e', skipped: 2 },
  { name: 'backward, then on', jumps: { c: ['b'] }, ran: 'a b c b c d e', skipped: 0 },
  { name: 'to itself', jumps: { b: ['b', 'b'] }, ran: 'a b b b c d e', skipped: 0 },
  { name: 'to the end', jumps: { b: [null] }, ran: 'a b', skipped: 3 },
  { name: 'to an unknown name', jumps: { b: ['nowhere'] }, ran: 'a b', skipped: 3 },
  { name: 'from the last one', jumps: { e: ['a', undefined] }, ran: 'a b c d e a b c d e', skipped: 0 },
])('a script jumps $name', async ({ jumps, ran, skipped }) => {
  const result = await flow(['a', 'b', 'c', 'd', 'e'], jumps);
  expect(result.ran.join(' ')).toBe(ran);
  expect(result.skipped).toHaveLength(skipped);
  expect(result.counts.total).toBe(result.ran.length + skipped);
});

test('a jump stays in its group', async () => {
  const { ran, skipped } = await flow(['x/a', 'x/b', 'y/a', 'y/b'], { 'x/a': [null], 'y/a': ['b'] });
  expect(ran).toEqual(['x/a', 'y/a', 'y/b']);
  expect(skipped).toEqual(['x/b: Skipped because "a" ended the sequence.']);
});

test('an endless loop of jumps ends at its bound', async () => {
  const { ran, skipped } = await flow(['a', 'b', 'c'], { b: Array.from({ length: 99 }, () => 'a') }, 5);
  expect(ran).toHaveLength(12);
  expect(skipped).toEqual(['c: Skipped because the scripts jumped more than 5 times.']);
});
