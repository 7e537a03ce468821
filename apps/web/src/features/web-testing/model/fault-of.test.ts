import { expect, test } from 'vitest';
import { id, reportOf, resultOf } from '../testing/mocks.ts';
import { faultOf } from './fault-of.ts';

const failed = resultOf('b', {
  title: 'Verify Text',
  message: 'The text of Total is "€ 41.00", not "€ 42.00".',
  expected: '€ 42.00',
  actual: '',
  path: ['Buy a lamp', 'For Each'],
});

test('a fault says what failed, in which browser and run, and where to see it', () => {
  expect(faultOf({ ...reportOf([failed]), environmentName: 'Staging' }, failed, 'https://t.test')).toEqual({
    title: 'Buy a lamp: Verify Text',
    text: 'The text of Total is "€ 41.00", not "€ 42.00".\nExpected: € 42.00\nActual: ',
    source: [
      'Browser: Chromium · 1280 × 720',
      'Environment: Staging',
      'Run: Buy a lamp #7, 2026-11-20 10:00 UTC',
      `https://t.test/web-testing/web-final-result?run=${id(9)}&step=run-b`,
    ].join('\n'),
  });
});

test('with several targets it names the target of the step, and the script', () => {
  const report = reportOf([failed]);
  const phone = { browser: 'firefox', viewport: { width: 412, height: 839 }, device: 'Pixel 7' } as const;
  const inPhone = {
    ...failed,
    target: 1,
    path: ['Firefox · Pixel 7', 'Pay'],
    message: null,
    expected: null,
    actual: null,
  };
  const fault = faultOf({ ...report, targets: [...report.targets, phone] }, inPhone, 'https://t.test');
  expect(fault.title).toBe('Pay: Verify Text');
  expect(fault.text).toBe('');
  expect(fault.source).toContain('Browser: Firefox · Pixel 7');
});
