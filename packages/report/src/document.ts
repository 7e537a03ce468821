import type { Exchange, StepDetail } from '@touchstone/contracts/api-testing';
import type { RunStatus, SectionBlock } from '@touchstone/contracts/runs';
import type { ReportCounts } from './run.ts';

export type { ChartLine, ReportCheck } from '@touchstone/contracts/runs';

/**
 * ReportDocument is the report of a run of any kind as data: each kind of run gives its sections, and each renderer writes all of them.
 * Steps are read once, one after another, so that a long run is never in memory as a whole.
 */
export interface ReportDocument {
  header: ReportHeader;
  counts: ReportCounts;
  sections: ReportSection[];
}

/** What stands above a report. */
export interface ReportHeader {
  name: string;
  /** Number in the workspace; absent or null where it has none. */
  number?: number | null;
  status: RunStatus;
  /** The word on screen for the status. */
  executionStatus: string;
  /** Why the run ended as it did, where there is something to say. */
  message?: string | null;
  startedAt: string | null;
  finishedAt: string | null;
  durationMs: number;
  /** The span of time that it is about, in words, where it is about more than one run; shown in place of start, end and duration. */
  period?: string;
  /** What else is known of the run, such as who started it. */
  facts: ReportFact[];
  /** What counts more than the number of steps; shown in place of the counts. */
  figures?: ReportFact[];
  /** Where the run is shown in the product. */
  url?: string;
  /** The run in the words of its kind, for programs; default: this header. */
  record?: object;
}

/** A name and what it is. */
export interface ReportFact {
  label: string;
  text: string;
}

/** The steps of a run, or a block beside them. */
export type ReportSection = StepsSection | ReportBlock;

/** Steps in order of execution. */
export interface StepsSection {
  type: 'steps';
  /** Names of groups, and how many steps they have, where that is known before the steps come. */
  groups: { id: string; title: string; total?: number }[];
  steps: AsyncIterable<ReportStep> | Iterable<ReportStep>;
}

/** A step with everything that a report shows of it. */
export interface ReportStep {
  index: number;
  /** A short word before the title, such as a method. */
  label: string;
  title: string;
  /** Remarks on the title, such as "attempt 2". */
  notes: string[];
  /** What the title does not tell, such as an address. */
  subtitle: string;
  /** The result in a short word, such as a status code. */
  outcome: string;
  status: RunStatus;
  message: string | null;
  /** For programs, where it could not be executed. */
  errorCode?: string;
  startedAt: string | null;
  durationMs: number | null;
  /** The group that it belongs to, such as a suite, and the part of it, such as a row of a data file. */
  group: { id: string; title: string; part?: string };
  /** How often it ran, where more than once. */
  occurrence?: number;
  blocks: ReportBlock[];
  /** The step in the words of its kind, for programs. */
  record: unknown;
}

/** A part of a report, beside the steps or within one. */
export type ReportBlock =
  | SectionBlock
  | { type: 'attempts'; attempts: NonNullable<StepDetail['earlierAttempts']> }
  | { type: 'exchange'; exchange: Exchange };

/** stepsOf gives the steps of all sections of a document, in order. */
export async function* stepsOf({ sections }: Pick<ReportDocument, 'sections'>): AsyncGenerator<ReportStep> {
  for (const section of sections) if (section.type === 'steps') yield* section.steps;
}

/** blocksOf gives the sections of a document that stand beside the steps. */
export const blocksOf = ({ sections }: Pick<ReportDocument, 'sections'>): ReportBlock[] =>
  sections.filter((section) => section.type !== 'steps');
