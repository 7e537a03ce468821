import type { Schema } from '@touchstone/contracts';
import type { Run, RunViewer } from '../../runs/index.ts';
import type { PlannedVariable } from '../../workspaces/index.ts';

/** Where jobs and what they start lie. */
export interface TargetScope {
  organizationId: string;
  projectId: string;
}

/** What a job starts, as its kind gets it. */
export interface StartedTarget {
  projectId: string;
  id: string;
  environmentId: string | null;
  configurationId: string | null;
  /** As the kind's schema reads them. */
  options: Readonly<Record<string, unknown>>;
  /** Win over all others of the same name; empty where the kind takes none. */
  variables: readonly PlannedVariable[];
}

/** A thing as lists of jobs show it. */
export interface DescribedTarget {
  title: string;
  /** Where the page shows it, from its first slash. */
  link: string | null;
}

/** ScheduleTargetKind plugs a kind of test into schedules: what there is, how it is named, and how it starts. */
export interface ScheduleTargetKind {
  kind: string;
  /** As screens name one. */
  title: string;
  /** The service whose workspaces have such tests, where they are of another kind than those of API testing; only these kinds are offered there. */
  workspaces?: string;
  takesEnvironment: boolean;
  takesConfiguration: boolean;
  /** Default: it takes no variables of the job. */
  takesVariables?: true;
  /** What it takes besides; default: nothing. */
  options?: Schema;
  /** Says what is wrong with options that the schema took, by their path; undefined: nothing. */
  checkOptions?(
    caller: RunViewer,
    projectId: string,
    options: Readonly<Record<string, unknown>>,
  ): Promise<{ path: string; message: string } | undefined>;
  /** Those of a workspace by name; whoever asks may view the workspace. */
  list(
    scope: TargetScope,
    searchTerm: string | undefined,
    page: { page: number; size: number },
  ): Promise<{ content: { id: string; title: string }[]; totalElements: number }>;
  /** Those of the ids that exist in the workspace. */
  describe(scope: TargetScope, ids: readonly string[]): Promise<ReadonlyMap<string, DescribedTarget>>;
  /** Those of the run configurations that exist in the workspace; default: nobody looks until a run starts. */
  findConfigurations?(scope: TargetScope, ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** Starts a run under this id, for a caller who may; where it exists already, it is that run. */
  start(caller: RunViewer, target: StartedTarget, runId: string): Promise<Run>;
}
