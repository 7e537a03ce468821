import type { Verdict } from '@touchstone/contracts/api-monitoring';
import { expect, test } from 'vitest';
import { judgeSlot, type SlotState } from './judge-slot.ts';

const letters: Record<string, Verdict> = { u: 'UP', g: 'DEGRADED', d: 'DOWN', '?': 'UNKNOWN' };
const letterOf = (verdict: Verdict) => Object.entries(letters).find(([, name]) => name === verdict)?.[0];

/** Checks in order, the resulting state after each; retried checks are in capitals. */
test.each([
  [0, '?', 'udu', 'udu'],
  [0, '?', 'd', 'd'],
  [1, '?', 'dd', '?d'],
  [1, 'u', 'dudud', 'uuuuu'],
  [1, 'u', 'ddu', 'udu'],
  [2, 'u', 'dddd', 'uudd'],
  [2, 'u', 'gdg', 'uug'],
  [1, 'u', 'gg', 'ug'],
  [1, 'g', 'dd', 'gd'],
  [1, 'g', 'du', 'gu'],
  [1, 'd', 'g', 'g'],
  [1, 'd', 'ggdd', 'gggd'],
  [3, 'u', '?', '?'],
  [1, 'd', '?d', '??'],
  [1, 'u', 'd?d', 'u??'],
])('with %i retries, standing at %s, checks %s are believed as %s', (retries, first, checks, believed) => {
  let state: SlotState = { verdict: letters[first] as Verdict, message: null, failures: 0 };
  let seen = '';
  for (const letter of checks) {
    const verdict = letters[letter] as Verdict;
    const judged = judgeSlot(state, { verdict, message: letter }, retries);
    expect(judged.isRetried).toBe(judged.state.failures > 0);
    if (!judged.isRetried) expect(judged.state.message).toBe(letter);
    state = judged.state;
    seen += letterOf(state.verdict);
  }
  expect(seen).toBe(believed);
});
