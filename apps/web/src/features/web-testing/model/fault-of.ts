import { runTitle } from '@touchstone/contracts/runs';
import { type Fault, runTargetTitle, type ScriptStepResult, type TestReport } from '@touchstone/contracts/web-testing';
import { webTestingPaths } from '../paths.ts';

type Result = Pick<
  ScriptStepResult,
  'stepId' | 'title' | 'path' | 'target' | 'message' | 'expected' | 'actual' | 'startedAt'
>;

/** faultOf returns the report of a failed step, with a link to it. Its secrets are already masked. */
export function faultOf(
  report: Pick<TestReport, 'run' | 'targets' | 'environmentName'>,
  result: Result,
  origin: string,
): Fault {
  const { run, targets, environmentName } = report;
  const target = targets[result.target];
  const script = result.path[targets.length > 1 ? 1 : 0] ?? run.name;
  const at = (result.startedAt ?? run.createdAt).slice(0, 16).replace('T', ' ');
  const lines = (...all: (string | null | undefined | false)[]) => all.filter(Boolean).join('\n');
  return {
    title: `${script}: ${result.title}`,
    text: lines(
      result.message,
      result.expected !== null && `Expected: ${result.expected}`,
      result.actual !== null && `Actual: ${result.actual}`,
    ),
    source: lines(
      target && `Browser: ${runTargetTitle(target)}`,
      environmentName && `Environment: ${environmentName}`,
      `Run: ${runTitle(run)}, ${at} UTC`,
      origin + webTestingPaths.result(run.runId, { step: result.stepId }),
    ),
  };
}
