import { afterEach, expect, test, vi } from 'vitest';
import { ofDurations, type Rollup } from '../../domain/rollup.ts';
import { levels, rollupsStore } from '../../store/rollups.store.ts';
import { pointsOf, readGroups, readSteps } from './read-rollups.ts';

afterEach(() => vi.restoreAllMocks());

const counts = { up: 1, degraded: 0, down: 0, unknown: 0, retried: 0 };
const inMaintenance = { maintenanceUp: 0, maintenanceDown: 0, maintenanceUnknown: 0 };
const step = (monitorId: string, at: string, durations: number[] = []) => ({
  monitorId,
  region: '',
  at: new Date(at),
  ...counts,
  ...inMaintenance,
  durations,
});
const at = (text: string) => new Date(`2026-03-${text}Z`);
/** After all spans of the tests. */
const later = at('31T12:00:00');

/** The roll-ups read for a span, and the step length in seconds. */
async function read(from: string, to: string, now = later) {
  const parts: string[] = [];
  vi.spyOn(rollupsStore, 'of').mockImplementation(async (_sql, _ids, level, first, end) => {
    const name = level === levels.day ? 'days' : 'hours';
    parts.push(`${name} ${first.toISOString().slice(8, 16)} ${end.toISOString().slice(8, 16)}`);
    return [];
  });
  vi.spyOn(rollupsStore, 'countSteps').mockImplementation(async (_sql, _span, seconds) => {
    parts.push(`checks of ${seconds} s`);
    return [];
  });
  const { stepSeconds } = await readSteps({} as never, 'm', { from: at(from), to: at(to) }, now);
  return [stepSeconds, ...parts];
}

test.each([
  ['an hour', '10T11:00:00', '10T12:00:00', [60, 'checks of 60 s']],
  ['more than an hour', '10T11:00:00', '10T12:00:01', [300, 'checks of 300 s']],
  ['six hours', '10T06:00:00', '10T12:00:00', [300, 'checks of 300 s']],
  ['more than six hours', '10T05:30:00', '10T12:00:00', [3600, 'hours 10T05:00 10T12:00']],
  ['fourteen days', '01T10:20:00', '15T10:20:00', [3600, 'hours 01T10:00 15T10:20']],
  [
    'more than fourteen days',
    '01T10:20:00',
    '15T10:21:00',
    [86_400, 'hours 01T10:00 02T00:00', 'days 02T00:00 15T00:00', 'hours 15T00:00 15T10:21'],
  ],
  ['whole days', '01T00:00:00', '20T00:00:00', [86_400, 'days 01T00:00 20T00:00']],
] as const)('a span of %s is read from what is fine enough', async (_name, from, to, expected) => {
  expect(await read(from, to)).toEqual(expected);
});

test('days that ended less than an hour ago are counted from their hours', async () => {
  const early = await read('01T00:00:00', '20T00:30:00', at('20T00:30:00'));
  expect(early).toEqual([86_400, 'days 01T00:00 19T00:00', 'hours 19T00:00 20T00:30']);
  const late = await read('01T00:00:00', '20T01:30:00', at('20T01:30:00'));
  expect(late).toEqual([86_400, 'days 01T00:00 20T00:00', 'hours 20T00:00 20T01:30']);
});

test('single checks are grouped by monitor and by time on request', async () => {
  vi.spyOn(rollupsStore, 'countSteps').mockResolvedValue([
    step('a', '2026-03-10T11:00:00Z', [1000]),
    step('a', '2026-03-10T11:01:00Z', [3000]),
    step('b', '2026-03-10T11:01:00Z'),
  ]);
  const span = { from: at('10T11:00:00'), to: at('10T12:00:00') };
  const groups = readGroups({} as never, ['a', 'b'], span, { now: later, fine: true });
  expect(groups.stepSeconds).toBe(60);
  const shown = (all: Map<string, Rollup>) => [...all].map(([key, { up, count, sumUs }]) => [key, up, count, sumUs]);
  expect(shown(await groups.byMonitor())).toEqual([
    ['a', 2, 2, 4000],
    ['b', 1, 0, 0],
  ]);
  expect(shown(await groups.byTime())).toEqual([
    [String(at('10T11:00:00').getTime()), 1, 1, 1000],
    [String(at('10T11:01:00').getTime()), 2, 1, 3000],
  ]);
});

test('without monitors nothing is read', async () => {
  const span = { from: at('01T00:00:00'), to: at('20T00:00:00') };
  const groups = readGroups({} as never, [], span, { now: later });
  expect([await groups.byMonitor(), await groups.byTime(), groups.stepSeconds]).toEqual([new Map(), new Map(), 86_400]);
});

test.each([
  [1, 13, true],
  [2, 20_000, true],
  [3, 20_001, false],
])('percentiles over time are left out where they would be slow: case %i', async (_case, monitors, expected) => {
  const asked: boolean[] = [];
  vi.spyOn(rollupsStore, 'sums').mockImplementation(async (_sql, _of, _by, percentiles) => {
    asked.push(percentiles === true);
    return [];
  });
  const ids = Array.from({ length: monitors }, (_, index) => String(index));
  const span = { from: at('10T00:00:00'), to: at('10T02:00:00') };
  await readGroups({} as never, ids, span, { now: later }).byTime();
  expect(asked).toEqual([expected]);
});

test('the points of a graph are in chronological order', () => {
  const rollup = (durations: number[]) => ({ ...counts, ...inMaintenance, ...ofDurations(durations) }) as Rollup;
  const [second, first] = [at('10T11:01:00'), at('10T11:00:00')].map((one) => String(one.getTime()));
  const points = pointsOf(
    new Map([
      [second ?? '', rollup([4000])],
      [first ?? '', rollup([])],
    ]),
  );
  expect(points.map(({ at: when, averageMs }) => [when.slice(11, 16), averageMs])).toEqual([
    ['11:00', null],
    ['11:01', 4],
  ]);
});
