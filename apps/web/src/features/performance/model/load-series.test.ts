import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LoadSeries } from './load-series.ts';

test('points stay as they are while there is room', () => {
  const series = new LoadSeries(['mean', 'max'], 8);
  series.push(0, [10, null]);
  series.push(2, [30, 5]);
  series.push(2, [99, 99]);
  series.push(1, [99, 99]);
  expect(series.read()).toEqual({
    seconds: [0, 2],
    values: [
      [10, 30],
      [null, 5],
    ],
  });
});

test('a full series halves its resolution: rates are averaged, the worst percentile and the latest users stay', () => {
  const series = new LoadSeries(['mean', 'max', 'last'], 4);
  for (const [second, values] of [
    [0, [10, 1, 1]],
    [1, [20, 9, 2]],
    [2, [30, 4, 3]],
    [3, [50, 2, 4]],
    [4, [70, 8, 5]],
  ] as const)
    series.push(second, values);
  expect(series.secondsPerPoint).toBe(2);
  expect(series.read()).toEqual({
    seconds: [0, 2, 4],
    values: [
      [15, 40, 70],
      [9, 4, 8],
      [2, 4, 5],
    ],
  });
});

test('with any input the arrays keep their size, times increase, and the highest peak is kept', () => {
  const gaps = fc.array(fc.record({ gap: fc.integer({ min: 1, max: 4 }), rate: fc.integer({ min: 0, max: 1000 }) }), {
    minLength: 1,
    maxLength: 400,
  });
  fc.assert(
    fc.property(gaps, (steps) => {
      const series = new LoadSeries(['mean', 'max'], 16);
      let second = -1;
      for (const { gap, rate } of steps) {
        second += gap;
        series.push(second, [rate, rate]);
      }
      const { seconds, values } = series.read();
      expect(seconds.length).toBeLessThanOrEqual(16);
      expect(seconds.every((value, index) => index === 0 || value > (seconds[index - 1] ?? 0))).toBe(true);
      expect(Math.max(...(values[1] as number[]))).toBe(Math.max(...steps.map((step) => step.rate)));
      expect(seconds.at(-1)).toBeLessThanOrEqual(second);
    }),
  );
});

test('an hour of seconds fits without loss, ten hours in the same memory', () => {
  const series = new LoadSeries(['mean']);
  for (let second = 0; second < 3600; second += 1) series.push(second, [second]);
  expect([series.read().seconds.length, series.secondsPerPoint]).toEqual([3600, 1]);
  for (let second = 3600; second < 36_000; second += 1) series.push(second, [second]);
  expect(series.read().seconds.length).toBeLessThanOrEqual(4096);
  expect(series.secondsPerPoint).toBe(16);
});

test.each([
  { apart: 1, points: 3601, most: 500 },
  { apart: 5, points: 721, most: 500 },
  { apart: 5, points: 721, most: 300 },
  { apart: 15, points: 241, most: 240 },
  { apart: 60, points: 2000, most: 333 },
])('points of $apart seconds are drawn up to the last of $points in $most pixels', ({ apart, points, most }) => {
  const series = new LoadSeries(['max']);
  for (let index = 0; index < points; index += 1) series.push(index * apart, [index * apart]);
  const { seconds, values } = series.read(most);
  expect(seconds.length).toBeLessThanOrEqual(most);
  expect(seconds.length).toBeGreaterThan(most / 3);
  expect(seconds).toEqual([...new Set(seconds)].sort((one, other) => one - other));
  expect(values[0]).toHaveLength(seconds.length);
  expect(values[0]!.at(-1)).toBe((points - 1) * apart);
});

test('a drawing with few pixels gets few points, and the series keeps all of them', () => {
  const series = new LoadSeries(['mean', 'max', 'last']);
  for (let second = 0; second < 10; second += 1) series.push(second, [second, second, second]);
  expect(series.read(4)).toEqual({
    seconds: [0, 3, 6, 9],
    values: [
      [1, 4, 7, 9],
      [2, 5, 8, 9],
      [2, 5, 8, 9],
    ],
  });
  expect(series.read().seconds).toHaveLength(10);
});
