import { baseKinds } from '@touchstone/engine-flow/core';
import type { FlowNodeLook } from '../../../shared/flows/flow-node-look.ts';
import { BlockKinds, type OfferedKind } from '../model/kinds.ts';

const titles: Record<string, string> = {
  start: 'Start',
  stop: 'Stop',
  comment: 'Comment',
  'data-hub': 'Data Hub',
  decision: 'Decision',
  join: 'Join',
  script: 'API script',
  http: 'HTTP request',
  javascript: 'JavaScript',
  'sql-query': 'Database query',
  'csv-data': 'CSV data',
  'performance-run': 'Performance run',
  wait: 'Wait',
  'send-email': 'Send email',
  'sub-workflow': 'Workflow',
  'for-each': 'For each row',
  approval: 'Approval',
  'webhook-wait': 'Wait for webhook',
};
const groups: Record<string, OfferedKind['group']> = { script: 'script', 'data-hub': 'data', 'send-email': 'message' };

/** Node kinds as a server offers them. */
export const offeredKinds: readonly OfferedKind[] = baseKinds.map(({ kind, work }) => ({
  kind,
  title: titles[kind] ?? kind,
  description: `${titles[kind] ?? kind} in a workflow`,
  group: groups[kind] ?? 'control',
  service: kind === 'script' ? 'API Testing' : 'Workflow',
  work,
  unavailable: null,
  ports: { inputs: [], outputs: [] },
  hasOwnPorts: ['script', 'data-hub', 'http', 'javascript', 'sql-query'].includes(kind),
}));

/** The engine's kinds with the given looks. */
export const blockKinds = (looks: readonly FlowNodeLook[] = []): BlockKinds =>
  new BlockKinds(offeredKinds, looks, baseKinds);
