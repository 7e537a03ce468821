import type { FlowPort } from '@touchstone/contracts/flows';
import { AppError } from '@touchstone/kernel';
import type { ReportBlock } from '@touchstone/report';
import type { Platform } from '../../../platform/platform.ts';
import { type AttemptEnd, type FlowAttempt, type FlowNodeKind, fillIn } from '../../flows/index.ts';
import type { Runs } from '../../runs/index.ts';
import type { ToggleAssets } from '../app/assets/toggle-assets.ts';
import type { Faults } from '../app/faults.ts';
import type { VerifyJournal } from '../app/journal/verify-journal.ts';
import type { MockPaths } from '../app/mock-paths.ts';
import type { MockStates } from '../app/mock-state.ts';
import { type Open, workspaceService } from '../app/open.ts';
import type { Mocks } from '../app/projects/mocks.ts';
import { connectionFaults, expectedOf, faultOf, mockNodeKinds, number, text } from '../domain/mock-nodes.ts';
import { nearLines } from '../domain/near-lines.ts';

interface Needs {
  platform: Platform;
  runs: Runs;
  open: Open;
  mocks: Mocks;
  toggle: ToggleAssets;
  states: MockStates;
  faults: Faults;
  verify: VerifyJournal;
  paths: MockPaths;
}
const usualSeconds = 300;
const output = (name: string, type: FlowPort['type']): FlowPort => ({ name, type, required: false });

/**
 * createFlowKinds returns workflow nodes that switch mocks, set their state, inject faults, reset them and verify their
 * calls, with the permissions of the user who started the run.
 */
export function createFlowKinds(needs: Needs): FlowNodeKind[] {
  const existing = createExisting(needs);
  const kind = (
    given: Pick<FlowNodeKind, 'node' | 'title' | 'description' | 'execute' | 'subtitle' | 'reportBlocks'> & {
      outputs?: FlowPort[];
    },
  ): FlowNodeKind => {
    const { outputs = [], execute, ...rest } = given;
    return {
      ...rest,
      group: 'environment',
      service: workspaceService,
      hasOwnPorts: true,
      ports: { inputs: [], outputs },
      existing,
      paths: needs.paths,
      execute: (attempt) => told(execute, attempt),
    };
  };
  return [
    kind({
      node: mockNodeKinds.switch,
      title: 'Switch mock',
      description: 'Switches a mock, or one of its assets, on or off.',
      subtitle: ({ settings }) => (settings.isOn === false ? 'Off' : 'On'),
      outputs: [output('address', 'string')],
      execute: (attempt) => switchMock(needs, attempt),
    }),
    kind({
      node: mockNodeKinds.state,
      title: 'Set mock state',
      description: 'Puts a scenario of a mock into a state, for one caller or for all.',
      subtitle: ({ settings }) => `${text(settings, 'scenario')} → ${text(settings, 'state') || 'Started'}`,
      execute: (attempt) => setState(needs, attempt),
    }),
    kind({
      node: mockNodeKinds.fault,
      title: 'Inject fault',
      description: 'Lets a mock fail for some calls, for a time and until the run ends at the latest.',
      subtitle: ({ settings }) => `${text(settings, 'method') || 'ANY'} ${text(settings, 'path')}`.slice(0, 200),
      outputs: [output('faultId', 'string'), output('endsAt', 'date')],
      execute: (attempt) => injectFault(needs, attempt),
    }),
    kind({
      node: mockNodeKinds.reset,
      title: 'Reset mock',
      description: 'Resets state, records or journal of a mock, or ends the faults of this run.',
      outputs: [output('endedFaults', 'number')],
      execute: (attempt) => reset(needs, attempt),
    }),
    kind({
      node: mockNodeKinds.verify,
      title: 'Verify mock calls',
      description: 'Fails unless calls of a mock came as often, or in the order, as expected.',
      subtitle: ({ settings }) => (settings.mode === 'order' ? 'Order' : text(settings, 'path')),
      outputs: [output('passed', 'boolean'), output('count', 'number'), output('message', 'string')],
      execute: (attempt) => verifyCalls(needs, attempt),
      reportBlocks: nearBlocks,
    }),
  ];
}

/** A refusal ends the node with its reason; other errors are failures of the product. */
async function told(execute: FlowNodeKind['execute'], attempt: FlowAttempt): Promise<AttemptEnd> {
  try {
    return (await execute?.(attempt)) ?? { outcome: 'passed' };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const [detail] = error.details ?? [];
    return { outcome: 'failed', message: detail ? `${error.message} ${detail.message}` : error.message };
  }
}

/** Finds mocks and assets that the caller may open. */
const createExisting =
  ({ open }: Needs): FlowNodeKind['existing'] =>
  async (caller, _projectId, ids) => {
    const there = new Set<string>();
    for (const id of ids)
      for (const look of [open.project, open.asset]) {
        const isThere = await look(caller, id, 'view').then(
          () => true,
          (error: unknown) => {
            if (error instanceof AppError) return false;
            throw error;
          },
        );
        if (isThere) there.add(id);
      }
    return there;
  };

const mockOf = ({ node }: FlowAttempt): string => text(node.settings, 'mockId');
const fillOf =
  ({ inputs }: FlowAttempt) =>
  (given: string): string =>
    fillIn(given, inputs);

async function switchMock({ mocks, toggle }: Needs, attempt: FlowAttempt): Promise<AttemptEnd> {
  const { caller, node } = attempt;
  const isOn = node.settings.isOn !== false;
  const assetId = text(node.settings, 'assetId');
  if (assetId !== '') await toggle.one(caller, assetId, isOn);
  const mock = await (assetId === ''
    ? mocks.toggle(caller, mockOf(attempt), isOn)
    : mocks.view(caller, mockOf(attempt)));
  return { outcome: 'passed', outputs: { address: mock.addresses[0]?.url ?? '' } };
}

async function setState({ states }: Needs, attempt: FlowAttempt): Promise<AttemptEnd> {
  const fill = fillOf(attempt);
  const { caller, node } = attempt;
  const of = (name: string) => fill(text(node.settings, name));
  const change = { name: of('scenario'), scope: of('scope'), state: of('state') || null };
  await states.setScenario(caller, mockOf(attempt), change);
  return {
    outcome: 'passed',
    detail: { scenario: change.name, caller: change.scope || 'all callers', state: change.state },
  };
}

async function injectFault({ faults, runs }: Needs, attempt: FlowAttempt): Promise<AttemptEnd> {
  const { caller, node, key } = attempt;
  const fault = await faults.inject(caller, {
    id: key,
    projectId: mockOf(attempt),
    runId: await topOf(runs, attempt),
    name: node.name,
    stub: faultOf(node.settings, fillOf(attempt)),
    seconds: number(node.settings, 'seconds') ?? usualSeconds,
  });
  const endsAt = fault.endsAt.toISOString();
  const effect = text(node.settings, 'effect');
  const answer = connectionFaults.includes(effect) ? effect : `status ${number(node.settings, 'status') ?? 503}`;
  return { outcome: 'passed', outputs: { faultId: fault.id, endsAt }, detail: { answer, endsAt } };
}

/** The top-level run of an attempt. */
async function topOf(runs: Runs, { organizationId, runId }: FlowAttempt): Promise<string> {
  let top = await runs.get(organizationId, runId);
  while (top.parentRunId) top = await runs.get(organizationId, top.parentRunId);
  return top.runId;
}

async function reset({ mocks, faults, runs }: Needs, attempt: FlowAttempt): Promise<AttemptEnd> {
  const { caller, node } = attempt;
  const is = (name: string): boolean => node.settings[name] === true;
  const chosen = { state: is('state'), records: is('records'), journal: is('journal') };
  if (Object.values(chosen).some(Boolean)) await mocks.reset(caller, mockOf(attempt), chosen);
  const endedFaults = is('faults') ? await faults.end(caller, mockOf(attempt), await topOf(runs, attempt)) : 0;
  return { outcome: 'passed', outputs: { endedFaults } };
}

async function verifyCalls({ verify, runs }: Needs, attempt: FlowAttempt): Promise<AttemptEnd> {
  const { caller, node, organizationId, runId } = attempt;
  const isOfRun = node.settings.since !== 'all';
  const { startedAt, createdAt } = await runs.get(organizationId, runId);
  const since = isOfRun ? (startedAt ?? createdAt) : undefined;
  const found = await verify(caller, mockOf(attempt), expectedOf(node.settings, fillOf(attempt)), since);
  const { passed, count } = found;
  const near = found.near.map((call) => ({ call: `${call.method} ${call.url}`, differences: nearLines(call) }));
  const [nearest] = near;
  const hint = nearest ? ` Nearest: ${nearest.call}: ${nearest.differences.join('; ')}.` : '';
  const message = passed ? null : `${found.message}${hint}`.slice(0, 2000);
  const outputs = { passed, count, message: found.message };
  return { outcome: passed ? 'passed' : 'failed', message, outputs, detail: { expected: found.message, near } };
}

/** Near misses of a failed verification. */
function nearBlocks(detail: unknown): ReportBlock[] {
  const { near = [] } = (detail ?? {}) as { near?: { call: string; differences: string[] }[] };
  if (near.length === 0) return [];
  const values = near.map(({ call, differences }) => ({ name: call, text: differences.join('\n') }));
  return [{ type: 'values', title: 'Near misses', values }];
}
