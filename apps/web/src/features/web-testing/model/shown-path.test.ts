import type { PlannedTarget } from '@touchstone/contracts/web-testing';
import { expect, test } from 'vitest';
import { shownPath } from './shown-path.ts';

const desktop: PlannedTarget = { browser: 'chromium', viewport: { width: 1280, height: 720 }, device: null };
const phone: PlannedTarget = { ...desktop, device: 'Pixel 7' };
const script = { scriptUUID: 's', testScriptName: 'Pay', moduleName: 'Shop' };
const inBoth = ['Chromium · Pixel 7', 'Pay', 'Loop'];

test.each([
  ['one script and target', ['Pay', 'Loop'], [desktop], [script], false, ['Loop']],
  ['several scripts', ['Pay', 'Loop'], [desktop], [script, script], false, ['Pay', 'Loop']],
  ['several targets', inBoth, [desktop, phone], [script], false, ['Chromium · Pixel 7', 'Loop']],
  ['several of both', inBoth, [desktop, phone], [script, script], false, inBoth],
  ['a chosen target', inBoth, [desktop, phone], [script, script], true, ['Pay', 'Loop']],
  ['a step that has not run', [], [desktop, phone], [script], false, ['Chromium · Pixel 7']],
])('the path of %s', (_what, path, targets, scripts, isOfOneTarget, expected) => {
  expect(shownPath({ path, target: 1 }, { targets, scripts }, isOfOneTarget)).toEqual(expected);
});
