import type { Platform } from '../../../../platform/platform.ts';
import type { Runs } from '../../../runs/index.ts';
import type { Actor, Environments, Workspaces } from '../../../workspaces/index.ts';
import { stepKinds, toStepSummary } from '../../domain/stored-step.ts';
import { suitesStore } from '../../store/suites.store.ts';
import { functionalKind } from '../executions/plan-suites.ts';

export interface Range {
  projectId: string;
  startDate?: string;
  endDate?: string;
}

const defaultDays = 14;
const day = (date: Date) => date.toISOString().slice(0, 10);

export function createStatistics({
  platform,
  runs,
  workspaces,
  environments,
}: {
  platform: Platform;
  runs: Runs;
  workspaces: Workspaces;
  environments: Environments;
}) {
  const scope = async (actor: Actor, range: Range) => {
    await workspaces.open(actor, range.projectId, 'view');
    const to = range.endDate ?? day(platform.clock.now());
    const from = range.startDate ?? day(new Date(Date.parse(to) - (defaultDays - 1) * 86_400_000));
    return { organizationId: actor.organizationId, projectId: range.projectId, kinds: [functionalKind], from, to };
  };
  const countTests = (projectId: string) => suitesStore.countTests(platform.database.sql, [projectId]);
  const percent = (part: number, whole: number) => (whole ? Math.round((part / whole) * 1000) / 10 : 0);

  return {
    async details(actor: Actor, projectId: string) {
      const range = await scope(actor, { projectId, startDate: '2000-01-01' });
      const [counts, environmentCount, totals] = await Promise.all([
        countTests(projectId),
        environments.count(projectId),
        runs.statistics.totals(range),
      ]);
      return { projectId, ...counts, environments: environmentCount, runs: totals.runs };
    },
    async everyday(actor: Actor, range: Range) {
      return { days: await runs.statistics.days(await scope(actor, range)) };
    },
    async scriptsAndExecutions(actor: Actor, range: Range) {
      const [{ scripts, suites }, totals] = await Promise.all([
        countTests(range.projectId),
        scope(actor, range).then((s) => runs.statistics.totals(s)),
      ]);
      return { scripts, suites, executions: totals.runs };
    },
    async percentage(actor: Actor, range: Range) {
      const { steps } = await runs.statistics.totals(await scope(actor, range));
      return { ...steps, passedPercent: percent(steps.passed, steps.passed + steps.failed + steps.error) };
    },
    async mostFailed(actor: Actor, range: Range) {
      const rows = await runs.statistics.mostFailed(await scope(actor, range), 10);
      return {
        apis: rows.map(({ sourceId, step, failed, total }) => {
          const { name, method, url } = toStepSummary({ stepId: '', index: 0, kind: stepKinds.request, ...step });
          return { scriptId: sourceId, scriptName: name, method, url, failed, total };
        }),
      };
    },
    async dashboard(actor: Actor, range: Range) {
      const { steps: _steps, ...totals } = await runs.statistics.totals(await scope(actor, range));
      return { ...totals, passRate: percent(totals.passed, totals.passed + totals.failed + totals.errors) };
    },
  };
}
export type Statistics = ReturnType<typeof createStatistics>;
