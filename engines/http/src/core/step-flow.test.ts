import { expect, test } from 'vitest';
import { buildStep } from '../testing/build-step.ts';
import type { HttpStep } from './plan.ts';
import type { HttpStepResult } from './result.ts';
import { runSteps } from './run-steps.ts';
import type { ResumePoint, RunStepsOptions } from './session.ts';
import { StepFlow } from './step-flow.ts';

/** A step with the id `group/name#number`; group and number are optional. */
function stepOf(id: string): HttpStep {
  const [group, name] = id.includes('/') ? (id.split('/') as [string, string]) : ['g', id];
  return buildStep({ id, name: name.replace(/#.*/, ''), group });
}

/** Runs steps whose scripts jump as `jumps` says: for each step name, one target per execution. */
async function flow(
  names: string[],
  jumps: Record<string, (string | null | undefined)[]>,
  { maxJumps, resume }: Pick<RunStepsOptions, 'maxJumps' | 'resume'> = {},
) {
  const steps = names.map(stepOf);
  const ran: string[] = [];
  const skipped: string[] = [];
  const counts = await runSteps({
    steps,
    concurrency: 1,
    signal: new AbortController().signal,
    ...(maxJumps === undefined ? {} : { maxJumps }),
    ...(resume === undefined ? {} : { resume }),
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

test('an endless loop of jumps ends at its limit', async () => {
  const { ran, skipped } = await flow(['a', 'b', 'c'], { b: Array.from({ length: 99 }, () => 'a') }, { maxJumps: 5 });
  expect(ran).toHaveLength(12);
  expect(skipped).toEqual(['c: Skipped because the scripts jumped more than 5 times.']);
});

test('of two steps with one name the next takes precedence over an earlier one', async () => {
  const { ran } = await flow(['x#1', 'b', 'x#2', 'c'], { c: ['b'], b: [undefined, 'x'] });
  expect(ran).toEqual(['x#1', 'b', 'x#2', 'c', 'b', 'x#2', 'c']);
});

test('a step is also found by its id', async () => {
  const { ran } = await flow(['x#1', 'b', 'x#2', 'x#3'], { b: ['x#3'] });
  expect(ran).toEqual(['x#1', 'b', 'x#3']);
});

const group = ['a', 'b', 'c'].map(stepOf);
test.each<[string, ResumePoint, Record<string, (string | null | undefined)[]>, string]>([
  ['after the steps that were read', { group, position: 3, jumps: 0 }, {}, 'd e'],
  ['within them', { group, position: 1, jumps: 0 }, {}, 'b c d e'],
  ['and may jump back into them', { group, position: 3, jumps: 0 }, { d: ['b'] }, 'd b c d e'],
  ['where the last step wanted', { group, position: 3, jumps: 0, jump: { from: 'c', target: 'a' } }, {}, 'a b c d e'],
  ['with the jumps that were made', { group, position: 3, jumps: 5 }, { d: ['b'] }, 'd'],
])('an interrupted run continues %s', async (_, resume, jumps, ran) => {
  const result = await flow(['d', 'e'], jumps, { resume, maxJumps: 5 });
  expect(result.ran.join(' ')).toBe(ran);
});

test('in a group of any length a script can jump back thousands of steps', async () => {
  let read = 0;
  const flowOf = new StepFlow(async () => {
    if (read === 10_001) return undefined;
    read += 1;
    return stepOf(`s${read}`);
  });
  for (let step = 1; step <= 10_001; step += 1) await flowOf.next();
  expect(await flowOf.jump('s5001')).toEqual({ found: true, skipped: [] });
  expect((await flowOf.next())?.id).toBe('s5001');
  expect((await flowOf.jump('s5000')).found).toBe(false);
  expect(await flowOf.next()).toBeUndefined();
});
