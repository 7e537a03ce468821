import { expect, test } from 'vitest';
import { gather } from './gather.ts';

/** Statements that answer when they are released. */
function held(answerOf: (question: number) => number = (question) => question * 10) {
  const asked: number[][] = [];
  const goes: (() => void)[] = [];
  const ask = gather(async (questions: readonly number[]) => {
    asked.push([...questions]);
    await new Promise<void>((go) => goes.push(go));
    return questions.map(answerOf);
  });
  return { asked, ask, release: () => goes.shift()?.() };
}

test('questions that arrive while statements are in progress are sent together, none before it was asked', async () => {
  const { asked, ask, release } = held();
  const [first, second] = [ask(1), ask(2)];
  const later = [ask(3), ask(4), ask(3)];
  expect(asked).toEqual([[1], [2]]);
  release();
  expect(await first).toBe(10);
  await expect.poll(() => asked).toEqual([[1], [2], [3, 4, 3]]);
  release();
  release();
  expect(await Promise.all([second, ...later])).toEqual([20, 30, 40, 30]);
});

test("a question that can't be answered fails alone", async () => {
  const { asked, ask, release } = held((question) => {
    if (question === 4) throw new Error('four');
    return question;
  });
  const all = Promise.allSettled([1, 2, 3, 4, 5].map(ask));
  for (let count = 0; count < 6; count += 1) {
    await expect.poll(() => asked.length).toBeGreaterThan(count);
    release();
  }
  expect((await all).map((one) => (one.status === 'fulfilled' ? one.value : String(one.reason)))).toEqual([
    1,
    2,
    3,
    'Error: four',
    5,
  ]);
});
