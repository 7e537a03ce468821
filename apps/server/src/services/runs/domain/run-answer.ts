import type { RunAnswer, RunAttachment, RunStep, SectionBlock } from '@touchstone/contracts/runs';
import type { ReportSection } from '@touchstone/report';
import type { Attachment } from './attachment.ts';
import type { Run, StoredStep } from './run.ts';
import type { PresentedStep, RunKind } from './run-kind.ts';
import { linkOf, pageOfRun } from './run-link.ts';

const textOf = (time: Date | null): string | null => time?.toISOString() ?? null;

/** toRunAnswer returns a run in its API form. */
export function toRunAnswer(run: Run, kind: RunKind): RunAnswer {
  const { label, organizationId: _own, origin, createdBy: _user, createdByName, attempt: _lease, ...rest } = run;
  return {
    ...rest,
    ...origin,
    subtitle: kind.subtitle?.({ label }),
    kindTitle: kind.title,
    executionStatus: kind.executionStatus(run.status, run.counts),
    startedBy: createdByName,
    createdAt: run.createdAt.toISOString(),
    startedAt: textOf(run.startedAt),
    finishedAt: textOf(run.finishedAt),
    canRetry: kind.retry !== undefined && run.parentRunId === null,
    link: linkOf(kind, run) ?? pageOfRun(run.runId),
  };
}

/** toRunStep returns a step as presented by its kind. */
export function toRunStep(step: StoredStep, presented: PresentedStep): RunStep {
  const { stepId, index, parentId, kind, status, message, durationMs, startedAt } = step;
  return {
    ...presented,
    stepId,
    index,
    parentId,
    kind,
    status,
    message,
    durationMs,
    isContainer: index < 0,
    startedAt: textOf(startedAt),
  };
}

/** toRunAttachment returns an attachment in its API form. */
export const toRunAttachment = ({ runId: _run, createdAt, ...attachment }: Attachment): RunAttachment => ({
  ...attachment,
  createdAt: createdAt.toISOString(),
});

/** isSectionBlock returns whether a section stands next to the steps rather than containing them. */
export const isSectionBlock = (block: ReportSection): block is SectionBlock =>
  block.type !== 'steps' && block.type !== 'exchange' && block.type !== 'attempts';
