import type { StepDetail } from '@touchstone/contracts/api-testing';
import { expect, test } from 'vitest';
import { scriptOutcome } from './script-outcome.ts';

const step = (status: StepDetail['status'], answered: number | null, kinds: string[] = []): StepDetail =>
  ({
    status,
    message: status === 'passed' ? null : 'It is not so.',
    durationMs: 12,
    assertions: kinds.map((kind) => ({ kind, path: null, status: 'passed', message: null })),
    exchange: {
      request: { method: 'GET', url: 'http://x.test/', headers: [], body: null },
      response:
        answered === null
          ? null
          : { status: answered, headers: [], body: { text: '', sizeBytes: 0, truncated: false } },
    },
  }) as unknown as StepDetail;

test.each([
  ['passed', 200, [], 'UP', null],
  ['passed', 399, [], 'UP', null],
  ['passed', 400, [], 'DOWN', 'STATUS'],
  ['passed', 503, ['jsonPath'], 'DOWN', 'STATUS'],
  ['passed', 404, ['status'], 'UP', null],
  ['failed', 200, ['jsonPath'], 'DOWN', 'ASSERTION'],
  ['error', null, [], 'DOWN', 'ERROR'],
  ['skipped', null, [], 'UNKNOWN', 'SKIPPED'],
] as const)('a script that %s with status %s and assertions %j is %s', (status, answered, kinds, verdict, code) => {
  expect(scriptOutcome(step(status, answered, [...kinds]))).toMatchObject({ verdict, code });
});
