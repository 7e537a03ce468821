import type { StepDetail } from '@touchstone/contracts/api-testing';
import { expect, test } from 'vitest';
import type { StoredStep } from '../../runs/index.ts';
import { planContainer, presentStep, searchTextOf, toRecord, toStepDetail, toStepSummary } from './stored-step.ts';

const stored = (given: Partial<StoredStep> = {}): StoredStep => ({
  runId: 'run',
  index: 4,
  stepId: 'step',
  kind: 'request',
  title: 'List orders',
  parentId: null,
  groupId: 'suite',
  sourceId: 'script',
  status: 'passed',
  message: null,
  retryable: true,
  attempt: 1,
  durationMs: 12,
  startedAt: null,
  finishedAt: null,
  position: 4,
  repeatOf: null,
  summary: { suiteId: 'suite', suiteName: 'Orders', scriptId: 'script', method: 'GET', url: '{{baseUrl}}/orders' },
  outcome: null,
  ...given,
});
const outcome = {
  method: 'GET',
  url: 'https://a.test/orders',
  statusCode: 200,
  durationMs: 11,
  assertionsPassed: 2,
  assertionsFailed: 1,
  attempt: 2,
};

test('a step that did not run shows its plan', () => {
  const { stepId, index, kind, title, summary } = stored();
  expect(toStepSummary({ stepId, index, kind, title, summary })).toEqual({
    stepId: 'step',
    index: 4,
    name: 'List orders',
    suiteId: 'suite',
    suiteName: 'Orders',
    scriptId: 'script',
    method: 'GET',
    url: '{{baseUrl}}/orders',
    status: 'queued',
    statusCode: null,
    durationMs: null,
    assertionsPassed: 0,
    assertionsFailed: 0,
    message: null,
    attempt: 0,
  });
});

test('a step that ran shows what was sent, in place of the plan', () => {
  const step = stored({
    status: 'failed',
    message: 'Wrong status',
    outcome: { ...outcome, occurrence: 2, position: 7 },
  });
  expect(toStepSummary(step)).toEqual({
    stepId: 'step',
    index: 4,
    name: 'List orders',
    suiteId: 'suite',
    suiteName: 'Orders',
    scriptId: 'script',
    status: 'failed',
    message: 'Wrong status',
    ...outcome,
    occurrence: 2,
    position: 7,
  });
  expect(toStepSummary(stored({ outcome: null }))).toMatchObject({ durationMs: 12, status: 'passed' });
});

test.each([
  ['script', 'HTTP'],
  ['database', 'QUERY'],
  ['javascript', 'JS'],
])('a prerequisite of the kind %s shows %s instead of a method', (action, method) => {
  const step = stored({ kind: 'prerequisite', summary: { action, scriptId: 's' }, outcome: { source: 'select 1' } });
  expect(toStepSummary(step)).toMatchObject({
    suiteId: null,
    suiteName: 'Prerequisites',
    scriptId: 's',
    method,
    url: 'select 1',
  });
});

test.each(['suite', 'iteration'])('a %s shows its title alone', (kind) => {
  expect(presentStep(stored({ kind, title: 'Orders', outcome }))).toEqual({
    title: 'Orders',
    subtitle: '',
    badges: [],
  });
});

test.each([
  ['that ran', outcome, 'https://a.test/orders', ['GET', '200']],
  ['without a response', { ...outcome, statusCode: null }, 'https://a.test/orders', ['GET']],
  ['that did not run', null, '{{baseUrl}}/orders', ['GET']],
])('a request %s is shown with address, method and status', (_case, result, subtitle, badges) => {
  expect(presentStep(stored({ outcome: result }))).toEqual({ title: 'List orders', subtitle, badges });
});

const empty = { startedAt: null, exchange: null, assertions: [], extracted: [], unresolved: [], error: null };

test('a step that never ran has an empty detail', () => {
  const step = stored({ status: 'skipped' });
  expect(toStepDetail({ ...step, detail: null })).toEqual({ ...empty, ...toStepSummary(step) });
});

const recorded: StepDetail = {
  ...toStepSummary(stored({ outcome })),
  ...empty,
  startedAt: '2026-03-01T10:00:00.000Z',
  exchange: {
    request: { method: 'GET', url: 'https://a.test/orders', headers: [] },
    redirects: [],
  },
  unresolved: [{ name: 'user', place: 'url' }],
};

test.each<[string, Partial<StepDetail>]>([
  ['what every step has', {}],
  ['further executions', { occurrence: 2, position: 7 }],
  ['a position of 0', { occurrence: 0, position: 0 }],
  ['earlier attempts and what scripts said', { earlierAttempts: [], nextStep: 'Pay', logs: ['hello'] }],
  ['that a script ended the sequence', { nextStep: null }],
])('the record of a request is read back completely: %s', (_case, given) => {
  const detail = { ...recorded, ...given };
  const record = toRecord({ kind: 'request' }, detail);
  expect(record).toMatchObject({ title: detail.name, searchText: 'List orders\nhttps://a.test/orders', message: null });
  expect(toStepDetail({ ...stored(), outcome: record.outcome, detail: record.detail })).toEqual(detail);
});

test('lists need no detail, and the detail does not repeat what lists show', () => {
  const { outcome: listed, detail } = toRecord({ kind: 'request' }, recorded);
  expect(Object.keys(listed as object).filter((key) => key in (detail as object))).toEqual([]);
  expect(listed).toEqual(outcome);
  expect(Object.keys(detail as object).toSorted()).toEqual(Object.keys(empty).toSorted());
});

test.each([
  ['a prerequisite that sent nothing', 'prerequisite', null, { source: 'https://a.test/orders' }],
  ['a prerequisite that sent a request', 'prerequisite', recorded.exchange, { method: 'GET', url: outcome.url }],
  ['a request without a response', 'request', null, { method: 'GET', url: outcome.url }],
])('%s keeps what it did', (_case, kind, exchange, kept) => {
  const { outcome: listed } = toRecord({ kind }, { ...recorded, exchange });
  const { method: _method, url: _url, ...rest } = outcome;
  expect(listed).toEqual({ ...rest, ...kept });
});

test('the search covers name and address', () => {
  expect(searchTextOf('List', 'https://a.test/')).toBe('List\nhttps://a.test/');
});

test('a container is planned without any action', () => {
  expect(planContainer({ stepId: 's', parentId: null, kind: 'suite', title: 'Orders' }, 'suite')).toEqual({
    stepId: 's',
    parentId: null,
    kind: 'suite',
    title: 'Orders',
    isContainer: true,
    groupId: 'suite',
    sourceId: null,
    plan: {},
    summary: {},
  });
});
