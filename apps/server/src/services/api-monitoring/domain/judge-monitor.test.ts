import type { Verdict } from '@touchstone/contracts/api-monitoring';
import { describe, expect, test } from 'vitest';
import { judgeMonitor, type Situation } from './judge-monitor.ts';

const letters: Record<string, Verdict> = { u: 'UP', g: 'DEGRADED', d: 'DOWN', '?': 'UNKNOWN' };
const slotsOf = (text: string, confirming?: string) => [
  ...[...text].map((letter, index) => ({
    region: text.length === 1 ? '' : `r${index + 1}`,
    isConfirming: false,
    verdict: letters[letter] as Verdict,
    message: letter === 'd' ? 'No answer.' : null,
  })),
  ...(confirming
    ? [{ region: 'far', isConfirming: true, verdict: letters[confirming] as Verdict, message: null }]
    : []),
];
const situation = (given: Partial<Situation>): Situation => ({
  slots: [],
  downIn: 1,
  isInMaintenance: false,
  canConfirm: true,
  openIncident: undefined,
  kind: 'http',
  ...given,
});
const open = { severity: 'DOWN' } as const;
const slow = { severity: 'DEGRADED' } as const;

describe('one region', () => {
  test.each([
    ['u', undefined, 'UP', undefined],
    ['d', undefined, 'DOWN', 'open'],
    ['g', undefined, 'DEGRADED', 'open'],
    ['?', undefined, 'UNKNOWN', undefined],
    ['d', open, 'DOWN', undefined],
    ['g', open, 'DEGRADED', undefined],
    ['u', open, 'UP', 'close'],
    ['?', open, 'UNKNOWN', undefined],
    ['d', slow, 'DOWN', 'worsen'],
    ['g', slow, 'DEGRADED', undefined],
    ['u', slow, 'UP', 'close'],
  ] as const)('%s with the incident %j: %s, %s', (text, openIncident, status, incident) => {
    expect(judgeMonitor(situation({ slots: slotsOf(text), openIncident }))).toMatchObject({ status, incident });
  });
});

describe('down in several of its regions', () => {
  test.each([
    ['ddd', 2, 'DOWN'],
    ['ddu', 2, 'DOWN'],
    ['duu', 2, 'DEGRADED'],
    ['duu', 1, 'DOWN'],
    ['guu', 2, 'DEGRADED'],
    ['uuu', 2, 'UP'],
    ['u??', 2, 'UP'],
    ['???', 2, 'UNKNOWN'],
    ['d??', 2, 'DEGRADED'],
    ['ddu', 3, 'DEGRADED'],
  ] as const)('%s, down from %i on: %s', (text, downIn, status) => {
    expect(judgeMonitor(situation({ slots: slotsOf(text), downIn })).status).toBe(status);
  });

  test('the text and the regions name the places', () => {
    const judged = judgeMonitor(situation({ slots: slotsOf('dud'), downIn: 2 }));
    expect(judged).toMatchObject({ text: 'r1: No answer. r3: No answer.', regions: ['r1', 'r3'] });
    const few = judgeMonitor(situation({ slots: slotsOf('duu'), downIn: 2 }));
    expect(few.text).toBe('No answer. Down in 1 of 3; it counts as down from 2 on.');
  });
});

describe('a confirming region', () => {
  test.each([
    ['d', '?', true, undefined, 'DEGRADED', undefined, 'ask'],
    ['d', 'd', true, undefined, 'DOWN', 'open', undefined],
    ['d', 'd', true, slow, 'DOWN', 'worsen', undefined],
    ['d', 'u', true, undefined, 'DEGRADED', undefined, 'ask'],
    ['d', '?', false, undefined, 'DOWN', 'open', undefined],
    ['d', 'u', true, open, 'DOWN', undefined, undefined],
    ['u', 'd', true, open, 'UP', 'close', 'forget'],
    ['u', '?', true, undefined, 'UP', undefined, undefined],
  ] as const)(
    '%s, far %s (runner: %s), incident %j: %s, %s, %s',
    (text, far, canConfirm, openIncident, status, incident, confirm) => {
      const judged = judgeMonitor(situation({ slots: slotsOf(text, far), canConfirm, openIncident }));
      expect(judged).toMatchObject({ status, incident, confirm });
    },
  );
});

describe('in a maintenance window', () => {
  test.each([
    ['d', undefined, undefined],
    ['g', undefined, undefined],
    ['d', slow, undefined],
    ['u', open, 'close'],
    ['d', open, undefined],
  ] as const)('%s with the incident %j: nothing alerts, %s', (text, openIncident, incident) => {
    const judged = judgeMonitor(situation({ slots: slotsOf(text), openIncident, isInMaintenance: true }));
    expect(judged).toMatchObject({ status: 'MAINTENANCE', incident });
  });
});
