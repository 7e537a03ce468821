import { buffer } from 'node:stream/consumers';
import type { StepComparison, StepDetail } from '@touchstone/contracts/api-testing';
import { sharedWorkPool, WorkStopped } from '@touchstone/engine-assert';
import type { Platform } from '../../../../platform/platform.ts';
import type { Runs } from '../../../runs/index.ts';
import type { Actor } from '../../../workspaces/index.ts';
import {
  type ComparedStep,
  compareOneSided,
  compareUnread,
  pairSteps,
  type StepPair,
} from '../../domain/executions/compare-steps.ts';
import { toStepDetail } from '../../domain/stored-step.ts';
import type { Executions } from './executions.ts';

/** How many pairs of steps are held in memory at a time. */
const pairsPerBatch = 50;
/** Limits for comparing bodies: bytes per batch, and time. */
const bytesPerBatch = 2 * 1024 * 1024;
const limitMs = 5000;
const module = new URL('../../domain/executions/compare-steps.ts', import.meta.url).href;

/** A pair of steps to compare; `both` if both runs have the step. */
interface Compared {
  pair: StepPair;
  both?: { base: ComparedStep; current: ComparedStep };
}

const bytesOf = (compared: readonly Compared[]): number =>
  compared.reduce((sum, { both }) => sum + (both ? both.base.body.length + both.current.body.length : 0), 0);

async function compareInWorker(owner: Actor, compared: readonly Compared[]): Promise<StepComparison[]> {
  const input = compared.flatMap(({ both }) => both ?? []);
  const order = { module, name: 'comparePairs', input, limitMs, subject: 'Comparing the bodies', owner };
  try {
    const found = input.length > 0 ? await sharedWorkPool.run<StepComparison[]>(order) : [];
    return compared.map(({ pair, both }) => (both && found.shift()) ?? compareOneSided(pair));
  } catch (error) {
    if (!(error instanceof WorkStopped)) throw error;
    return compared.map(({ pair, both }) => (both ? compareUnread(pair, error.message) : compareOneSided(pair)));
  }
}

/** createCompareRuns compares two finished runs step by step. */
export function createCompareRuns({
  platform,
  runs,
  executions,
}: {
  platform: Platform;
  runs: Runs;
  executions: Executions;
}) {
  const bodyOf = async (organizationId: string, detail: StepDetail): Promise<Uint8Array> => {
    const body = detail.exchange?.response?.body;
    if (!body?.fileId) return Buffer.from(body?.text ?? '');
    return buffer((await platform.files.open(organizationId, body.fileId)).stream);
  };
  const load = async (runId: string, pairs: StepPair[], of: 'base' | 'current') => {
    const stepIds = pairs.flatMap((pair) => pair[of]?.stepId ?? []);
    const steps = await runs.getSteps(runId, stepIds);
    return new Map(steps.map((step) => [step.stepId, toStepDetail(step)]));
  };

  return async function compareRuns(actor: Actor, baseRunId: string, runId: string) {
    await executions.openFinished(actor, baseRunId);
    await executions.openFinished(actor, runId);
    const { organizationId } = actor;
    const whole = async (detail: StepDetail): Promise<ComparedStep> => ({
      detail,
      body: await bodyOf(organizationId, detail),
    });
    const pairs = pairSteps(await executions.allSteps(baseRunId), await executions.allSteps(runId));
    const totals = { same: 0, changed: 0, fixed: 0, broken: 0, added: 0, removed: 0 };
    const steps: StepComparison[] = [];
    let open: Compared[] = [];
    const flush = async () => {
      steps.push(...(await compareInWorker(actor, open)));
      open = [];
    };
    for (let first = 0; first < pairs.length; first += pairsPerBatch) {
      const some = pairs.slice(first, first + pairsPerBatch);
      const before = await load(baseRunId, some, 'base');
      const after = await load(runId, some, 'current');
      for (const pair of some) {
        const base = before.get(pair.base?.stepId ?? '');
        const current = after.get(pair.current?.stepId ?? '');
        open.push(
          base && current ? { pair, both: { base: await whole(base), current: await whole(current) } } : { pair },
        );
        if (open.length >= pairsPerBatch || bytesOf(open) >= bytesPerBatch) await flush();
      }
    }
    await flush();
    for (const { verdict } of steps) totals[verdict] += 1;
    return { baseRunId, runId, totals, steps };
  };
}
export type CompareRuns = ReturnType<typeof createCompareRuns>;
