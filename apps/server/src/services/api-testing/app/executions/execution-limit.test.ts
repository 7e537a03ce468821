import { FakeClock } from '@touchstone/kernel';
import { expect, test } from 'vitest';
import { createExecutionLimit } from './execution-limit.ts';

/** A limit with a number of runs already used, and what was counted. */
function limited(limit: number | null, used: number, now: string) {
  const counted: unknown[] = [];
  const assertWithinLimit = createExecutionLimit({
    platform: { clock: new FakeClock(now) } as never,
    limitOf: async (...asked: unknown[]) => {
      counted.push(asked);
      return limit;
    },
    runs: {
      statistics: {
        countSince: async (organizationId: string, since: Date) => {
          counted.push([organizationId, since.toISOString()]);
          return used;
        },
      },
    } as never,
  });
  return { start: () => assertWithinLimit({ organizationId: 'o' }), counted };
}

test.each([
  [3, 0, true],
  [3, 2, true],
  [3, 3, false],
  [3, 4, false],
  [0, 0, false],
  [null, 1000, true],
])('with a limit of %s and %i runs today, another run may start: %s', async (limit, used, isAllowed) => {
  const { start } = limited(limit, used, '2026-03-04T05:06:07.008Z');
  if (isAllowed) expect((await start()).quota?.most ?? null).toBe(limit);
  else await expect(start()).rejects.toMatchObject({ status: 403, code: 'API_TESTING_EXECUTION_LIMIT' });
});

test.each([
  ['2026-03-04T00:00:00.000Z', '2026-03-04T00:00:00.000Z'],
  ['2026-03-04T23:59:59.999Z', '2026-03-04T00:00:00.000Z'],
])('at %s, runs of the organization count since midnight UTC', async (now, since) => {
  const { start, counted } = limited(9, 1, now);
  await start();
  expect(counted).toEqual([
    ['o', 'EXECUTIONS_PER_DAY'],
    ['o', since],
  ]);
});
