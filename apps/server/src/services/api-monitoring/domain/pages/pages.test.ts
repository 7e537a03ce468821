import { expect, test } from 'vitest';
import { prometheusText } from '../prometheus.ts';
import { fillDays, percentText, uptimeOf, worstOf } from './page-model.ts';
import { contrastOf, pageStyle, readableOn } from './page-style.ts';

test.each([
  [null, 'no data'],
  [100, '100 %'],
  [99.9999, '99.999 %'],
  [99.5, '99.5 %'],
  [99, '99 %'],
  [0, '0 %'],
])('%s is written as %s', (percent, text) => {
  expect(percentText(percent)).toBe(text);
});

test('slow counts as available; without data there is no figure', () => {
  expect(uptimeOf([{ day: 'd', up: 8, degraded: 1, down: 1 }])).toBe(90);
  expect(uptimeOf([{ day: 'd', up: 0, degraded: 0, down: 0 }])).toBeNull();
});

test('bars have 90 days, the last is today', () => {
  const days = fillDays([{ day: '2026-03-01', up: 1, degraded: 0, down: 0 }], new Date('2026-03-02T23:59:59Z'));
  expect([days.length, days[0]?.day, days.at(-1)?.day, days.at(-2)?.up]).toEqual([90, '2025-12-03', '2026-03-02', 1]);
});

test('a page has the worst status of its items', () => {
  expect(worstOf(['up', 'degraded', 'unknown'])).toBe('degraded');
  expect(worstOf(['up', 'maintenance'])).toBe('maintenance');
  expect(worstOf(['up', 'unknown'])).toBe('up');
  expect(worstOf([])).toBe('unknown');
});

test.each(['#ffff00', '#000000', '#1971c2', '#808080', '#ffffff'])(
  '%s becomes readable on light and dark',
  (colour) => {
    for (const paper of ['#ffffff', '#16181c'])
      expect(contrastOf(readableOn(colour, paper), paper)).toBeGreaterThanOrEqual(4.5);
  },
);

test('every colour of a page is readable on its background', () => {
  for (const [appearance, paper] of [
    ['light', '#ffffff'],
    ['dark', '#16181c'],
  ] as const) {
    const style = pageStyle({ accent: '#ffd43b', appearance });
    for (const name of ['ink', 'quiet', 'accent', 'up', 'degraded', 'down', 'maintenance', 'unknown']) {
      const colour = new RegExp(`--${name}:(#[0-9a-f]{6})`).exec(style)?.[1] ?? paper;
      expect([name, contrastOf(colour, paper) >= 4.5]).toEqual([name, true]);
    }
  }
});

test('metrics are in the text format, with escaped labels', () => {
  const row = {
    id: 'm',
    name: 'a"b\\c\nd',
    kind: 'http',
    status: 'DEGRADED',
    collection: 'Default',
    region: '',
    verdict: 'DEGRADED',
    lastAt: new Date(5000),
    lastDurationMs: 250,
    good: 3,
    bad: 1,
    p95Ms: 300,
  };
  const text = prometheusText([row, { ...row, region: 'eu', verdict: 'DOWN', lastDurationMs: null }]);
  const labels = 'monitor_id="m",monitor="a\\"b\\\\c\\nd",kind="http",collection="Default"';
  for (const line of [
    `touchstone_monitor_status{${labels},status="degraded"} 1`,
    `touchstone_monitor_status{${labels},status="up"} 0`,
    `touchstone_monitor_up{${labels},region="any"} 1`,
    `touchstone_monitor_up{${labels},region="eu"} 0`,
    `touchstone_monitor_last_check_timestamp_seconds{${labels},region="eu"} 5`,
    `touchstone_monitor_last_duration_seconds{${labels},region="any"} 0.25`,
    `touchstone_monitor_uptime_ratio{${labels}} 0.75`,
    `touchstone_monitor_duration_p95_seconds{${labels}} 0.3`,
  ])
    expect(text.split('\n')).toContain(line);
  expect(text.match(/^# TYPE /gm)).toHaveLength(6);
});
