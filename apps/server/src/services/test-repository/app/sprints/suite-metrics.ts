import type { SuiteMetrics } from '@touchstone/contracts/test-repository';
import type { Platform } from '../../../../platform/platform.ts';
import { isFinal, type Run, type Runs } from '../../../runs/index.ts';
import type { Actor } from '../../../workspaces/index.ts';
import { type SuitePlace, suitesStore } from '../../store/suites.store.ts';
import type { Open } from '../open.ts';

interface Needs {
  platform: Platform;
  runs: Pick<Runs, 'listByIds'>;
  open: Open;
}

/** createSuiteMetrics returns figures about the suites of a sprint or test lab, from their newest runs. */
export function createSuiteMetrics({ platform, runs, open }: Needs) {
  const { sql } = platform.database;

  const metricsOf = async ({ organizationId }: Actor, place: SuitePlace): Promise<SuiteMetrics> => {
    const suites = await suitesStore.listAll(sql, place);
    const ids = suites.flatMap(({ lastRunId }) => lastRunId ?? []);
    const [last, scripts] = await Promise.all([
      ids.length > 0 ? runs.listByIds(organizationId, ids) : [],
      suitesStore.countScripts(
        sql,
        suites.map(({ id }) => id),
      ),
    ]);
    const ended = last.filter(({ status }) => isFinal(status));
    const passed = ended.filter(({ status }) => status === 'passed').length;
    const steps = (count: (counts: Run['counts']) => number) => sum(ended.map(({ counts }) => count(counts)));
    const newest = Math.max(...last.map(({ createdAt }) => createdAt.getTime()));
    return {
      suites: {
        total: suites.length,
        passed,
        failed: ended.length - passed,
        notRun: suites.length - ended.length,
      },
      passRate: ended.length > 0 ? Math.round((passed / ended.length) * 1000) / 10 : null,
      scripts: sum([...scripts.values()]),
      steps: {
        total: steps(({ total }) => total),
        passed: steps((counts) => counts.passed),
        failed: steps((counts) => counts.failed + counts.error),
        skipped: steps((counts) => counts.skipped),
      },
      durationMs: Math.round(sum(ended.map(({ durationMs }) => durationMs))),
      lastRunAt: last.length > 0 ? new Date(newest).toISOString() : null,
    };
  };

  return {
    async ofTestLab(caller: Actor, projectId: string): Promise<SuiteMetrics> {
      await open.project(caller, projectId, 'view');
      return metricsOf(caller, { projectId, sprintId: null });
    },
    async ofSprint(caller: Actor, sprintId: string): Promise<SuiteMetrics> {
      const { projectId } = await open.sprint(caller, sprintId, 'view');
      return metricsOf(caller, { projectId, sprintId });
    },
  };
}
/** SuiteNumbers returns figures about suites. */
export type SuiteNumbers = ReturnType<typeof createSuiteMetrics>;

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
