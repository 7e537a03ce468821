import { performanceConfigurationSchema } from '@touchstone/contracts/api-testing';
import type { FlowNode, KindProblem } from '@touchstone/engine-flow/core';
import { parseThreshold } from '@touchstone/engine-load/core';
import type { Platform } from '../../../platform/platform.ts';
import { type ApiTesting, dataFileProblems } from '../../api-testing/index.ts';
import { type AttemptEnd, engineKind, type FlowNodeKind } from '../../flows/index.ts';
import type { Run } from '../../runs/index.ts';
import type { PlanPerformance } from '../app/plan-performance.ts';
import { performanceKind } from '../domain/kinds.ts';
import { performanceStore } from '../store/performance.store.ts';
import { performanceOptionsSchema } from './performance-options.ts';

interface Needs {
  platform: Platform;
  homes: ApiTesting['homes'];
  paths: ApiTesting['paths'];
  plan: PlanPerformance;
}

/**
 * createFlowKind returns a workflow node kind that runs a suite under load, as a performance run below the workflow's;
 * it passes if its thresholds are met.
 */
export function createFlowKind({ platform, homes, paths, plan }: Needs): FlowNodeKind {
  const engine = engineKind('performance-run');
  return {
    node: { ...engine, check: (node) => [...(engine.check?.(node) ?? []), ...configurationProblems(node)] },
    title: 'Performance run',
    description: 'Runs a suite under load and passes when its thresholds hold.',
    group: 'script',
    service: 'api-testing',
    hasOwnPorts: false,
    ports: {
      inputs: [],
      outputs: ['p50Ms', 'p95Ms', 'p99Ms', 'errorRate', 'requests', 'requestsPerSecond'].map((name) => ({
        name,
        type: 'number' as const,
        required: false,
      })),
    },
    async planChild({ caller, projectId, node, environmentId, key }) {
      const input = {
        projectId,
        name: node.name,
        suiteIds: [suiteIdOf(node)],
        ...(environmentId && { environmentId }),
      };
      const { dataFile } = node.settings;
      const options = performanceOptionsSchema.parse({ performance: configurationOf(node), dataFile });
      const { name, plan: runPlan, label, steps } = await plan(caller, { ...input, ...options }, { runId: key });
      return { kind: performanceKind, name, plan: runPlan, label, steps };
    },
    readChild: (run) => readChild(platform, run),
    homesOf: homes.suites,
    paths: paths.suites,
  };
}

const suiteIdOf = ({ settings: { suiteId } }: FlowNode): string => (typeof suiteId === 'string' ? suiteId : '');
const expressionsOf = ({ settings: { thresholds } }: FlowNode): string[] =>
  Array.isArray(thresholds) ? thresholds.filter((one) => typeof one === 'string') : [];
const configurationOf = (node: FlowNode) => ({
  load: node.settings.load,
  thresholds: expressionsOf(node).map((expression) => ({ expression })),
  dataMode: node.settings.dataMode,
});

/** Mistakes in the thresholds, the data file and, if set, the load. */
function configurationProblems(node: FlowNode): KindProblem[] {
  const problems: KindProblem[] = expressionsOf(node).flatMap((expression) => {
    const parsed = parseThreshold(expression);
    return 'problem' in parsed ? [{ code: 'INVALID_THRESHOLD', message: `${expression}: ${parsed.problem}` }] : [];
  });
  problems.push(...dataFileProblems(node.settings.dataFile));
  if (node.settings.load === undefined) return problems;
  const read = performanceConfigurationSchema.safeParse(configurationOf(node));
  const fault = read.error?.issues[0];
  return fault ? [...problems, { code: 'INVALID_LOAD', message: `Correct the load: ${fault.message}` }] : problems;
}

async function readChild({ database }: Platform, run: Run): Promise<AttemptEnd> {
  const row = await performanceStore.find(database.sql, run.runId);
  const total = row?.totals?.total;
  const broken = row?.totals?.thresholds.filter(({ passed }) => !passed) ?? [];
  const outputs = total && {
    p50Ms: total.latency.p50,
    p95Ms: total.latency.p95,
    p99Ms: total.latency.p99,
    errorRate: total.count === 0 ? 0 : total.failed / total.count,
    requests: total.count,
    requestsPerSecond: total.rate,
  };
  const detail = { runId: run.runId, thresholds: row?.totals?.thresholds ?? [] };
  const end = { detail, ...(outputs && { outputs }) };
  if (run.status === 'passed') return { outcome: 'passed', ...end };
  const message = broken.map((threshold) => threshold.message).join(' ') || run.message;
  return { outcome: 'failed', message, ...end };
}
