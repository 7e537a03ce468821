import type { LiveNews, ScriptStepResult } from '@touchstone/contracts/web-testing';

/** triedResult shows how a step ended in an open browser as results of runs are shown. */
export const triedResult = ({
  stepId,
  status,
  message,
  expected,
  actual,
}: Extract<LiveNews, { type: 'tried' }>): ScriptStepResult => ({
  stepId: `tried-${stepId}`,
  index: 0,
  kind: 'step',
  title: '',
  subtitle: '',
  badges: [],
  parentId: null,
  isContainer: false,
  status: status as ScriptStepResult['status'],
  message: message || null,
  durationMs: null,
  startedAt: null,
  sourceStepId: stepId,
  keyword: null,
  path: [],
  expected,
  actual,
  locatorUsed: null,
  attempts: [],
  isFlaky: false,
  console: [],
  failedRequests: [],
  attachments: [],
});
