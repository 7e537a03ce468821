import type { Schema } from '@touchstone/contracts';
import type { Run, RunViewer } from '../../runs/index.ts';
import type { PlannedVariable } from '../../workspaces/index.ts';

/** The scope of jobs and of what they start. */
export interface TargetScope {
  organizationId: string;
  projectId: string;
}

/** What a job starts, as passed to its kind. */
export interface StartedTarget {
  projectId: string;
  id: string;
  environmentId: string | null;
  configurationId: string | null;
  /** Options as parsed by the kind's schema. */
  options: Readonly<Record<string, unknown>>;
  /** Take precedence over all others of the same name; empty if the kind accepts none. */
  variables: readonly PlannedVariable[];
}

/** A test as shown in lists of jobs. */
export interface DescribedTarget {
  title: string;
  /** The path of its page, starting with a slash. */
  link: string | null;
}

/**
 * ScheduleTargetKind plugs a kind of test into schedules: which tests exist, how they are named, and how they start.
 */
export interface ScheduleTargetKind {
  kind: string;
  /** The kind's name in the UI, singular. */
  title: string;
  /** The service whose workspaces contain such tests, if not API testing; only these kinds are offered there. */
  workspaces?: string;
  takesEnvironment: boolean;
  takesConfiguration: boolean;
  /** Default: accepts no variables of the job. */
  takesVariables?: true;
  /** Further options it accepts; default: none. */
  options?: Schema;
  /** Validates options beyond their schema, by path; undefined: always valid. */
  checkOptions?(
    caller: RunViewer,
    projectId: string,
    options: Readonly<Record<string, unknown>>,
  ): Promise<{ path: string; message: string } | undefined>;
  /** The tests of a workspace by name; the caller may view the workspace. */
  list(
    scope: TargetScope,
    searchTerm: string | undefined,
    page: { page: number; size: number },
  ): Promise<{ content: { id: string; title: string }[]; totalElements: number }>;
  /** The given tests, as far as they exist in the workspace. */
  describe(scope: TargetScope, ids: readonly string[]): Promise<ReadonlyMap<string, DescribedTarget>>;
  /** The given run configurations, as far as they exist in the workspace; default: not checked until a run starts. */
  findConfigurations?(scope: TargetScope, ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** Starts a run with this id, for a caller who may; if it already exists, returns that run. */
  start(caller: RunViewer, target: StartedTarget, runId: string): Promise<Run>;
}
