import { type EvaluatedFlag, pageFlags } from '@touchstone/contracts/feature-flags';
import { beforeEach, expect, test } from 'vitest';
import { createFlagLoader } from './flag-loader.ts';
import { type FlagValues, flagValues, readFlags } from './flag-values.ts';

const on = (key: string): EvaluatedFlag => ({ key, value: true, reason: 'STATIC' });
const desktopOn = { ...pageFlags, isDesktopTestingEnabled: true };

let person: string | null;
let nowMs: number;
let answers: { answer: (flags: EvaluatedFlag[]) => void; fail: () => void }[];
let shown: FlagValues[];
const start = () =>
  createFlagLoader({
    evaluate: () =>
      new Promise((resolve, reject) => {
        answers.push({ answer: resolve, fail: () => reject(new Error('no answer')) });
      }),
    whom: () => person,
    nowMs: () => nowMs,
    put: (values) => shown.push(values),
  });

beforeEach(() => {
  person = 'ada';
  nowMs = 0;
  answers = [];
  shown = [];
});

test('flags are loaded once, and again for another user and when stale [feature-flags-2]', async () => {
  const flags = start();
  flags.follow();
  flags.follow();
  expect(answers).toHaveLength(1);
  answers[0]?.answer([on('isDesktopTestingEnabled')]);
  await flags.ready();
  expect(shown).toEqual([desktopOn]);
  nowMs = 59_999;
  flags.follow();
  expect(answers).toHaveLength(1);
  nowMs = 60_000;
  flags.follow();
  expect(answers).toHaveLength(2);
  person = 'bob';
  flags.follow();
  expect(answers).toHaveLength(3);
  // Responses for another user no longer count.
  answers[1]?.answer([]);
  answers[2]?.answer([on('isInsightDashboardEnabled')]);
  await flags.ready();
  expect(shown.slice(1)).toEqual([{ ...pageFlags, isInsightDashboardEnabled: true }]);
});

test('without a response the defaults apply, and the next occasion asks again', async () => {
  const flags = start();
  flags.follow();
  answers[0]?.answer([on('isDesktopTestingEnabled')]);
  await flags.ready();
  person = 'bob';
  const ready = flags.ready();
  answers[1]?.fail();
  await ready;
  expect(shown).toEqual([desktopOn, pageFlags]);
  flags.follow();
  expect(answers).toHaveLength(3);
});

test('a failed refresh keeps the flags of the same user', async () => {
  const flags = start();
  flags.follow();
  answers[0]?.answer([on('isDesktopTestingEnabled')]);
  await flags.ready();
  flags.reload();
  const ready = flags.ready();
  answers[1]?.fail();
  await ready;
  expect(shown).toEqual([desktopOn]);
});

test('after sign-out the defaults apply', async () => {
  const flags = start();
  flags.follow();
  answers[0]?.answer([on('isDesktopTestingEnabled')]);
  await flags.ready();
  person = null;
  flags.follow();
  expect(shown).toEqual([desktopOn, pageFlags]);
  await flags.ready();
  expect(answers).toHaveLength(1);
});

test('only boolean flags of the page are read', () => {
  expect(readFlags([on('isNewThingEnabled'), { key: 'isNewAPIDesignEnabled', value: 'no', reason: 'STATIC' }])).toEqual(
    pageFlags,
  );
  let calls = 0;
  const stop = flagValues.subscribe(() => {
    calls += 1;
  });
  flagValues.set(desktopOn);
  expect([flagValues.get(), calls]).toEqual([desktopOn, 1]);
  stop();
  flagValues.set(pageFlags);
  expect([flagValues.get(), calls]).toEqual([pageFlags, 1]);
});
