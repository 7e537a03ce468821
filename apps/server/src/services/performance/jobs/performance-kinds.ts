import { type ExecuteTestInput, executeTestSchema } from '@touchstone/contracts/api-testing';
import type { RunLoad } from '@touchstone/engine-load';
import type { ReportDocument } from '@touchstone/report';
import type { Platform } from '../../../platform/platform.ts';
import { executionStatusOf } from '../../api-testing/index.ts';
import type { Run, RunContext, RunKind, Runs } from '../../runs/index.ts';
import type { VirtualUsers } from '../../virtual-users/index.ts';
import type { Workspaces } from '../../workspaces/index.ts';
import type { PlanPerformance } from '../app/plan-performance.ts';
import { openRun } from '../app/sealed-run.ts';
import { performanceKind, shardKind } from '../domain/kinds.ts';
import { performanceStore } from '../store/performance.store.ts';
import { LeadRun } from './lead-run.ts';
import { runShard } from './run-shard.ts';

/** A shard that has sent its last frame ends within moments; one whose runner died is left to the sweep. */
const endAttempts = 10;
const endPauseMs = 200;

export interface KindNeeds {
  platform: Platform;
  runs: Runs;
  workspaces: Workspaces;
  virtualUsers: VirtualUsers;
  runLoad: RunLoad;
  plan: PlanPerformance;
  /** The report of a run as data. */
  document(run: Run, url: string | undefined): Promise<ReportDocument>;
}

/** performanceKinds returns the kinds of the leading run and of the shards that other runners take. */
export function performanceKinds(needs: KindNeeds): RunKind[] {
  const open: RunKind['open'] = async (caller, projectId, need) => {
    await needs.workspaces.open(caller, projectId, need);
  };
  return [
    {
      kind: performanceKind,
      title: 'Performance run',
      service: 'api-testing',
      input: executeTestSchema.omit({ type: true, label: true, commit: true }),
      plan: (caller, input, options) => needs.plan(caller, input as ExecuteTestInput, options),
      executionStatus: executionStatusOf,
      execute: (context) => lead(needs, context),
      report: (run, { url }) => needs.document(run, url),
      open,
      link: ({ runId }) => `/api-testing/performance-report-insights?run=${runId}`,
    },
    {
      kind: shardKind,
      spreads: true,
      title: 'Performance shard',
      service: 'api-testing',
      executionStatus: executionStatusOf,
      execute: (context) => runOfferedShard(needs, context),
      open,
    },
  ];
}

async function lead(needs: KindNeeds, context: RunContext): Promise<void> {
  const { platform, runLoad, virtualUsers } = needs;
  const { runId } = context;
  const row = await performanceStore.find(platform.database.sql, runId);
  const opened = row && (await openRun(needs, row));
  if (!row || !opened) throw new Error(`Performance run ${runId} has no plan.`);
  const run = new LeadRun(
    {
      platform,
      virtualUsers,
      askForHelp: (count) => askForHelp(needs, context, count),
      runOwnShard: (signal) => runShard({ platform, runLoad, runId, shardId: runId, signal, ...opened }),
    },
    context,
    row,
    opened.plan,
  );
  await run.execute();
}

/** A shard is generated once: after the loss of its runner, the others have continued without it. */
async function runOfferedShard(needs: KindNeeds, context: RunContext): Promise<void> {
  const { platform, runLoad } = needs;
  const { leadId, name } = context.plan as ShardPlan;
  const row = await performanceStore.find(platform.database.sql, leadId);
  const opened = row && (await openRun(needs, row));
  if (!opened || context.attempt > 1) return;
  const shardId = context.runId;
  if (!(await performanceStore.join(platform.database.sql, leadId, { shardId, name }))) return;
  await runShard({ platform, runLoad, runId: leadId, shardId, signal: context.signal, ...opened });
}

interface ShardPlan {
  leadId: string;
  name: string;
}

async function askForHelp({ platform, runs }: KindNeeds, context: RunContext, count: number) {
  const { organizationId, projectId, runId: leadId } = context;
  const lead = await runs.get(organizationId, leadId);
  const runIds: string[] = [];
  for (let number = 2; number <= count + 1; number += 1) {
    const plan: ShardPlan = { leadId, name: `Runner ${number}` };
    const run = await runs.enqueue({
      organizationId,
      projectId,
      kind: shardKind,
      plan,
      label: {},
      name: `${lead.name} (${plan.name})`,
      steps: (async function* () {})(),
      user: { userId: lead.createdBy, name: lead.createdByName },
      parent: { runId: leadId },
    });
    runIds.push(run.runId);
  }
  return {
    /** Cancels shards that no runner took, and deletes those that have ended. */
    async end(): Promise<void> {
      await Promise.all(runIds.map((runId) => runs.cancel(organizationId, runId).catch(() => undefined)));
      let left = runIds;
      for (let attempt = 0; left.length > 0 && attempt < endAttempts; attempt += 1) {
        if (attempt > 0) await new Promise((resolve) => setTimeout(resolve, endPauseMs));
        const deleted = new Set(await runs.delete(organizationId, left));
        left = left.filter((runId) => !deleted.has(runId));
      }
      if (left.length > 0) platform.log.info({ leadId, left }, 'shards stay until the sweep');
    },
  };
}
