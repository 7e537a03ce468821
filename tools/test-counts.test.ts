import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findChromium } from './browsers/chromium.ts';
import { findFirefox } from './browsers/firefox.ts';
import { countPlaywright, countVitest } from './test-counts.ts';

test('a Vitest file that cannot be loaded or set up counts as a failure; failures are reported with their first reason', () => {
  const text = JSON.stringify({
    numPassedTests: 7,
    numFailedTests: 1,
    testResults: [
      {
        status: 'failed',
        assertionResults: [
          {
            status: 'failed',
            fullName: 'breaks',
            failureMessages: ['\u001b[31mError: no\u001b[39m\n\n  Expected: 1\n    at breaks.test.ts:3:4', 'later'],
          },
        ],
      },
      { name: '/shop/absent.test.ts', status: 'failed', message: 'Cannot find module', assertionResults: [] },
      {
        name: '/shop/late.test.ts',
        status: 'failed',
        message: 'Hook timed out in 10000ms.',
        assertionResults: [{ status: 'skipped', fullName: 'is not run', failureMessages: [] }],
      },
      {
        status: 'passed',
        assertionResults: [
          { status: 'passed', fullName: 'holds', failureMessages: [] },
          { status: 'passed', fullName: 'holds at last', failureMessages: ['not yet'] },
        ],
      },
    ],
  });
  expect(countVitest(text)).toEqual({
    passed: 7,
    failed: 3,
    failures: [
      { name: 'breaks', reason: 'Error: no Expected: 1' },
      { name: '/shop/absent.test.ts', reason: 'Cannot find module' },
      { name: '/shop/late.test.ts', reason: 'Hook timed out in 10000ms.' },
    ],
    secondTries: [{ name: 'holds at last', reason: 'not yet' }],
  });
});

test('a flaky browser test counts as passed, a global error as failed', () => {
  const spec = (title: string, status: string, ...messages: string[]) => ({
    title,
    tests: [{ status, results: messages.map((message) => ({ error: { message } })) }],
  });
  const text = JSON.stringify({
    stats: { expected: 3, unexpected: 1, flaky: 2 },
    errors: [{ message: 'no server' }],
    suites: [
      {
        specs: [spec('outer', 'flaky', 'too late', 'never')],
        suites: [{ specs: [spec('inner', 'flaky'), spec('sure', 'expected'), spec('wrong', 'unexpected', 'no')] }],
      },
    ],
  });
  expect(countPlaywright(text)).toEqual({
    passed: 5,
    failed: 2,
    failures: [
      { name: 'wrong', reason: 'no' },
      { name: 'Playwright', reason: 'no server' },
    ],
    secondTries: [
      { name: 'outer', reason: 'too late' },
      { name: 'inner', reason: '' },
    ],
    skipped: [],
  });
});

test('skipped browser tests are reported with their reason, each once', () => {
  const skipped = (title: string, description?: string) => ({
    title,
    tests: [{ status: 'skipped', annotations: [{ type: 'skip', ...(description && { description }) }] }],
  });
  const text = JSON.stringify({
    stats: { expected: 0, unexpected: 0, flaky: 0 },
    suites: [
      {
        specs: [skipped('one', 'No Firefox.'), skipped('two', 'No Firefox.')],
        suites: [{ specs: [skipped('three')] }],
      },
    ],
  });
  expect(countPlaywright(text)).toEqual({
    passed: 0,
    failed: 0,
    failures: [],
    secondTries: [],
    skipped: ['No Firefox.', 'three'],
  });
});

test.skipIf(process.platform === 'win32')('finds Firefox by variable first, then on the path', () => {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-firefox-'));
  try {
    for (const name of ['named', 'firefox-esr']) writeFileSync(join(folder, name), '', { mode: 0o755 });
    expect(findFirefox({ TOUCHSTONE_FIREFOX: join(folder, 'named'), PATH: folder })).toBe(join(folder, 'named'));
    expect(findFirefox({ PATH: folder })).toBe(join(folder, 'firefox-esr'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test.skipIf(process.platform === 'win32')('finds Chromium by variable first, then on the path', () => {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-chromium-'));
  try {
    const [named, onPath] = [join(folder, 'named'), join(folder, 'chromium-browser')];
    for (const file of [named, onPath]) writeFileSync(file, '');
    chmodSync(onPath, 0o755);
    expect(findChromium({ TOUCHSTONE_CHROMIUM: named, PATH: folder })).toBe(named);
    expect(findChromium({ TOUCHSTONE_CHROMIUM: join(folder, 'absent'), PATH: folder })).toBe(onPath);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test.skipIf(process.platform === 'win32')('of several browsers takes the least expensive', () => {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-chromium-'));
  try {
    for (const name of ['chromium', 'chromium-headless-shell']) writeFileSync(join(folder, name), '', { mode: 0o755 });
    expect(findChromium({ PATH: folder })).toBe(join(folder, 'chromium-headless-shell'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
