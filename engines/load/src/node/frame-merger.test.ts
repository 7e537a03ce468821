import { expect, test } from 'vitest';
import type { LoadFrame } from '../core/index.ts';
import { FrameMerger } from './frame-merger.ts';

function frame(second: number, name: string): LoadFrame {
  const health = { name, cpu: 0, eventLoopDelayMs: 0, lateIterations: 0, memoryBytes: 0 };
  return { second, scenarios: [], errors: [], generators: [health] };
}

test('emits one frame per second once all threads have delivered theirs', () => {
  const given: [number, string[]][] = [];
  const merger = new FrameMerger(2, ({ second, generators }) =>
    given.push([second, generators.map(({ name }) => name)]),
  );
  merger.add(0, frame(0, 'a'));
  merger.add(0, frame(1, 'a'));
  expect(given).toEqual([]);
  merger.add(1, frame(0, 'b'));
  merger.add(0, frame(2, 'a'));
  merger.ended(0);
  expect(given).toEqual([[0, ['a', 'b']]]);
  merger.add(1, frame(1, 'b'));
  merger.add(1, frame(2, 'b'));
  merger.add(1, frame(3, 'b'));
  merger.ended(1);
  expect(given).toEqual([
    [0, ['a', 'b']],
    [1, ['a', 'b']],
    [2, ['a', 'b']],
    [3, ['b']],
  ]);
});
