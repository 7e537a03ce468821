import type { RunAnswer } from '@touchstone/contracts/runs';
import type {
  Baseline,
  FailedStep,
  ManagementTool,
  RepositoryModule,
  RepositoryProject,
  RepositoryScript,
  RepositoryStep,
  RunConfiguration,
  ScriptStepResult,
  ScriptSteps,
  StepHealing,
  TestReport,
  UnitRecording,
} from '@touchstone/contracts/web-testing';
import type { Variable } from '@touchstone/contracts/workspaces';
import { newStep, type Step } from '@touchstone/engine-keyword/core';
import { teamId } from '../../../ui/testing/show-page.tsx';

/** An id that ends in a number. */
export const id = (number: number): string => `01900000-0000-7000-8000-${String(number).padStart(12, '0')}`;
const at = '2026-11-20T10:00:00.000Z';

/** A project with a module. */
export const projectOf = (given: Partial<RepositoryProject> = {}): RepositoryProject => ({
  uuid: id(1),
  projectId: id(1),
  projectName: 'Shop',
  projectDescription: '',
  workspaceType: 'SHARED',
  workspacePlan: 'PRO',
  teamId,
  role: 'OWNER',
  moduleCount: 1,
  scriptCount: 2,
  collaborations: [],
  createdAt: at,
  updatedAt: at,
  ...given,
});

/** A module with two scripts. */
export const moduleOf = (given: Partial<RepositoryModule> = {}): RepositoryModule => ({
  uuid: id(2),
  moduleName: 'Checkout',
  description: '',
  projectUUID: id(1),
  scriptCount: 2,
  createdAt: at,
  updatedAt: at,
  ...given,
});

/** A script that has never run. */
export const scriptOf = (given: Partial<RepositoryScript> = {}): RepositoryScript => ({
  uuid: id(3),
  testScriptName: 'Buy a lamp',
  objective: '',
  moduleUUID: id(2),
  moduleName: 'Checkout',
  projectUUID: id(1),
  tagName: ['smoke'],
  isLocked: false,
  lockedBy: null,
  isReusable: false,
  sequenceId: 1,
  stepCount: 2,
  revision: 4,
  dataTableUUID: null,
  lastRun: null,
  createdBy: 'Ada Admin',
  createdDate: at,
  modifiedBy: 'Ada Admin',
  modifiedDate: at,
  ...given,
});

/** A variable of the project. */
export const variableOf = (name: string, value: string): Variable => ({
  variableId: id(60),
  name,
  isSecret: false,
  value,
  enabled: true,
  description: '',
  environmentId: null,
  suiteId: null,
  updatedAt: at,
});

/** A step as returned by calls. */
export const stepOf = (name: string, keyword: string, given: Partial<Step> = {}) =>
  newStep(name, keyword, given) as RepositoryStep;

/** A run configuration with two targets. */
export const configurationOf = (given: Partial<RunConfiguration> = {}): RunConfiguration => ({
  uuid: id(81),
  projectUUID: id(1),
  name: 'Nightly',
  environmentUUID: null,
  targets: [
    { browser: 'chromium', viewport: { width: 1280, height: 720 } },
    { browser: 'firefox', device: 'Pixel 7' },
  ],
  timeoutMs: 10_000,
  retries: 1,
  parallel: 4,
  evidence: 'failure',
  infrastructure: null,
  recording: 'none',
  healing: 'suggest',
  updatedBy: 'Ada Admin',
  updatedAt: at,
  ...given,
});

/** Where faults are reported. */
export const toolOf = (given: Partial<ManagementTool> = {}): ManagementTool => ({
  uuid: id(85),
  projectUUID: id(1),
  name: 'Issues',
  settings: { tool: 'GITHUB', address: 'https://github.com/acme/shop' },
  updatedBy: 'Ada Admin',
  updatedAt: at,
  ...given,
});

/** Steps of the script. */
export const stepsOf = (steps: RepositoryStep[], given: Partial<ScriptSteps> = {}): ScriptSteps => ({
  scriptUUID: id(3),
  revision: 4,
  steps,
  problems: [],
  ...given,
});

/** A dry run that has ended. */
export const runOf = (given: Partial<RunAnswer> = {}): RunAnswer =>
  ({
    runId: id(9),
    projectId: id(1),
    kind: 'web-script',
    kindTitle: 'Web test',
    name: 'Buy a lamp',
    number: 7,
    label: null,
    commit: null,
    status: 'failed',
    executionStatus: 'Failed',
    message: null,
    counts: { total: 2, queued: 0, running: 0, passed: 1, failed: 1, error: 0, skipped: 0, cancelled: 0 },
    startedBy: 'Ada Admin',
    createdAt: at,
    startedAt: at,
    finishedAt: at,
    durationMs: 1200,
    attempt: 1,
    retryNumber: 0,
    retryOf: null,
    parentRunId: null,
    canRetry: true,
    link: '/web-testing/web-final-result',
    ...given,
  }) as RunAnswer;

/** An accepted baseline. */
export const baselineOf = (given: Partial<Baseline> = {}): Baseline => ({
  uuid: id(91),
  projectUUID: id(1),
  scriptUUID: id(3),
  testScriptName: 'Buy a lamp',
  name: 'Cart',
  target: 'Chromium · 1280 × 720',
  versionCount: 1,
  current: {
    version: 1,
    width: 1280,
    height: 720,
    sizeBytes: 20_480,
    acceptedBy: 'Ada Admin',
    acceptedAt: at,
    isReviewed: true,
    runId: id(9),
  },
  ...given,
});

/** The result of a step of the run. */
export const resultOf = (sourceStepId: string, given: Partial<ScriptStepResult> = {}): ScriptStepResult =>
  ({
    stepId: `run-${sourceStepId}`,
    index: 0,
    kind: 'step',
    title: 'Click Sign in',
    subtitle: '',
    badges: [],
    parentId: null,
    isContainer: false,
    status: 'passed',
    message: null,
    durationMs: 42,
    startedAt: at,
    finishedAt: at,
    sourceStepId,
    keyword: 'click',
    target: 0,
    functionUUID: null,
    unit: '0',
    path: [],
    expected: null,
    actual: null,
    locatorUsed: null,
    attempts: [],
    isFlaky: false,
    measure: null,
    violations: [],
    picture: null,
    healing: null,
    console: [],
    failedRequests: [],
    attachments: [],
    ...given,
  }) as ScriptStepResult;

/** A page of the report of the run. */
export const reportOf = (steps: ScriptStepResult[], recordings: UnitRecording[] = []): TestReport => ({
  run: runOf(),
  targets: [{ browser: 'chromium', viewport: { width: 1280, height: 720 }, device: null }],
  environmentName: null,
  infrastructure: null,
  isDryRun: true,
  scripts: [{ scriptUUID: id(3), testScriptName: 'Buy a lamp', moduleName: 'Checkout' }],
  steps,
  recordings,
  totalElements: steps.length,
  page: 0,
  size: 200,
});

/** The element found in place of a button. */
export const healingOf = (given: Partial<StepHealing> = {}): StepHealing => ({
  verdict: 'unsure',
  isUsed: false,
  foundBy: null,
  wanted: { name: 'Pay', locators: [{ by: 'css', value: '#pay' }], frame: [] },
  suspects: [
    {
      target: { name: 'Pay now', locators: [{ by: 'role', value: 'button', name: 'Pay now' }], frame: [] },
      probability: 0.984,
      evidence: [
        { trait: 'role', was: 'button', is: 'button', likeness: 1, weight: 3 },
        { trait: 'text', was: 'Pay', is: 'Pay now', likeness: 0.7, weight: 2 },
        { trait: 'id', was: 'pay', is: '', likeness: 0, weight: -1 },
      ],
      box: { x: 640, y: 180, width: 128, height: 36 },
    },
    {
      target: { name: 'Cancel', locators: [{ by: 'css', value: '#cancel' }], frame: [] },
      probability: 0.41,
      evidence: [],
      box: { x: 800, y: 180, width: 128, height: 36 },
    },
  ],
  ...given,
});

/** The failed step that looked for it. */
export const failedStepOf = (given: Partial<FailedStep> = {}): FailedStep => ({
  ...healingOf(),
  known: [],
  script: { uuid: id(3), name: 'Buy a lamp' },
  testFunction: null,
  sourceStepId: 'pay',
  state: 'open',
  chosen: null,
  accepted: null,
  others: 3,
  mayChange: true,
  lockedBy: null,
  ...given,
});
