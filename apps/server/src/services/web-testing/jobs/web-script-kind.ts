import { healedText, isOneWay, runSettings, stepsSchema, twoWays } from '@touchstone/contracts/test-repository';
import type { ReportBlock, ReportStep } from '@touchstone/report';
import { z } from 'zod';
import type { Platform } from '../../../platform/platform.ts';
import { executionStatusOf } from '../../api-testing/index.ts';
import { plainStep, type ReportSource, type RunKind, reportHeader, type StoredStep } from '../../runs/index.ts';
import type { Repository } from '../../test-repository/index.ts';
import type { KeptSessions } from '../app/kept-sessions.ts';
import type { WatchedRuns } from '../app/live/watched-runs.ts';
import type { OneTimeCodes } from '../app/one-time-codes.ts';
import type { PlanScripts } from '../app/plan-scripts.ts';
import type { UnitRecordings } from '../app/unit-recordings.ts';
import { readLabel } from '../domain/script-plan.ts';
import { blocksOf, findingsOf, noDetail, type StepDetail } from '../domain/steps/step-detail.ts';
import type { Browsers } from './browsers.ts';
import { executeScripts } from './web-script-run.ts';

export const webScriptKind = 'web-script';

/** Pictures larger than this many bytes are left out of a report. */
const maxPictureBytes = 2 * 1024 * 1024;

/** The most measured times that a report lists. */
const maxMeasures = 1000;

const input = z.strictObject({
  projectId: z.uuid(),
  scriptUUID: z.uuid().optional(),
  scriptUUIDs: z.array(z.uuid()).min(1).max(500).optional().describe('In place of scriptUUID'),
  suiteUUID: z.uuid().optional().describe('In place of scripts: those of the suite in their order'),
  name: z.string().max(255).optional(),
  stepId: z.string().max(100).optional(),
  steps: stepsSchema.optional(),
  isDryRun: z.boolean().optional(),
  ...runSettings,
});
const checkedInput = input
  .refine(
    ({ scriptUUID, scriptUUIDs, suiteUUID }) =>
      [scriptUUID, scriptUUIDs, suiteUUID].filter((one) => one !== undefined).length === 1,
    { path: ['scriptUUID'], message: 'Give either one script, a list of scripts or a suite' },
  )
  .refine(({ scriptUUID, stepId, steps }) => scriptUUID !== undefined || (stepId === undefined && !steps), {
    path: ['scriptUUIDs'],
    message: 'Steps and the last step are those of one script',
  })
  .refine(isOneWay, twoWays);

/** createWebScriptKind returns the kind of run that executes scripts in browsers. */
export function createWebScriptKind({
  platform,
  repository,
  browsers,
  plan,
  keptSessions,
  codes,
  watchedRuns,
  recordings,
}: {
  platform: Platform;
  repository: Pick<Repository, 'open' | 'baselinesOf' | 'elementPrints' | 'forgetHealing'>;
  browsers: Browsers;
  plan: PlanScripts;
  keptSessions: Pick<KeptSessions, 'of'>;
  codes: Pick<OneTimeCodes, 'take' | 'forget'>;
  watchedRuns: Pick<WatchedRuns, 'begin' | 'opened'>;
  recordings: Pick<UnitRecordings, 'put' | 'forget'>;
}): RunKind {
  return {
    kind: webScriptKind,
    title: 'Web test',
    service: 'web-testing',
    input: checkedInput,
    async open(caller, projectId, need) {
      await repository.open.project(caller, projectId, need);
    },
    plan(caller, given) {
      const { scriptUUID, scriptUUIDs, stepId, steps, isDryRun, ...rest } = checkedInput.parse(given);
      const ids = scriptUUIDs ?? (scriptUUID === undefined ? [] : [scriptUUID]);
      const dryRun = isDryRun || steps || stepId !== undefined ? { steps, stepId } : undefined;
      return plan(caller, { ...rest, scriptUUIDs: ids, dryRun });
    },
    executionStatus: executionStatusOf,
    link: ({ runId, projectId }) => `/web-testing/web-final-result?run=${runId}&project=${projectId}`,
    // A step depends on the earlier ones, so all of them run again.
    retry: () => ({ onlyFailed: false }),
    async execute(context) {
      const end = watchedRuns.begin(context.runId);
      try {
        const parts = { platform, repository, browsers, keptSessions, codes, watchedRuns, recordings };
        await executeScripts(parts, context);
      } finally {
        end();
      }
    },
    onFinished: ({ runId }) => codes.forget([runId]),
    async onDeleted(runIds) {
      await codes.forget(runIds);
      await recordings.forget(runIds);
      await repository.forgetHealing(runIds);
    },
    subtitle: ({ label }) => readLabel(label).targets.join(', '),
    present: presentStep,
    identity({ groupId, kind: row, title, summary }) {
      const { target = 0, sourceStepId } = (summary ?? {}) as Partial<StepDetail>;
      return JSON.stringify([target, groupId, row, sourceStepId ?? title]);
    },
    findings: ({ detail }) => findingsOf({ ...noDetail, ...(detail as Partial<StepDetail> | null) }),
    async report(run, source) {
      const { header, counts } = reportHeader({ executionStatus: executionStatusOf }, run, source);
      return {
        header: { ...header, facts: [...header.facts, ...factsOf(run.label)] },
        counts,
        sections: [
          ...(readLabel(run.label).heals ? await healedNotice(source) : []),
          ...(readLabel(run.label).hasMeasures ? [await measuresBlock(source)] : []),
          { type: 'steps', groups: [], steps: reportSteps(source, readLabel(run.label).targets.length > 1) },
        ],
      };
    },
  };
}

/** Reports how many steps continued with another element. */
async function healedNotice({ steps }: ReportSource): Promise<ReportBlock[]> {
  let count = 0;
  for await (const { outcome } of steps()) if ((outcome as { isHealed?: boolean } | null)?.isHealed) count += 1;
  const text = healedText(count);
  return text === undefined ? [] : [{ type: 'notice', text }];
}

/** The times measured by steps, each with its place. */
async function measuresBlock({ steps }: ReportSource): Promise<ReportBlock> {
  const rows: string[][] = [];
  for await (const { detail } of steps()) {
    const { measure, path } = { ...noDetail, ...(detail as Partial<StepDetail> | null) };
    if (measure && rows.length < maxMeasures) rows.push([measure.name, `${measure.ms} ms`, path.join(' › ')]);
  }
  return { type: 'table', title: 'Measures', columns: ['Name', 'Time', 'Place'], rows };
}

function factsOf(label: unknown): { label: string; text: string }[] {
  const { targets, environmentName } = readLabel(label);
  const facts: { label: string; text: string }[] = [
    { label: targets.length > 1 ? 'Targets' : 'Browser', text: targets.join(', ') },
  ];
  if (environmentName !== null) facts.push({ label: 'Environment', text: environmentName });
  return facts;
}

const presentStep: NonNullable<RunKind['present']> = (step) => {
  const { isCaught, isFlaky, isHealed, isDoubted } = (step.outcome ?? {}) as Record<string, boolean | undefined>;
  const badges = [
    isHealed ? 'Healed' : '',
    isDoubted ? 'Other element' : '',
    isFlaky ? 'Flaky' : '',
    isCaught ? 'Caught' : '',
  ].filter(Boolean);
  return { title: step.title, subtitle: '', badges };
};

async function* reportSteps({ steps, files }: ReportSource, hasTargets: boolean): AsyncGenerator<ReportStep> {
  const pictures = new Map<string, { attachmentId: string; name: string; mediaType: string }[]>();
  for (const { stepId, sizeBytes, ...file } of (await files?.list()) ?? [])
    if (stepId && file.mediaType.startsWith('image/') && sizeBytes <= maxPictureBytes)
      pictures.set(stepId, [...(pictures.get(stepId) ?? []), file]);
  for await (const step of steps()) {
    const detail = {
      ...noDetail,
      ...(step.summary as Partial<StepDetail> | null),
      ...(step.detail as Partial<StepDetail> | null),
    };
    const blocks: ReportBlock[] = blocksOf(detail, step.status);
    for (const { attachmentId, name, mediaType } of pictures.get(step.stepId) ?? []) {
      const bytes = await files?.read(attachmentId);
      if (bytes) blocks.push({ type: 'image', title: name, mediaType, base64: Buffer.from(bytes).toString('base64') });
    }
    yield { ...shownStep(step, detail, hasTargets), blocks };
  }
}

/** A group is a script; with several targets, a script in one of them. */
function shownStep(step: StoredStep, { path, target }: StepDetail, hasTargets: boolean): ReportStep {
  const depth = hasTargets ? 2 : 1;
  const plain = plainStep({ present: presentStep }, step);
  return {
    ...plain,
    label: '',
    outcome: plain.notes.join(' '),
    notes: presentStep(step).badges,
    group: {
      id: hasTargets ? `${target} ${step.groupId}` : (step.groupId ?? ''),
      title: path.slice(0, depth).join(' › '),
      ...(path.length > depth && { part: path.slice(depth).join(' › ') }),
    },
  };
}
