import { webTestingRoutes } from '@touchstone/contracts/web-testing';
import { AppError } from '@touchstone/kernel';
import type { Registrar } from '../../../platform/http/registrar.ts';
import { executionStatusOf } from '../../api-testing/index.ts';
import type { Run, Runs } from '../../runs/index.ts';
import type { Repository } from '../../test-repository/index.ts';
import type { Actor } from '../../workspaces/index.ts';
import type { OneTimeCodes } from '../app/one-time-codes.ts';
import type { RunTargets } from '../app/run-targets.ts';
import type { TestRuns } from '../app/test-runs.ts';
import { nodesOf } from '../domain/runner-nodes.ts';
import { webTestingErrors } from '../errors.ts';
import type { Browsers } from '../jobs/browsers.ts';
import { webScriptKind } from '../jobs/web-script-kind.ts';

const calls = webTestingRoutes;

const startedAnswer = (run: Run) => ({
  runId: run.runId,
  number: run.number,
  executionStatus: executionStatusOf(run.status, run.counts),
  message: 'Run initiated',
});

export function addExecutionRoutes(
  registrar: Registrar,
  {
    repository,
    runs,
    testRuns,
    browsers,
    targets,
    codes,
  }: {
    repository: Pick<Repository, 'open' | 'projectsOf'>;
    runs: Pick<Runs, 'start' | 'listRunners'>;
    testRuns: TestRuns;
    browsers: Pick<Browsers, 'describe'>;
    targets: Pick<RunTargets, 'devices'>;
    codes: Pick<OneTimeCodes, 'give'>;
  },
): void {
  /** The single project the scripts belong to. */
  const projectOf = async (caller: Actor, scriptIds: readonly string[]): Promise<string> => {
    const [projectId, ...others] = await repository.projectsOf(caller, scriptIds);
    if (projectId === undefined || others.length > 0) throw new AppError(webTestingErrors.otherProjects);
    return projectId;
  };
  const start = (
    caller: Actor,
    input: { projectId: string },
    origin = { label: null, commit: null } as Run['origin'],
  ) => runs.start(caller, webScriptKind, input, origin);

  registrar.add(calls.executeModuleTest, async ({ caller, body }) => {
    const projectId = await projectOf(caller, [body.scriptUUID]);
    return startedAnswer(await start(caller, { ...body, projectId, isDryRun: true } as { projectId: string }));
  });
  registrar.add(calls.executeTest, async ({ caller, body: { label = null, commit = null, ...body } }) => {
    const { suiteUUID, scriptUUIDs = [] } = body;
    const projectId =
      suiteUUID === undefined
        ? await projectOf(caller, scriptUUIDs)
        : (await repository.open.suite(caller, suiteUUID, 'view')).projectId;
    return startedAnswer(await start(caller, { ...body, projectId } as { projectId: string }, { label, commit }));
  });
  for (const call of [calls.stopExecution, calls.cancelRun])
    registrar.add(call, async ({ caller, query }) => {
      await testRuns.stop(caller, query.runId);
      return { message: 'Run canceled' };
    });
  registrar.add(calls.retryTest, async ({ caller, query }) => startedAnswer(await testRuns.retry(caller, query.runId)));
  registrar.add(calls.removeReport, async ({ caller, query }) => {
    const count = await testRuns.remove(caller, query.runIds);
    return { message: `${count} report${count === 1 ? '' : 's'} deleted` };
  });
  registrar.add(calls.sendMail, async ({ caller, body }) => {
    await testRuns.mail(caller, body);
    return { message: `Report sent to ${body.email}` };
  });
  registrar.add(calls.listBaselineExecutions, ({ caller, query }) => testRuns.earlier(caller, query.runId));
  registrar.add(calls.updateOtpValue, async ({ caller, body }) => {
    await codes.give(caller, body.runId, body.otpValue);
    return { message: 'Code sent to the run' };
  });
  registrar.add(calls.getTestReport, ({ caller, query }) => testRuns.report(caller, query));
  registrar.add(calls.listNodes, async () => ({ nodes: nodesOf(await runs.listRunners()) }));
  registrar.add(calls.listBrowsers, async () => ({
    browsers: await browsers.describe(),
  }));
  registrar.add(calls.listDevices, async () => ({ devices: await targets.devices() }));
}
