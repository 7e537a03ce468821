import { expect, test } from 'vitest';
import { nodesOf } from './runner-nodes.ts';

const chromium = { name: 'chromium', version: '156.0' };
const firefox = { name: 'firefox', version: null };

test('runners are gathered by their labels, with the browsers that any of them has', () => {
  expect(
    nodesOf([
      { labels: ['eu', 'big'], facts: { browsers: [chromium] } },
      { labels: ['eu'], facts: { browsers: [chromium, firefox] } },
      { labels: [], facts: {} },
    ]),
  ).toEqual([
    { label: null, runners: 3, browsers: [chromium, firefox] },
    { label: 'big', runners: 1, browsers: [chromium] },
    { label: 'eu', runners: 2, browsers: [chromium, firefox] },
  ]);
});

test('without a runner there is nothing but that', () => {
  expect(nodesOf([])).toEqual([{ label: null, runners: 0, browsers: [] }]);
});
