import { type RunSettings, usualRunSettings } from '@touchstone/contracts/test-repository';
import { expect, test } from 'vitest';
import { settingsOf } from './run-settings.ts';

const nightly: RunSettings = {
  targets: [{ browser: 'firefox', device: 'iPhone 15 Pro' }],
  timeoutMs: 5000,
  retries: 2,
  parallel: 4,
  evidence: 'always',
  infrastructure: null,
  recording: 'failed',
  healing: 'heal',
};
const small = { width: 390, height: 844 };

test.each([
  ['nothing', {}, undefined, usualRunSettings],
  ['a configuration', {}, nightly, nightly],
  [
    'settings besides a configuration',
    { retries: 0, evidence: 'failure' as const, recording: 'none' as const },
    nightly,
    { retries: 0, evidence: 'failure', recording: 'none', parallel: 4 },
  ],
  ['targets', { targets: nightly.targets }, undefined, { targets: nightly.targets, timeoutMs: 10_000 }],
  [
    'a browser',
    { browser: 'firefox' as const },
    nightly,
    { targets: [{ browser: 'firefox', viewport: { width: 1280, height: 720 } }] },
  ],
  ['a viewport', { viewport: small }, undefined, { targets: [{ browser: 'chromium', viewport: small }] }],
])('a run that is told %s', (_what, given, configuration, expected) => {
  expect(settingsOf(given, configuration)).toMatchObject(expected);
});
