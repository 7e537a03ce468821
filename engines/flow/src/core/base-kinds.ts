import { dataKinds } from './data-kinds.ts';
import type { FlowNode } from './document.ts';
import type { NodeKind } from './node-kind.ts';
import { reference, text, texts, unless, whole } from './node-settings.ts';

const longestWaitMs = 30 * 86_400_000;
const waitMs = (node: FlowNode): number => whole(node, 'durationMs') ?? 0;
const parallelItems = (node: FlowNode): number => whole(node, 'parallel') ?? 1;

const recipients = (node: FlowNode): string[] => texts(node, 'to');

/** baseKinds are the kinds that every flow has. Services add theirs, such as script nodes. */
export const baseKinds: readonly NodeKind[] = [
  { kind: 'start', work: 'pass' },
  { kind: 'stop', work: 'stop' },
  { kind: 'comment', work: 'note' },
  { kind: 'data-hub', work: 'pass' },
  { kind: 'decision', work: 'pass' },
  { kind: 'join', work: 'pass' },
  ...dataKinds,
  {
    kind: 'script',
    work: 'attempt',
    check: (node) => unless(text(node, 'scriptId') !== '', 'MISSING_SCRIPT', 'Choose a script.'),
    references: (node) => reference('script', text(node, 'scriptId')),
  },
  {
    kind: 'performance-run',
    work: 'attempt',
    check: (node) => [
      ...unless(text(node, 'suiteId') !== '', 'MISSING_SUITE', 'Choose a suite.'),
      ...unless(node.settings.load !== undefined, 'MISSING_LOAD', 'Enter the load.'),
      ...unless(texts(node, 'thresholds').length > 0, 'MISSING_THRESHOLD', 'Add at least one threshold.'),
    ],
    references: (node) => reference('script', text(node, 'suiteId')),
  },
  {
    kind: 'wait',
    work: 'wait',
    waitMs,
    check: (node) =>
      unless(waitMs(node) > 0 && waitMs(node) <= longestWaitMs, 'WAIT_DURATION', 'Wait between 1 ms and 30 days.'),
  },
  {
    kind: 'send-email',
    work: 'attempt',
    check: (node) => unless(recipients(node).length > 0, 'EMAIL_WITHOUT_RECIPIENT', 'Add at least one recipient.'),
  },
  {
    kind: 'sub-workflow',
    work: 'attempt',
    check: (node) => unless(text(node, 'workflowId') !== '', 'MISSING_WORKFLOW', 'Choose a workflow.'),
    references: (node) => reference('workflow', text(node, 'workflowId')),
  },
  {
    kind: 'for-each',
    work: 'items',
    parallelItems,
    stopsAtFailure: (node) => node.settings.whenFailed !== 'continue',
    check: (node) => [
      ...unless(text(node, 'workflowId') !== '', 'MISSING_WORKFLOW', 'Choose a workflow to run for each row.'),
      ...unless(parallelItems(node) >= 1 && parallelItems(node) <= 100, 'ITEMS_PARALLEL', 'Run 1 to 100 rows at once.'),
      ...unless(
        node.inputs.some(({ type, required }) => type === 'table' && required),
        'ITEMS_WITHOUT_TABLE',
        'Add a required input of type table.',
      ),
    ],
    references: (node) => reference('workflow', text(node, 'workflowId')),
  },
  {
    kind: 'approval',
    work: 'signal',
    check: (node) => unless(recipients(node).length > 0, 'APPROVAL_WITHOUT_APPROVER', 'Add at least one approver.'),
  },
  { kind: 'webhook-wait', work: 'signal' },
];
