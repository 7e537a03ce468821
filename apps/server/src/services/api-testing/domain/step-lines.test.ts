import type { ImportedStep } from '@touchstone/engine-import';
import { expect, test } from 'vitest';
import { readStepLines, stepLines } from './step-lines.ts';

const steps = Array.from({ length: 500 }, (_, index) => ({ id: String(index), name: `a\nb ${index}` }) as ImportedStep);

test('requests that were written are read back, one per piece', () => {
  const text = [...stepLines({ title: 'All\n' }, steps)].join('');
  const reading = readStepLines<{ title: string }>(text);
  let pieces = 0;
  let piece = reading.next();
  for (; !piece.done; piece = reading.next()) pieces += 1;
  expect(pieces).toBe(steps.length);
  expect(piece.value).toEqual({ head: { title: 'All\n' }, steps });
});

test('without requests there is only the head', () => {
  expect(readStepLines([...stepLines({ a: 1 }, [])].join('')).next()).toEqual({
    done: true,
    value: { head: { a: 1 }, steps: [] },
  });
});
