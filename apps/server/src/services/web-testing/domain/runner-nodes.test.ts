import { expect, test } from 'vitest';
import { nodesOf, toFarmRunner } from './runner-nodes.ts';

const chromium = { name: 'chromium', version: '156.0' };
const firefox = { name: 'firefox', version: null };

test('runners are grouped by their labels, with the browsers that any of them has', () => {
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

test('without runners there is only the group of all runners', () => {
  expect(nodesOf([])).toEqual([{ label: null, runners: 0, browsers: [] }]);
});

test('a runner is shown with its machine, browsers and places, as far as it has reported them', () => {
  const places = { total: 2, taken: 1, waiting: 0 };
  const facts = { browsers: [chromium], browserPlaces: { host: 'build-3', system: 'linux', ...places } };
  expect(toFarmRunner({ labels: ['eu'], facts })).toEqual({
    host: 'build-3',
    system: 'linux',
    labels: ['eu'],
    browsers: [chromium],
    places,
  });
  expect(toFarmRunner({ labels: [], facts: {} })).toEqual({
    host: '',
    system: '',
    labels: [],
    browsers: [],
    places: null,
  });
});
