import { AppError } from '@touchstone/kernel';
import { expect, test } from 'vitest';
import { DatabaseUnavailable } from '../../../../platform/database/outage.ts';
import { platformErrors } from '../../../../platform/errors.ts';
import { createMakeCheck } from './make-check.ts';

const failed = (cause?: unknown) => new Error('Failed query: select "secret" from t\nparams: p', { cause });
/** Makes a check whose context can't be read. */
const checkThat = (error: Error) =>
  createMakeCheck({
    contexts: { contextFor: () => Promise.reject(error), ownerOf: () => Promise.reject(error) } as never,
    apiTesting: { scriptTargets: {} as never },
  })({
    place: { organizationId: 'o', projectId: 'p', environmentId: null },
    definition: { kind: 'tcp', host: 'shop.test', port: 1 } as never,
    owner: () => Promise.reject(error),
    timeoutMs: 1000,
    signal: new AbortController().signal,
  });

test('while the database is away there is no outcome, so the check is repeated', async () => {
  await expect(checkThat(failed(new DatabaseUnavailable('is stopping or starting')))).rejects.toThrow('Failed query');
});

const forbidden = new AppError(platformErrors.forbidden);
const broken = new AppError(platformErrors.internal);
test.each<[string, unknown, string, string]>([
  ['a failed statement is not shown', failed(), 'INTERNAL', platformErrors.internal.message],
  ['an expected failure is told', forbidden, forbidden.code, platformErrors.forbidden.message],
  [
    'a failure of the product is told as such',
    broken,
    'INTERNAL',
    `The check could not be made: ${platformErrors.internal.message}`,
  ],
  ['any other one with its reason', new Error('No secret.'), 'INTERNAL', 'The check could not be made: No secret.'],
  ['one that is no error too', 'Odd.', 'INTERNAL', 'The check could not be made: Odd.'],
])('%s', async (_name, error, code, message) => {
  expect(await checkThat(error as Error)).toEqual({
    verdict: 'UNKNOWN',
    code,
    message,
    durationMs: null,
    phases: {},
    findings: [],
    exchange: null,
    certificate: null,
    values: [],
  });
});
