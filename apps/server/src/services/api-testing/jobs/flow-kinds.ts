import type { StepDetail } from '@touchstone/contracts/api-testing';
import type { FlowPort } from '@touchstone/contracts/flows';
import { type DataFileChoice, dataFileChoiceSchema } from '@touchstone/contracts/workspaces';
import type { FlowNode, Reference } from '@touchstone/engine-flow/core';
import { type AttemptEnd, type FlowAttempt, type FlowNodeKind, ofOutputTypes, textsOf } from '../../flows/index.ts';
import type { Run, Runs, RunViewer } from '../../runs/index.ts';
import { functionalKind, type PlanSuites } from '../app/executions/plan-suites.ts';
import type { DetectVariables } from '../app/suites/detect-variables.ts';
import type { OpenSuites } from '../app/suites/open-suites.ts';
import type { ReferenceHomes } from '../app/suites/reference-homes.ts';
import type { ScriptPaths } from '../app/suites/script-paths.ts';
import { dataFileProblems } from '../domain/data-file-problems.ts';
import { toStepDetail } from '../domain/stored-step.ts';

interface Needs {
  runs: Runs;
  access: OpenSuites;
  paths: ScriptPaths;
  homes: ReferenceHomes;
  detectVariables: DetectVariables;
  plan: PlanSuites;
}
const service = 'api-testing';
const ofEachRequest: FlowPort[] = [
  { name: 'statusCode', type: 'number', required: false },
  { name: 'durationMs', type: 'number', required: false },
];

/**
 * createFlowKinds returns workflow node kinds that run scripts and suites, each as a functional run below the
 * workflow's.
 */
export function createFlowKinds(needs: Needs): FlowNodeKind[] {
  const script = scriptKind(needs);
  return [script, suiteKind(needs, script)];
}

function scriptKind({ runs, access, paths, homes, detectVariables, plan }: Needs): FlowNodeKind {
  return {
    node: {
      kind: 'api-script',
      work: 'attempt',
      check: (node) => (idOf(node, 'scriptId') ? [] : [{ code: 'MISSING_SCRIPT', message: 'Choose a script.' }]),
      references: (node) => referenceTo(node, 'scriptId'),
    },
    title: 'API script',
    description: 'Sends the request of a script. Its variables are inputs, what it extracts are outputs.',
    group: 'script',
    service,
    hasOwnPorts: true,
    planChild: (attempt) => planChild(plan, attempt, { scriptIds: [idOf(attempt.node, 'scriptId')] }),
    readChild: (run, node) => readChild(runs, run, node),
    homesOf: homes.scripts,
    paths: paths.scripts,
    async portsOf(caller, { projectId, id, environmentId }) {
      const { document } = await access.openScript(caller, id, 'view');
      const extracted = document.dataHandlers?.map(({ name }) => name) ?? [];
      const input = { projectId, scriptId: id, ...(environmentId && { environmentId }) };
      return { inputs: await inputsOf(detectVariables, caller, input), outputs: outputsOf(extracted) };
    },
  };
}

function suiteKind({ runs, paths, homes, detectVariables, plan }: Needs, script: FlowNodeKind): FlowNodeKind {
  return {
    ...script,
    node: {
      kind: 'api-suite',
      work: 'attempt',
      check: (node) => [
        ...(idOf(node, 'suiteId') ? [] : [{ code: 'MISSING_SUITE', message: 'Choose a suite.' }]),
        ...dataFileProblems(node.settings.dataFile),
      ],
      references: (node) => referenceTo(node, 'suiteId'),
    },
    paths: paths.suites,
    title: 'API suite',
    description: 'Sends the requests of a suite in its order, once or for each row of a data file.',
    planChild(attempt) {
      const { dataFile } = attempt.node.settings;
      const rows = dataFile === undefined ? {} : { dataFile: dataFileChoiceSchema.parse(dataFile) };
      return planChild(plan, attempt, { suiteIds: [idOf(attempt.node, 'suiteId')], ...rows });
    },
    readChild: (run, node) => readChild(runs, run, node),
    homesOf: homes.suites,
    async portsOf(caller, { projectId, id, environmentId }) {
      const input = { projectId, suiteId: id, ...(environmentId && { environmentId }) };
      return { inputs: await inputsOf(detectVariables, caller, input), outputs: outputsOf([]) };
    },
  };
}

function idOf({ settings }: FlowNode, name: 'scriptId' | 'suiteId'): string {
  const id = settings[name];
  return typeof id === 'string' ? id : '';
}

const referenceTo = (node: FlowNode, name: 'scriptId' | 'suiteId'): Reference[] =>
  idOf(node, name) === '' ? [] : [{ type: 'script', id: idOf(node, name) }];

async function planChild(
  plan: PlanSuites,
  attempt: FlowAttempt,
  what: { scriptIds: string[] } | { suiteIds: string[]; dataFile?: DataFileChoice },
) {
  const { caller, projectId, node, inputs, environmentId } = attempt;
  const input = {
    projectId,
    name: node.name,
    given: textsOf(inputs),
    ...what,
    ...(environmentId && { environmentId }),
  };
  const { name, plan: runPlan, label, steps } = await plan(caller, input);
  return { kind: functionalKind, name, plan: runPlan, label, steps };
}

/** What the requests of a run extracted, and the last response. */
async function readChild(runs: Runs, run: Run, node: FlowNode): Promise<AttemptEnd> {
  const outputs: Record<string, unknown> = {};
  const failed: string[] = [];
  let last: StepDetail | undefined;
  for await (const step of runs.readSteps(run.runId)) {
    last = toStepDetail(step);
    for (const { name, value, found } of last.extracted) if (found) outputs[name] = value;
    // A block with a single script usually has its name.
    if (last.status !== 'passed' && last.message)
      failed.push(last.name === node.name ? last.message : `${last.name}: ${last.message}`);
  }
  if (last?.statusCode) outputs.statusCode = last.statusCode;
  if (last) outputs.durationMs = last.durationMs;
  const detail = { runId: run.runId, counts: run.counts };
  const wanted = ofOutputTypes(node, outputs);
  if (run.status === 'passed') return { outcome: 'passed', outputs: wanted, detail };
  return { outcome: 'failed', outputs: wanted, message: failed[0] ?? run.message, detail };
}

async function inputsOf(
  detectVariables: DetectVariables,
  caller: RunViewer,
  input: { projectId: string; scriptId?: string; suiteId?: string; environmentId?: string },
): Promise<FlowPort[]> {
  const found = await detectVariables(caller, input);
  return found
    .filter(({ name }) => !name.startsWith('$'))
    .map(({ name, defined }) => ({ name, type: 'string', required: !defined }));
}

const outputsOf = (names: readonly string[]): FlowPort[] => [
  ...[...new Set(names)].map((name): FlowPort => ({ name, type: 'string', required: false })),
  ...ofEachRequest,
];
