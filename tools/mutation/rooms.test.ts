import { expect, test } from 'vitest';
import { findRoom } from './rooms.ts';

test.each([
  ['engines/assert', 'engines/assert/src/core/**/*.ts', 'engines/assert/src/**/*.test.ts', 85],
  ['engines/assert/xpath1', 'engines/assert/src/core/xpath1/**/*.ts', 'engines/assert/src/**/*.test.ts', 85],
  ['engines/http/plan.ts', 'engines/http/src/core/plan.ts', 'engines/http/src/**/*.test.ts', 85],
  [
    'services/runs/domain',
    'apps/server/src/services/runs/domain/**/*.ts',
    'apps/server/src/services/runs/domain/**/*.test.ts',
    85,
  ],
  [
    'services/runs/app/start-run.ts',
    'apps/server/src/services/runs/app/start-run.ts',
    'apps/server/src/services/runs/**/*.test.ts',
    85,
  ],
  [
    'web/api-testing/run',
    'apps/web/src/features/api-testing/model/run/**/*.ts',
    'apps/web/src/features/api-testing/model/**/*.test.ts',
    70,
  ],
])('%s puts faults into %s', (name, faults, tests, threshold) => {
  const room = findRoom(name);
  expect(room).toMatchObject({ name, tests: [tests], threshold });
  expect(room?.faults[0]).toBe(faults);
  expect(room?.faults).toContain('!**/*.test.ts');
});

test('use cases need a database, the rules of pages a browser', () => {
  expect(findRoom('services/runs/app')).toMatchObject({ database: true, environment: 'node' });
  expect(findRoom('services/runs/domain')).toMatchObject({ database: false, environment: 'node' });
  expect(findRoom('web/api-testing')).toMatchObject({ database: false, environment: 'jsdom' });
});

test('scripts run in workers', () => {
  expect(findRoom('engines/script/guest')).toMatchObject({ inWorkers: true });
  expect(findRoom('engines/flow')).toMatchObject({ inWorkers: false });
});

test.each(['', 'engines', 'services/runs', 'services/runs/store', 'packages/report'])('"%s" is not a room', (name) => {
  expect(findRoom(name)).toBeUndefined();
});
