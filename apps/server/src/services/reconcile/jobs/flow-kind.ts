import type { ReconcileCounts } from '@touchstone/contracts/reconcile';
import type { FlowNode } from '@touchstone/engine-flow/core';
import type { Platform } from '../../../platform/platform.ts';
import { type AttemptEnd, type FlowNodeKind, findHomes, textsOf } from '../../flows/index.ts';
import type { Run } from '../../runs/index.ts';
import type { OpenReconciliation } from '../app/open-reconciliation.ts';
import type { PlanReconciliation } from '../app/plan-reconciliation.ts';
import type { ReconciliationPaths } from '../app/reconciliation-paths.ts';
import { resultsStore } from '../store/results.store.ts';
import { reconcileKind } from './reconcile-run.ts';

interface Needs {
  platform: Platform;
  access: OpenReconciliation;
  paths: ReconciliationPaths;
  plan: PlanReconciliation;
}

/** Counts that are outputs of a node. */
const countNames = [
  'apiRows',
  'databaseRows',
  'matched',
  'equal',
  'different',
  'onlyInApi',
  'onlyInDatabase',
] as const satisfies (keyof ReconcileCounts)[];

/**
 * createFlowKind returns a workflow node kind that compares an API with a database, as a run below the workflow's; it
 * passes if both match.
 */
export function createFlowKind({ platform, access, paths, plan }: Needs): FlowNodeKind {
  return {
    node: {
      kind: 'reconcile',
      work: 'attempt',
      check: (node) =>
        idOf(node) === '' ? [{ code: 'MISSING_RECONCILIATION', message: 'Choose a reconciliation.' }] : [],
      references: (node) => (idOf(node) === '' ? [] : [{ type: 'reconciliation', id: idOf(node) }]),
    },
    title: 'Reconciliation',
    description: 'Compares the rows of an API with those of a database; its inputs are variables there.',
    group: 'data',
    service: 'api-testing',
    hasOwnPorts: true,
    ports: {
      inputs: [],
      outputs: [
        { name: 'agrees', type: 'boolean', required: false },
        { name: 'summary', type: 'string', required: false },
        ...countNames.map((name) => ({ name, type: 'number' as const, required: false })),
      ],
    },
    async planChild({ caller, projectId, node, inputs, environmentId }) {
      const input = { projectId, reconciliationId: idOf(node), environmentId, given: textsOf(inputs) };
      const { plan: runPlan, label, steps } = await plan(caller, input);
      return { kind: reconcileKind, name: node.name, plan: runPlan, label, steps };
    },
    readChild: (run) => readChild(platform, run),
    paths,
    homesOf: (caller, projectId, ids) => findHomes(projectId, ids, (id) => access.open(caller, id, 'view')),
  };
}

function idOf({ settings: { reconciliationId } }: FlowNode): string {
  return typeof reconciliationId === 'string' ? reconciliationId : '';
}

async function readChild({ database }: Platform, run: Run): Promise<AttemptEnd> {
  const { found } = (await resultsStore.find(database.sql, run.runId)) ?? {};
  const outputs = found && {
    agrees: found.agrees,
    summary: found.summary,
    ...Object.fromEntries(countNames.map((name) => [name, found.counts[name]])),
  };
  const end = { detail: { runId: run.runId }, ...(outputs && { outputs }) };
  return run.status === 'passed' ? { outcome: 'passed', ...end } : { outcome: 'failed', message: run.message, ...end };
}
