import type { ScriptAuthentication, ScriptInput } from '@touchstone/contracts/api-testing';
import type { HttpStep } from '@touchstone/engine-http';
import type { PlannedCertificate, PlannedVariable } from '../../../workspaces/index.ts';
import type { ScriptDocument } from '../suites/script-parts.ts';

/** What a functional run needs besides its steps. */
export interface FunctionalPlan {
  scopes: PlannedVariable[][];
  /** Variables of the suites by suite id; absent in plans of earlier versions. */
  suiteScopes?: Record<string, PlannedVariable[]>;
  environmentId?: string | null;
  parallel: number;
  stopOnFailure: boolean;
  /** Whether a step or variable uses a dynamic name such as `{{$randomCity}}`. */
  dynamicNames?: boolean;
  /** Client certificates by host; absent in plans of earlier versions. */
  certificates?: PlannedCertificate[];
}

/** What lists show of a functional run. */
export interface FunctionalLabel {
  environmentName: string | null;
  suites: { suiteId: string; suiteName: string; total: number }[];
  /** Name of the data file and number of its rows that run. */
  data?: { fileName: string; rows: number };
}

/**
 * A step as stored in the plan: its authentication stays sealed until the runner sends it, and the id is the step's.
 */
export interface PlannedHttpStep extends Omit<HttpStep, 'authentication' | 'id'> {
  scriptId: string | null;
  sealedAuthentication: { value: string; place: string } | null;
}

interface StepSource {
  stepId: string;
  suiteId: string;
  document: ScriptDocument & Partial<Pick<ScriptInput, 'folder' | 'documentation' | 'examples'>>;
}

/** toHttpStep maps the product's script to the engine's step. */
export function toHttpStep({ stepId, suiteId, document }: StepSource, authentication: ScriptAuthentication): HttpStep {
  const { scriptName, scriptType: _type, description: _description, ...sent } = document;
  const { folder: _folder, documentation: _documentation, examples: _examples, ...rest } = sent;
  return { id: stepId, name: scriptName, group: suiteId, authentication, ...rest } as HttpStep;
}

/** usesDynamicNames returns whether a text uses a dynamic name other than the server's own address. */
export const usesDynamicNames = (text: string): boolean => /\{\{\s*\$(?!serverUrl\s*\}\})/.test(text);
