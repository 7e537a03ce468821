import { originFacts, type ReportDocument, type ReportStep } from '@touchstone/report';
import type { Attachment } from './attachment.ts';
import type { Run, StoredStep } from './run.ts';
import type { RunKind } from './run-kind.ts';

/** The input for a kind's report of a run. */
export interface ReportSource {
  /** All executed steps with their details, in order; read in batches. */
  steps(): AsyncIterable<StoredStep & { detail: unknown }>;
  /** URL of the run's page. */
  url: string | undefined;
  /** Files of the run and its steps, oldest first; `read` returns the content of one. */
  files?: { list(): Promise<Attachment[]>; read(attachmentId: string): Promise<Uint8Array> };
}

/** documentOf returns the report of a run: as its kind defines it, or its steps as the kind presents them. */
export async function documentOf(kind: RunKind, run: Run, source: ReportSource): Promise<ReportDocument> {
  if (kind.report) return kind.report(run, source);
  return {
    ...reportHeader(kind, run, source),
    sections: [{ type: 'steps', groups: [], steps: plainSteps(kind, source) }],
  };
}

/** reportHeader returns the header of any run's report, and its counts. */
export function reportHeader(
  kind: Pick<RunKind, 'executionStatus'>,
  run: Run,
  { url }: Pick<ReportSource, 'url'>,
): Pick<ReportDocument, 'header' | 'counts'> {
  const { name, number, status, message, durationMs } = run;
  const { error: errors, ...counts } = run.counts;
  return {
    header: {
      name,
      number,
      status,
      message,
      durationMs,
      executionStatus: kind.executionStatus(status, run.counts),
      startedAt: run.startedAt?.toISOString() ?? null,
      finishedAt: run.finishedAt?.toISOString() ?? null,
      facts: [{ label: 'By', text: run.createdByName }, ...originFacts(run.origin)],
      ...(url !== undefined && { url }),
    },
    counts: { ...counts, errors },
  };
}

async function* plainSteps(kind: RunKind, { steps }: ReportSource): AsyncGenerator<ReportStep> {
  for await (const step of steps()) yield plainStep(kind, step);
}

/** plainStep returns a step as its kind presents it; kinds add their blocks. */
export function plainStep(kind: Pick<RunKind, 'present'>, step: StoredStep): ReportStep {
  const { title, subtitle, badges } = kind.present?.(step) ?? { title: step.title, subtitle: '', badges: [] };
  const { index, stepId, status, message, durationMs } = step;
  return {
    index,
    title,
    subtitle,
    status,
    message,
    durationMs,
    notes: [],
    blocks: [],
    label: badges[0] ?? '',
    outcome: badges.slice(1).join(' '),
    group: { id: step.parentId ?? '', title: '' },
    startedAt: step.startedAt?.toISOString() ?? null,
    record: { stepId, index, kind: step.kind, title, subtitle, badges, status, message, durationMs },
  };
}
