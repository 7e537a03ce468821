import {
  browserTitles,
  type HealingMode,
  type PlannedTarget,
  type RecordingMode,
  type RepositoryStep,
  usualRunSettings,
} from '@touchstone/contracts/test-repository';
import type { RunnableFunction } from '../../test-repository/index.ts';
import type { PlannedVariable } from '../../workspaces/index.ts';

/** A script of a run, as it was when the run began. */
export interface PlannedScript {
  scriptId: string;
  name: string;
  moduleName: string;
  steps: RepositoryStep[];
  table: { columns: string[]; rows: string[][] } | null;
  /** Whether the script is run once for each row of its table; otherwise its loops go through them. */
  isRunByRow: boolean;
}

/** A function of the project; its id is unknown in older plans. */
export type PlannedFunction = Omit<RunnableFunction, 'functionId'> & { functionId?: string };

/** Everything that a run of scripts needs; secrets in it are sealed. */
export interface ScriptPlan {
  /** Each script is run in every one. */
  targets: PlannedTarget[];
  /** Units at the same time. */
  parallel: number;
  timeoutMs: number;
  /** Of which parts more than pictures is kept; absent in older plans: of none. */
  recording?: RecordingMode;
  /** What a step does whose element is not found; absent in older plans: it fails and names likely elements. */
  healing?: HealingMode;
  environmentName: string | null;
  /** Whose sessions its steps save and use; absent: it has none. */
  environmentId?: string;
  /** Label of the runners that execute it; null: any. */
  infrastructure?: string | null;
  isDryRun: boolean;
  /** Of a suite: after a script that fails the others are skipped, and variables that a script sets go on to the next. */
  isChaining?: boolean;
  /** Those that the run was given, then those of the environment, then those of the whole project. */
  variables: PlannedVariable[][];
  /** Variables whose values whoever started the run gets back. */
  handedOn?: string[];
  functions: PlannedFunction[];
  scripts: PlannedScript[];
}

/** What lists show of a run of scripts. */
export interface ScriptLabel {
  environmentName: string | null;
  /** As they are called. */
  targets: string[];
  isDryRun: boolean;
  scripts: number;
  /** Whether its steps measure times. */
  hasMeasures?: boolean;
  /** Whether its steps go on with elements that are surely the same. */
  heals?: boolean;
}

/** What plans and labels had before runs had targets. */
interface OfOneTarget {
  browser: PlannedTarget['browser'];
  viewport: PlannedTarget['viewport'];
}

/** readPlan is the plan of a run as it is stored, also of one that was stored before runs had targets. */
export function readPlan(stored: unknown): ScriptPlan {
  const plan = stored as ScriptPlan | (Omit<ScriptPlan, 'targets' | 'parallel'> & OfOneTarget);
  if ('targets' in plan) return plan;
  const { browser, viewport, ...rest } = plan;
  return { ...rest, targets: [{ browser, viewport, device: null }], parallel: 1 };
}

/** healingOf is what steps do whose element is not found; undefined: nothing but fail. */
export function healingOf({
  healing = usualRunSettings.healing,
}: Pick<ScriptPlan, 'healing'>): { goesOn: boolean } | undefined {
  return healing === 'off' ? undefined : { goesOn: healing === 'heal' };
}

/** readLabel is what lists show of a run; runs that are older than targets name their browser. */
export function readLabel(stored: unknown): ScriptLabel {
  const label = stored as ScriptLabel | (Omit<ScriptLabel, 'targets'> & Pick<OfOneTarget, 'browser'>);
  return 'targets' in label ? label : { ...label, targets: [browserTitles[label.browser]] };
}
