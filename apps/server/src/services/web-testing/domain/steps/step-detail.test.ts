import type { RunEvent } from '@touchstone/engine-keyword/core';
import { expect, test } from 'vitest';
import type { PlanRow } from '../plan-rows.ts';
import { blocksOf, detailOf, findingsOf, noDetail, type StepDetail } from './step-detail.ts';
import { rowTitle } from './step-title.ts';

type Finished = Extract<RunEvent, { type: 'stepFinished' }>;
const finished = (given: object = {}): Finished =>
  ({ type: 'stepFinished', isFlaky: false, iteration: null, ...given }) as unknown as Finished;
const row = {
  step: { id: 'pay', keyword: 'click' },
  unit: { key: '0.1' },
  target: 2,
  functionId: null,
  path: ['Shop', 'Row 1'],
} as unknown as PlanRow;
const container = { ...row, step: null, unit: null };

test('a step that ended without findings has its place and nothing else', () => {
  const place = { sourceStepId: 'pay', keyword: 'click', target: 2, unit: '0.1', path: ['Shop', 'Row 1'] };
  expect(detailOf(row, finished(), null)).toEqual({ ...noDetail, ...place });
  expect(detailOf(container, finished(), null)).toEqual({ ...noDetail, target: 2, path: ['Shop', 'Row 1'] });
  expect(noDetail).toMatchObject({ path: [], attempts: [], violations: [], console: [], failedRequests: [] });
});

test('a round of a loop is a part of the path', () => {
  expect(detailOf(row, finished({ iteration: 3 }), null).path).toEqual(['Shop', 'Row 1', 'Round 3']);
});

test.each([
  [10_000, 'x'.repeat(10_000)],
  [10_001, `${'x'.repeat(9999)}…`],
])('of %i characters of a value as many are kept as fit', (length, kept) => {
  const value = 'x'.repeat(length);
  expect(detailOf(row, finished({ expected: value, actual: value }), null)).toMatchObject({
    expected: kept,
    actual: kept,
  });
});

test('empty values are values', () => {
  expect(detailOf(row, finished({ expected: '', actual: '' }), null)).toMatchObject({ expected: '', actual: '' });
});

test.each([
  [{ by: 'css', value: '#pay' }, 'css=#pay'],
  [{ by: 'role', value: 'button', name: 'Pay' }, 'role=button name="Pay"'],
])('%j is shown as %s', (locatorUsed, shown) => {
  expect(detailOf(row, finished({ locatorUsed }), null).locatorUsed).toBe(shown);
});

test('tries keep how they ended; an empty message is none', () => {
  const attempts = [
    { status: 'failed', message: 'Not found.', durationMs: 5, picture: 'p' },
    { status: 'passed', message: '', durationMs: 6 },
  ];
  expect(detailOf(row, finished({ attempts, isFlaky: true }), null)).toMatchObject({
    attempts: [
      { status: 'failed', message: 'Not found.', durationMs: 5 },
      { status: 'passed', message: null, durationMs: 6 },
    ],
    isFlaky: true,
  });
});

test('failed requests are listed separately from console messages', () => {
  const log = [
    { kind: 'console', level: 'error', text: 'GET /x is not a request' },
    { kind: 'request', level: 'error', text: 'POST https://shop.test/pay net::ERR_FAILED\nat line 2' },
    { kind: 'request', level: 'error', text: 'something odd' },
  ];
  expect(detailOf(row, finished({ log }), null)).toMatchObject({
    console: [{ level: 'error', text: 'GET /x is not a request' }],
    failedRequests: [
      { method: 'POST', url: 'https://shop.test/pay', reason: 'net::ERR_FAILED\nat line 2' },
      { method: '', url: 'something odd', reason: '' },
    ],
  });
});

const detail = (given: Partial<StepDetail>): StepDetail => ({ ...noDetail, path: ['Shop', 'Pay'], ...given });

test('a comparison of runs shows the values that exist', () => {
  expect(findingsOf(detail({ expected: '', actual: '5', locatorUsed: 'css=#pay' }))).toEqual({
    path: ['Shop', 'Pay'],
    values: [
      { label: 'Expected', text: '' },
      { label: 'Actual', text: '5' },
      { label: 'Found by', text: 'css=#pay' },
    ],
  });
  expect(findingsOf(detail({})).values).toEqual([]);
});

test('a report shows nothing of a step without findings', () => {
  expect(blocksOf(detail({}), 'passed')).toEqual([]);
  expect(blocksOf(detail({ attempts: [{ status: 'passed', message: null, durationMs: 1 }] }), 'passed')).toEqual([]);
});

test.each<[Partial<StepDetail>, string, object]>([
  [{ expected: '4' }, 'failed', { status: 'failed', title: 'Pay', expected: '4', actual: '' }],
  [{ actual: '5' }, 'passed', { status: 'passed', title: 'Pay', expected: '', actual: '5' }],
  [{ expected: '4', path: [] }, 'passed', { status: 'passed', title: '', expected: '4', actual: '' }],
])('a report shows %j of a step that %s', (given, status, check) => {
  expect(blocksOf(detail(given), status)).toEqual([{ type: 'checks', title: 'Expected and actual', checks: [check] }]);
});

test('a report shows all other findings', () => {
  const violation = (count: number) => ({
    rule: 'label',
    impact: 'serious',
    help: 'Fields have labels',
    helpUrl: 'https://help.test',
    elements: [{ selector: '#a', snippet: '<input>' }],
    count,
  });
  const found = detail({
    violations: [violation(1), violation(3)] as StepDetail['violations'],
    attempts: [
      { status: 'failed', message: 'Not found.', durationMs: 5 },
      { status: 'passed', message: null, durationMs: 6 },
    ],
    locatorUsed: 'css=#pay',
    failedRequests: [{ method: 'GET', url: '/x', reason: 'refused' }],
    console: [{ level: 'error', text: 'Oh no' }],
  });
  const check = {
    status: 'failed',
    title: 'Fields have labels (label)',
    subject: 'serious',
    expected: 'https://help.test',
  };
  expect(blocksOf(found, 'failed')).toEqual([
    {
      type: 'checks',
      title: 'Accessibility',
      checks: [
        { ...check, actual: '#a  <input>' },
        { ...check, actual: '#a  <input>\n2 more elements' },
      ],
    },
    {
      type: 'list',
      title: 'Tries',
      items: [
        { strong: '1', text: 'failed', detail: 'Not found.' },
        { strong: '2', text: 'passed' },
      ],
    },
    { type: 'values', title: 'Element', values: [{ name: 'Found by', text: 'css=#pay' }] },
    {
      type: 'table',
      title: 'Failed requests',
      columns: ['Method', 'Address', 'Reason'],
      rows: [['GET', '/x', 'refused']],
    },
    { type: 'text', title: 'What the page wrote', lines: ['error: Oh no'] },
  ]);
  expect(blocksOf(found, 'passed')[0]).toMatchObject({ checks: [{ status: 'passed' }, { status: 'passed' }] });
});

test.each([
  [{ user: '', city: 'Rome', age: '7', sex: 'f' }, 'Row 4: Rome, 7'],
  [{ user: '' }, 'Row 4'],
  [{ user: 'x'.repeat(193) }, `Row 4: ${'x'.repeat(193)}`],
  [{ user: 'x'.repeat(194) }, `Row 4: ${'x'.repeat(192)}…`],
])('a row with %j has a title', (values, title) => {
  expect(rowTitle({ number: 4, values })).toBe(title);
});
