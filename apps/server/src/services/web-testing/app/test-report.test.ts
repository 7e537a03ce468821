import { newId } from '@touchstone/kernel';
import { beforeEach, expect, test } from 'vitest';
import type { RunKind, RunsDoor } from '../../runs/index.ts';
import type { Actor } from '../../workspaces/index.ts';
import { noDetail } from '../domain/steps/step-detail.ts';
import { createTestRuns } from './test-runs.ts';

const ada = { userId: 'u', name: 'Ada', organizationId: 'o' } as Actor;
const runId = newId();
const createdAt = new Date('2026-01-05T12:00:00Z');
const run = {
  runId,
  organizationId: 'o',
  projectId: 'p',
  kind: 'web',
  name: 'Pay',
  number: 3,
  status: 'failed',
  label: { targets: [] },
  origin: { label: null, commit: null },
  message: null,
  parentRunId: null,
  attempt: 1,
  createdBy: 'u',
  createdByName: 'Grace',
  createdAt,
  startedAt: createdAt,
  finishedAt: null,
  counts: {},
};
const target = { browser: 'firefox', viewport: { width: 800, height: 600 }, device: null };
const plan = {
  targets: [target],
  infrastructure: 'lab',
  environmentName: 'Staging',
  isDryRun: true,
  recording: 'failed',
  scripts: [{ scriptId: 's', name: 'Pay', moduleName: 'Checkout', steps: [], table: null, isRunByRow: false }],
};
const step = (stepId: string, index: number, given: object = {}) => ({
  stepId,
  index,
  parentId: null,
  kind: 'step',
  title: stepId,
  status: 'passed',
  message: null,
  durationMs: 5,
  startedAt: createdAt,
  outcome: null,
  summary: null,
  ...given,
});
const file = (attachmentId: string, stepId: string | null) => ({ runId, attachmentId, stepId, createdAt });

/** What the run has, and what was asked of it. */
let stored: { plan: object; steps: object[]; details: object[]; files: object[] };
let asked: unknown[];
beforeEach(() => {
  stored = { plan, steps: [], details: [], files: [] };
  asked = [];
});

const report = (given: { status?: 'failed'; page?: number; size?: number } = {}) =>
  createTestRuns({
    platform: {} as never,
    runs: {
      open: async (_caller: Actor, _id: string, need: string) => {
        asked.push(need);
        return run;
      },
      planOf: async () => stored.plan,
      listSteps: async (...filter: unknown[]) => {
        asked.push(...filter);
        return { content: stored.steps, totalElements: 12 };
      },
      getSteps: async (_id: string, ids: string[]) => {
        asked.push(ids);
        return stored.details;
      },
      listAttachments: async () => {
        asked.push('files');
        return { content: stored.files };
      },
      present: (_run: object, { title }: { title: string }) => ({ title: `Step ${title}`, subtitle: '', badges: [] }),
    } as unknown as RunsDoor,
    kind: { kind: 'web', title: 'Script', executionStatus: () => 'Fail' } as unknown as RunKind,
    recordings: {
      list: async () => {
        asked.push('recordings');
        return [{ unit: '1' }] as never;
      },
    },
  }).report(ada, { runId, page: 0, size: 10, ...given });

test('a report shows the run as it was planned, and a page of its steps', async () => {
  const { run: shown, ...rest } = await report({ status: 'failed', page: 1, size: 5 });
  expect(shown).toMatchObject({ runId, executionStatus: 'Fail', startedBy: 'Grace' });
  expect(rest).toEqual({
    targets: [target],
    infrastructure: 'lab',
    environmentName: 'Staging',
    isDryRun: true,
    scripts: [{ scriptUUID: 's', testScriptName: 'Pay', moduleName: 'Checkout' }],
    steps: [],
    recordings: [{ unit: '1' }],
    totalElements: 12,
    page: 1,
    size: 5,
  });
  expect(asked).toEqual(['view', { runId, status: 'failed' }, { page: 1, size: 5 }, [], 'recordings']);
});

test.each([['none'], [undefined]])('a report of a run with the recording mode %s lists no recordings', async (mode) => {
  const { recording: _mode, infrastructure: _label, ...older } = plan;
  stored.plan = { ...older, ...(mode && { recording: mode }) };
  expect(await report()).toMatchObject({ recordings: [], infrastructure: null });
  expect(asked).toEqual(['view', { runId }, { page: 0, size: 10 }, []]);
});

test('a step has what was planned, what happened, and its own pictures', async () => {
  const hasPicture = { outcome: { hasPicture: true } };
  stored.steps = [
    step('row', -1, { kind: 'row', startedAt: null, durationMs: null }),
    step('click', 0, { ...hasPicture, parentId: 'row', summary: { keyword: 'click', target: 1, unit: '1' } }),
    step('type', 1, { outcome: { hasPicture: false }, summary: { keyword: 'type' } }),
  ];
  stored.details = [{ stepId: 'click', detail: { ...noDetail, keyword: 'click', expected: 'a', actual: 'b' } }];
  stored.files = [file('1', 'click'), file('2', 'type'), file('3', 'click'), file('4', null)];
  const { steps } = await report();
  const common = { ...noDetail, subtitle: '', badges: [], status: 'passed', message: null, kind: 'step' };
  const startedAt = createdAt.toISOString();
  const ended = { durationMs: 5, startedAt, isContainer: false };
  const ofRow = { kind: 'row', durationMs: null, startedAt: null, isContainer: true };
  const pictures = ['1', '3'].map((attachmentId) => ({ attachmentId, stepId: 'click', createdAt: startedAt }));
  expect(steps).toEqual([
    { ...common, ...ofRow, stepId: 'row', title: 'Step row', index: -1, parentId: null, attachments: [] },
    {
      ...common,
      ...ended,
      stepId: 'click',
      title: 'Step click',
      index: 0,
      parentId: 'row',
      keyword: 'click',
      expected: 'a',
      actual: 'b',
      attachments: pictures,
    },
    {
      ...common,
      ...ended,
      stepId: 'type',
      title: 'Step type',
      index: 1,
      parentId: null,
      keyword: 'type',
      attachments: [],
    },
  ]);
  expect(asked.slice(3)).toEqual([['row', 'click', 'type'], 'files', 'recordings']);
});

test('a report shows how a step was healed, without what elements looked like', async () => {
  const element = { elementId: 'e', fingerprint: { tag: 'button' } };
  const healing = { verdict: 'sure', isUsed: true, foundBy: 'css=a', wanted: element, suspects: [], extra: 'hidden' };
  stored.steps = [step('click', 0)];
  stored.details = [{ stepId: 'click', detail: { ...noDetail, healing } }];
  const [shown] = (await report()).steps;
  expect(shown?.healing).toMatchObject({ verdict: 'sure', isUsed: true, foundBy: 'css=a', suspects: [] });
  expect(shown?.healing).not.toHaveProperty('extra');
  expect(JSON.stringify(shown)).not.toContain('button');
});
