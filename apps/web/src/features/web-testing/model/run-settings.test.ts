import { type RunSettings, usualRunSettings } from '@touchstone/contracts/web-testing';
import { expect, test } from 'vitest';
import { draftOf, problemOf, settingsOf, withTarget } from './run-settings.ts';

const settings: RunSettings = {
  targets: [
    { browser: 'chromium', viewport: { width: 390, height: 844 } },
    { browser: 'chromium', viewport: { width: 1000, height: 700 } },
    { browser: 'firefox', device: 'Pixel 7' },
  ],
  timeoutMs: 5000,
  retries: 2,
  parallel: 8,
  evidence: 'always',
  infrastructure: null,
  recording: 'failed',
  healing: 'heal',
};

test.each([[settings], [usualRunSettings]])('settings survive the round trip through a form', (given) => {
  const draft = draftOf(given);
  expect(settingsOf(draft)).toEqual(given);
  expect(problemOf(draft)).toBeUndefined();
});

test('a new target has the browser of the last one, and a size that is not used there yet', () => {
  const [desktop] = draftOf().targets;
  const two = withTarget(desktop ? [desktop] : []);
  expect(two.map(({ browser, screen }) => [browser, screen])).toEqual([
    ['chromium', '1280x720'],
    ['chromium', '1920x1080'],
  ]);
  const many = withTarget(withTarget(withTarget(two)));
  expect(many.at(-1)?.screen).toBe('custom');
  expect(new Set(many.map(({ key }) => key)).size).toBe(5);
});

test.each([
  [{ targets: [...draftOf().targets, ...draftOf().targets] }, 'Each target can occur once'],
  [{ timeoutMs: '' }, 'A step has at least 100 ms'],
  [{ parallel: 9 }, 'At most 8 scripts run at the same time'],
])('problems are reported: %j', (patch, message) => {
  expect(problemOf({ ...draftOf(), ...patch })).toBe(message);
});

test('a custom size without a width is refused', () => {
  const targets = draftOf(settings).targets.map((one) => (one.screen === 'custom' ? { ...one, width: '' } : one));
  expect(problemOf({ ...draftOf(), targets })).toBe('A page is at least 200 pixels wide');
});
