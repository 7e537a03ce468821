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

/** A script of a run, as it was when the run started. */
export interface PlannedScript {
  scriptId: string;
  name: string;
  moduleName: string;
  steps: RepositoryStep[];
  table: { columns: string[]; rows: string[][] } | null;
  /** Whether the script runs once per row of its table; otherwise its loops iterate over the rows. */
  isRunByRow: boolean;
}

/** A function of the project; its id is unknown in older plans. */
export type PlannedFunction = Omit<RunnableFunction, 'functionId'> & { functionId?: string };

/** Everything a run of scripts needs; secrets in it are sealed. */
export interface ScriptPlan {
  /** Each script runs in every target. */
  targets: PlannedTarget[];
  /** How many units run concurrently. */
  parallel: number;
  timeoutMs: number;
  /** For which parts more than pictures is stored; absent in older plans: for none. */
  recording?: RecordingMode;
  /** What a step does if its element isn't found; absent in older plans: it fails and names likely elements. */
  healing?: HealingMode;
  environmentName: string | null;
  /** The environment whose sessions its steps save and use; absent: the run has none. */
  environmentId?: string;
  /** Label of the runners that execute it; null: any. */
  infrastructure?: string | null;
  isDryRun: boolean;
  /**
   * For a suite: after a failed script the others are skipped, and variables set by a script are passed to the next.
   */
  isChaining?: boolean;
  /** The variables given to the run, then the environment's, then the project's. */
  variables: PlannedVariable[][];
  /** Variables whose values are returned to whoever started the run. */
  handedOn?: string[];
  functions: PlannedFunction[];
  scripts: PlannedScript[];
}

/** What lists show of a run of scripts. */
export interface ScriptLabel {
  environmentName: string | null;
  /** The display names of its targets. */
  targets: string[];
  isDryRun: boolean;
  scripts: number;
  /** Whether its steps measure times. */
  hasMeasures?: boolean;
  /** Whether its steps continue with elements that are surely the same. */
  heals?: boolean;
}

/** The fields of plans and labels before runs had targets. */
interface OfOneTarget {
  browser: PlannedTarget['browser'];
  viewport: PlannedTarget['viewport'];
}

/** readPlan returns the plan of a run as stored, including plans from before runs had targets. */
export function readPlan(stored: unknown): ScriptPlan {
  const plan = stored as ScriptPlan | (Omit<ScriptPlan, 'targets' | 'parallel'> & OfOneTarget);
  if ('targets' in plan) return plan;
  const { browser, viewport, ...rest } = plan;
  return { ...rest, targets: [{ browser, viewport, device: null }], parallel: 1 };
}

/** healingOf returns what steps do if their element isn't found; undefined: they just fail. */
export function healingOf({
  healing = usualRunSettings.healing,
}: Pick<ScriptPlan, 'healing'>): { continues: boolean } | undefined {
  return healing === 'off' ? undefined : { continues: healing === 'heal' };
}

/** readLabel returns what lists show of a run; runs from before targets name their browser. */
export function readLabel(stored: unknown): ScriptLabel {
  const label = stored as ScriptLabel | (Omit<ScriptLabel, 'targets'> & Pick<OfOneTarget, 'browser'>);
  return 'targets' in label ? label : { ...label, targets: [browserTitles[label.browser]] };
}
