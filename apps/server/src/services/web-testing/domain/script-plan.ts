import type { BrowserName, RepositoryStep } from '@touchstone/contracts/test-repository';
import type { KeywordFunction } from '@touchstone/engine-keyword/core';
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

/** Everything that a run of scripts needs; secrets in it are sealed. */
export interface ScriptPlan {
  browser: BrowserName;
  viewport: { width: number; height: number };
  timeoutMs: number;
  environmentName: string | null;
  isDryRun: boolean;
  /** Of a suite: after a script that fails the others are skipped, and variables that a script sets go on to the next. */
  isChaining?: boolean;
  /** Those that the run was given, then those of the environment, then those of the whole project. */
  variables: PlannedVariable[][];
  /** Variables whose values whoever started the run gets back. */
  handedOn?: string[];
  functions: KeywordFunction[];
  scripts: PlannedScript[];
}

/** What lists show of a run of scripts. */
export interface ScriptLabel {
  environmentName: string | null;
  browser: BrowserName;
  isDryRun: boolean;
  scripts: number;
}
