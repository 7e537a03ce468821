import { buffer } from 'node:stream/consumers';
import type { StepComparison, StepDetail } from '@touchstone/contracts';
import type { Platform } from '../../../platform/platform.ts';
import type { Runs } from '../../runs/index.ts';
import { type ComparedStep, compareOneSided, comparePair, pairSteps, type StepPair } from '../domain/compare-steps.ts';
import { type Executions, toDetail } from './executions.ts';
import type { Actor } from './workspaces.ts';

/** Steps whose details are held at once. */
const pairsAtOnce = 50;

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
    return new Map(steps.map((step) => [step.stepId, toDetail(step)]));
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
    for (let first = 0; first < pairs.length; first += pairsAtOnce) {
      const some = pairs.slice(first, first + pairsAtOnce);
      const before = await load(baseRunId, some, 'base');
      const after = await load(runId, some, 'current');
      for (const pair of some) {
        const base = before.get(pair.base?.stepId ?? '');
        const current = after.get(pair.current?.stepId ?? '');
        const compared = base && current ? comparePair(await whole(base), await whole(current)) : compareOneSided(pair);
        totals[compared.verdict] += 1;
        steps.push(compared);
      }
    }
    return { baseRunId, runId, totals, steps };
  };
}
export type CompareRuns = ReturnType<typeof createCompareRuns>;
