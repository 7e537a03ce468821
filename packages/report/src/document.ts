import type { Exchange, StepDetail } from '@touchstone/contracts/api-testing';
import type { RunStatus, SectionBlock } from '@touchstone/contracts/runs';
import type { ReportCounts } from './run.ts';

export type { ChartLine, ReportCheck } from '@touchstone/contracts/runs';

/**
 * ReportDocument is the report of a run of any kind as data: each kind of run provides its sections, and each renderer
 * writes all of them. Steps are read once, in sequence, so that a long run is never entirely in memory.
 */
export interface ReportDocument {
  header: ReportHeader;
  counts: ReportCounts;
  sections: ReportSection[];
}

/** The header of a report. */
export interface ReportHeader {
  name: string;
  /** Number in the workspace; absent or null if it has none. */
  number?: number | null;
  status: RunStatus;
  /** The displayed status. */
  executionStatus: string;
  /** Why the run ended as it did, if there is something to say. */
  message?: string | null;
  startedAt: string | null;
  finishedAt: string | null;
  durationMs: number;
  /** The period covered by a report on several runs, in words; shown instead of start, end and duration. */
  period?: string;
  /** Further facts about the run, such as who started it. */
  facts: ReportFact[];
  /** Figures shown instead of the step counts, if they matter more. */
  figures?: ReportFact[];
  /** The run's address in the product. */
  url?: string;
  /** The run in its kind's own terms, for programs; default: this header. */
  record?: object;
}

/** A name and a value. */
export interface ReportFact {
  label: string;
  text: string;
}

/** The steps of a run, or a block outside them. */
export type ReportSection = StepsSection | ReportBlock;

/** Steps in order of execution. */
export interface StepsSection {
  type: 'steps';
  /** Names of groups, and their numbers of steps if known in advance. */
  groups: { id: string; title: string; total?: number }[];
  steps: AsyncIterable<ReportStep> | Iterable<ReportStep>;
}

/** A step with everything a report shows of it. */
export interface ReportStep {
  index: number;
  /** A short label before the title, such as a method. */
  label: string;
  title: string;
  /** Notes on the title, such as "attempt 2". */
  notes: string[];
  /** What the title doesn't say, such as an address. */
  subtitle: string;
  /** The result in short, such as a status code. */
  outcome: string;
  status: RunStatus;
  message: string | null;
  /** For programs, if the step couldn't be executed. */
  errorCode?: string;
  startedAt: string | null;
  durationMs: number | null;
  /** The group it belongs to, such as a suite, and the part of it, such as a row of a data file. */
  group: { id: string; title: string; part?: string };
  /** Which execution it is, if it ran more than once. */
  occurrence?: number;
  blocks: ReportBlock[];
  /** The step in its kind's own terms, for programs. */
  record: unknown;
}

/** A part of a report, outside the steps or within one. */
export type ReportBlock =
  | SectionBlock
  | { type: 'attempts'; attempts: NonNullable<StepDetail['earlierAttempts']> }
  | { type: 'exchange'; exchange: Exchange };

/** stepsOf yields the steps of all sections of a document, in order. */
export async function* stepsOf({ sections }: Pick<ReportDocument, 'sections'>): AsyncGenerator<ReportStep> {
  for (const section of sections) if (section.type === 'steps') yield* section.steps;
}

/** blocksOf returns the sections of a document outside the steps. */
export const blocksOf = ({ sections }: Pick<ReportDocument, 'sections'>): ReportBlock[] =>
  sections.filter((section) => section.type !== 'steps');
