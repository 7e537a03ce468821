import type { Access, Role, Schema } from '@touchstone/contracts';
import type { RunCounts, RunStatus } from '@touchstone/contracts/runs';
import type { ReportDocument } from '@touchstone/report';
import type { Attachment, NewAttachment } from './attachment.ts';
import type { FinishedStep, PlannedStep, Run, StoredStep } from './run.ts';
import type { ReportSource } from './run-report.ts';

/** A planned step as a kind gets it to execute. */
export interface OpenStep
  extends Pick<StoredStep, 'index' | 'stepId' | 'kind' | 'title' | 'parentId' | 'groupId' | 'summary'> {
  plan: unknown;
}

/** How far a run came before another runner took it. */
export interface RunProgress {
  /** The newest execution in order; undefined where none was recorded. */
  last: (StoredStep & { detail: unknown }) | undefined;
  /** Further executions by index of the planned step. */
  repeats: Map<number, number>;
  /** How many further executions, of whichever step, stand behind each planned step, by its index. */
  behind: Map<number, number>;
}

/** What the runner gives to a kind that executes a run. */
export interface RunContext {
  runId: string;
  name: string;
  organizationId: string;
  projectId: string;
  /** Who started the run. */
  createdBy: string;
  plan: unknown;
  /** The state that an earlier attempt kept with its last recorded batch, if there was one. */
  checkpoint: unknown;
  attempt: number;
  /** Aborted when the run is stopped, its lease is lost, or the runner stops. */
  signal: AbortSignal;
  /** Steps that have not ended, in order, read in pages. */
  openSteps(): AsyncIterable<OpenStep>;
  /** What earlier attempts recorded. */
  progress(): Promise<RunProgress>;
  /** Rows of the run when this attempt began: the first index without one. */
  total: number;
  /** The planned steps that share the parent of the step at `index`, also those that have ended, in order; none where it has no parent. */
  siblings(index: number): AsyncIterable<OpenStep & { isOpen: boolean }>;
  /**
   * `line` is what the event stream tells of it; default: its title, status and `message`, such as how far it has come. It may be called
   * again while the step goes on, to tell more.
   */
  started(step: { index: number; line?: unknown; message?: string }): void;
  /** Resolves when there is room for more: a fast engine waits for the database. */
  finished(step: FinishedStep): Promise<void>;
  /** Asked at each recorded batch; what it answers is sealed and kept with the batch. */
  keepState(read: () => unknown): void;
  /** Keeps a file with the run or with a step of it; the same name of the same step is replaced. */
  attach(file: NewAttachment): Promise<Attachment>;
  /** Says why the run ends as it does, in one sentence for the user; shown with its last status. `status`: where its steps do not decide it. */
  conclude(message: string | null, status?: Extract<RunStatus, 'passed' | 'failed' | 'error' | 'cancelled'>): void;
  /** Told when something has come for the run: a part of it ended, or a service called `wake`. */
  onWake(listener: () => void): void;
  /**
   * Once `execute` returns, the run stays open and no runner holds it, until it is woken or that instant comes; any runner goes on then.
   * `isQuiet` is asked in the transaction that lets go: where it says no, this runner goes on at once.
   */
  suspend(until: Date | null, isQuiet: (client: Transaction) => Promise<boolean>): void;
  /** Steps that had begun when the run was suspended: they go on, and `started` is not told again. */
  begun: readonly number[];
}

/** PartEnd is what a kind is told of a part of one of its runs that ends. */
export interface PartEnd {
  runId: string;
  parentRunId: string;
  parentStepId: string | null;
  status: RunStatus;
  message: string | null;
}

/** RunEnd is what is known of a run at its end. */
export type RunEnd = Pick<
  Run,
  'runId' | 'organizationId' | 'projectId' | 'kind' | 'name' | 'number' | 'status' | 'message' | 'counts' | 'createdBy'
> & { durationMs: number };

/** An open transaction of the database. */
export interface Transaction {
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
}

/** RunViewer is who asks for a run, as a call names its caller. */
export interface RunViewer {
  userId: string;
  email: string;
  name: string;
  role: Role;
  organizationId: string;
  plan: 'FREE' | 'PRO' | 'ENTERPRISE' | 'EXPIRED';
  teamIds: readonly string[];
  teamId: string | undefined;
  requestId: string;
  address: string;
  /** See `Caller`. */
  workspaceAccess?: Access;
}

/** How a step is shown where steps of every kind are. */
export interface PresentedStep {
  title: string;
  /** What the title does not tell, such as the address of a request. */
  subtitle: string;
  /** A few short words, such as a method or a status code. */
  badges: string[];
}

/** What a comparison shows of a step besides its status, message and pictures. */
export interface StepFindings {
  /** Titles of what it lies in, the outermost first. */
  path: string[];
  /** Such as what was expected, and what was there; the step counts as changed where one differs. */
  values: { label: string; text: string }[];
}

/** What a user wants to run again of a finished run. */
export interface RetryChoice {
  onlyFailed: boolean;
}

/** The access that a caller needs: to see runs, or to start, stop, retry and delete them. */
export type RunNeed = 'view' | 'edit';

/** What a kind makes of what a user wants to run. */
export interface PlannedRun {
  /** Where something must know the id before the run exists; default: a new one. */
  runId?: string;
  name: string;
  /** What `execute` needs beyond the steps. */
  plan: unknown;
  /** What lists show of the plan. */
  label: unknown;
  /** Only runners that have this label take the run; default: every one. */
  runnerLabel?: string | null;
  /** Read once, in pieces: a plan of any length needs little memory. */
  steps: AsyncIterable<PlannedStep>;
  /** What the audit log tells of the start besides the name. */
  auditDetail?: Record<string, unknown>;
  /** Told once the run is stored. */
  stored?(run: Run): Promise<void>;
  /** Takes back what was reserved, where the run is not stored. */
  discard?(): Promise<void>;
}

/** RunKind plugs a kind of run into the core: who may use it, how it is planned, executed, retried and shown. */
export interface RunKind {
  kind: string;
  /** What screens call runs of the kind, such as "Functional run". */
  title: string;
  /** The service that it belongs to: its licence is needed for every call about a run, as for the calls of that service. */
  service: string;
  /** Roles and plans that may see and change runs; default: what `canRead` and `canWrite` let in. */
  access?: Readonly<Record<RunNeed, Access>>;
  /** Throws where the caller may not do this with the runs of a project of the own organization. A part is judged as the run at the top. */
  open(caller: RunViewer, projectId: string, need: RunNeed): Promise<void>;
  /** What a user gives to start a run; `projectId` among it says where the run belongs. */
  input?: Schema;
  /** Everything that a run needs, resolved when it starts; absent for kinds that only others start. Asked of those who may change runs of the project. `runId` is that of the run, where it is known before. */
  plan?(caller: RunViewer, input: unknown, options?: { runId?: string }): Promise<PlannedRun>;
  /** The word on screen for a state. */
  executionStatus(status: RunStatus, counts: RunCounts): string;
  execute(context: RunContext): Promise<void>;
  /** Writes what it keeps of a run that ends, in the transaction that ends it. */
  ending?(client: Transaction, end: { runId: string; status: RunStatus }): Promise<void>;
  /** Writes what it keeps of a part that ends, in the transaction that ends the part; the run is woken then. */
  partEnded?(client: Transaction, part: PartEnd): Promise<void>;
  /** Suspended runs with news that they were never woken for, because the process that stored it died. */
  pending?(): Promise<string[]>;
  /** Parts of this kind go one to each idle runner first, instead of to the first that is free. */
  spreads?: true;
  /** Told once a run has ended, at least once; not of runs that are a part of another. */
  onFinished?(end: RunEnd): Promise<void>;
  /** Told of runs that were deleted; what it misses it must find by itself. */
  onDeleted?(runIds: readonly string[]): Promise<void>;
  /** Says what a retry of a finished run takes, and throws where it takes nothing; absent for kinds whose runs are not run again. */
  retry?(run: Run, choice: RetryChoice): RetryChoice | Promise<RetryChoice>;
  /** The plan of a run for who runs it again; default: as it is. */
  replan?(plan: unknown, caller: RunViewer): unknown;
  /** What lists of runs say besides the name; default: nothing. */
  subtitle?(run: Pick<Run, 'label'>): string;
  /** How a step is shown, from what is stored of it; default: its title. */
  present?(step: StoredStep): PresentedStep;
  /** What makes a step of another run the same as this one; steps of equal identities are paired in their order. Default: source and title. */
  identity?(step: StoredStep): string;
  /** What a comparison of two runs shows of a step; default: nothing more. */
  findings?(step: StoredStep & { detail: unknown }): StepFindings;
  /** The report of a finished run; default: its steps as `present` shows them. */
  report?(run: Run, source: ReportSource): ReportDocument | Promise<ReportDocument>;
  /** Where the page shows a run; default: the page of runs of every kind. Null: nowhere. With `step` in its query it shows that step, where it can. */
  link?: ((run: Pick<Run, 'kind' | 'runId' | 'projectId'>) => string) | null;
}
