import type { FlowPort, FlowPorts } from '@touchstone/contracts/flows';
import { isOneWay, runSettings, twoWays } from '@touchstone/contracts/test-repository';
import type { FlowNode, KindProblem } from '@touchstone/engine-flow/core';
import type { ScriptVariables } from '@touchstone/engine-keyword/core';
import { z } from 'zod';
import type { Platform } from '../../../platform/platform.ts';
import {
  type AttemptEnd,
  asText,
  type FlowAttempt,
  type FlowNodeKind,
  findHomes,
  ofOutputTypes,
} from '../../flows/index.ts';
import type { Run, RunsDoor, RunViewer } from '../../runs/index.ts';
import type { Repository } from '../../test-repository/index.ts';
import type { PlannedVariable, Variables } from '../../workspaces/index.ts';
import type { PlanScripts } from '../app/plan-scripts.ts';
import { keptValues } from '../domain/kept-variables.ts';
import { webScriptKind } from './web-script-kind.ts';

interface Needs {
  platform: Pick<Platform, 'secrets'>;
  repository: Pick<Repository, 'open' | 'paths' | 'variablesOf'>;
  variables: Pick<Variables, 'plan'>;
  runs: Pick<RunsDoor, 'listSteps' | 'sourceResults' | 'stateOf'>;
  plan: PlanScripts;
}

const { environmentId: _ofTheNode, ...settings } = runSettings;
const settingsSchema = z.object(settings).refine(isOneWay, twoWays);

const numbers = (...names: string[]): FlowPort[] => names.map((name) => ({ name, type: 'number', required: false }));
/** Outputs that every run has. A variable with one of these names isn't passed on. */
const ofEachRun: FlowPort[] = [
  { name: 'status', type: 'string', required: false },
  ...numbers('steps', 'passedSteps', 'failedSteps', 'skippedSteps', 'durationMs'),
];
const ofSuites: FlowPort[] = [...ofEachRun, ...numbers('scripts', 'failedScripts')];
const reserved: ReadonlySet<string> = new Set(ofSuites.map(({ name }) => name));

/**
 * createFlowKinds returns workflow node kinds that run scripts and suites in browsers, each as a run below the
 * workflow's.
 */
export function createFlowKinds(needs: Needs): FlowNodeKind[] {
  const { repository } = needs;
  return [
    {
      ...kindOf(needs, {
        kind: 'web-script',
        setting: 'scriptId',
        missing: { code: 'MISSING_SCRIPT', message: 'Choose a script.' },
        variables: repository.variablesOf.ofScript,
        ports: ofEachRun,
        open: repository.open.script,
        chosen: (id) => ({ scriptUUIDs: [id] }),
      }),
      title: 'Web script',
      description: 'Runs a script in a browser. Its variables are inputs, what it sets are outputs.',
      paths: repository.paths.scripts,
    },
    {
      ...kindOf(needs, {
        kind: 'web-suite',
        setting: 'suiteId',
        missing: { code: 'MISSING_SUITE', message: 'Choose a suite.' },
        variables: repository.variablesOf.ofSuite,
        ports: ofSuites,
        open: repository.open.suite,
        chosen: (id) => ({ scriptUUIDs: [], suiteUUID: id }),
      }),
      title: 'Web suite',
      description: 'Runs the scripts of a suite in a browser, in their order.',
      paths: repository.paths.suites,
    },
  ];
}

/** How the two kinds differ. */
interface Variant {
  kind: string;
  /** The setting that names what to run. */
  setting: 'scriptId' | 'suiteId';
  missing: KindProblem;
  variables: (caller: RunViewer, id: string) => Promise<ScriptVariables>;
  ports: FlowPort[];
  open: (caller: RunViewer, id: string, need: 'view') => Promise<{ projectId: string }>;
  chosen: (id: string) => { scriptUUIDs: string[]; suiteUUID?: string };
}

function kindOf(needs: Needs, variant: Variant): Omit<FlowNodeKind, 'title' | 'description'> {
  const idOf = (node: FlowNode): string => asText(node.settings[variant.setting]);
  return {
    node: {
      kind: variant.kind,
      work: 'attempt',
      check: (node) => [...(idOf(node) === '' ? [variant.missing] : []), ...settingProblems(node)],
      references: (node) => (idOf(node) === '' ? [] : [{ type: 'script', id: idOf(node) }]),
    },
    group: 'script',
    service: 'web-testing',
    hasOwnPorts: true,
    planChild: (attempt) => planChild(needs, attempt, variant.chosen(idOf(attempt.node))),
    readChild: (run, node) => readChild(needs, run, { node, isSuite: variant.setting === 'suiteId' }),
    homesOf: (caller, projectId, ids) => findHomes(projectId, ids, (id) => variant.open(caller, id, 'view')),
    portsOf: (caller, reference) => portsOf(needs, caller, { ...reference, variant }),
  };
}

function settingProblems(node: FlowNode): KindProblem[] {
  const fault = settingsSchema.safeParse(node.settings).error?.issues[0];
  if (!fault) return [];
  return [{ code: 'INVALID_SETTINGS', message: `Correct the setting ${fault.path.join('.')}: ${fault.message}.` }];
}

/** Inputs are what a script or suite needs, required if the project has no value; outputs are what it sets. */
async function portsOf(
  { variables }: Needs,
  caller: RunViewer,
  {
    projectId,
    id,
    environmentId,
    variant,
  }: { projectId: string; id: string; environmentId?: string; variant: Variant },
): Promise<FlowPorts> {
  const { needed, set } = await variant.variables(caller, id);
  const { scopes } = await variables.plan(caller, projectId, environmentId);
  const defined = new Set(scopes.flat().map(({ name }) => name));
  const port = (name: string, required: boolean): FlowPort => ({ name, type: 'string', required });
  return {
    inputs: needed.map((name) => port(name, !defined.has(name))),
    outputs: [...set.filter((name) => !reserved.has(name)).map((name) => port(name, false)), ...variant.ports],
  };
}

async function planChild(
  { platform, plan }: Needs,
  attempt: FlowAttempt,
  chosen: { scriptUUIDs: string[]; suiteUUID?: string },
) {
  const { caller, projectId, node, environmentId } = attempt;
  const input = {
    ...settingsSchema.parse(node.settings),
    ...chosen,
    projectId,
    environmentId,
    name: node.name,
    given: givenOf(platform, attempt),
    handedOn: node.outputs.map(({ name }) => name).filter((name) => !reserved.has(name)),
  };
  const { name, plan: runPlan, label, steps, runnerLabel = null } = await plan(caller, input);
  return { kind: webScriptKind, name, plan: runPlan, label, steps, runnerLabel };
}

/** Inputs as variables of the script; secret ones are sealed, and masked wherever the run shows them. */
function givenOf({ secrets }: Needs['platform'], { node, inputs, key }: FlowAttempt): PlannedVariable[] {
  const secret = new Set(node.inputs.flatMap(({ name, type }) => (type === 'secret' ? [name] : [])));
  return Object.entries(inputs).map(([name, value]) => {
    const text = asText(value);
    if (!secret.has(name)) return { name, value: text };
    const sealedAt = `web_testing.given:${key}:${name}`;
    return { name, value: secrets.seal(text, sealedAt), sealedAt };
  });
}

async function readChild(
  { runs }: Needs,
  run: Run,
  { node, isSuite }: { node: FlowNode; isSuite: boolean },
): Promise<AttemptEnd> {
  const { runId, organizationId, status, counts, durationMs } = run;
  const variables = keptValues(await runs.stateOf(organizationId, runId));
  const outputs: Record<string, unknown> = {
    ...ofOutputTypes(node, variables),
    status,
    steps: counts.total,
    passedSteps: counts.passed,
    failedSteps: counts.failed + counts.error,
    skippedSteps: counts.skipped,
    durationMs,
  };
  if (isSuite) {
    const scripts = await runs.sourceResults(runId);
    outputs.scripts = scripts.length;
    outputs.failedScripts = scripts.filter((one) => one.counts.failed + one.counts.error > 0).length;
  }
  const detail = { runId, counts };
  if (status === 'passed') return { outcome: 'passed', outputs, detail };
  return { outcome: 'failed', outputs, message: run.message ?? (await firstFailure(runs, runId)), detail };
}

/** The message of the first failed step: a runner that took over concludes only with failures since then. */
async function firstFailure(runs: Needs['runs'], runId: string): Promise<string | null> {
  for (const status of ['failed', 'error'] as const) {
    const { content } = await runs.listSteps({ runId, status }, { page: 0, size: 1 });
    if (content[0]?.message) return content[0].message;
  }
  return null;
}
