import {
  type DataHandler,
  type Prerequisite,
  type PrerequisiteAction,
  type PrerequisiteInput,
  prerequisiteInputSchema,
} from '@touchstone/contracts/api-testing';
import { type FormProblems, issuesOf } from './editor/form-problems.ts';

/** A prerequisite being edited: keeps the fields of every kind, so that switching the kind loses nothing. */
export interface PrerequisiteDraft {
  name: string;
  kind: PrerequisiteAction['kind'];
  scriptId: string;
  dataHandlers: DataHandler[];
  databaseConfigurationId: string;
  query: string;
  result: 'firstRow' | 'json';
  variableName: string;
  code: string;
  targetEnvironmentId: string | null;
  isSecret: boolean;
  timeoutMs: number;
}

const empty: PrerequisiteDraft = {
  name: '',
  kind: 'script',
  scriptId: '',
  dataHandlers: [],
  databaseConfigurationId: '',
  query: '',
  result: 'firstRow',
  variableName: '',
  code: '',
  targetEnvironmentId: null,
  isSecret: false,
  timeoutMs: 30_000,
};

/** toDraft returns the draft of a saved prerequisite, or an empty one. */
export function toDraft(saved: Prerequisite | undefined): PrerequisiteDraft {
  if (!saved) return empty;
  const { name, action, targetEnvironmentId, isSecret, timeoutMs } = saved;
  return { ...empty, ...action, name, targetEnvironmentId, isSecret, timeoutMs };
}

function actionOf(draft: PrerequisiteDraft): PrerequisiteAction {
  const { scriptId, dataHandlers, databaseConfigurationId, query, result, variableName, code } = draft;
  switch (draft.kind) {
    case 'script':
      return { kind: 'script', scriptId, dataHandlers };
    case 'database':
      return { kind: 'database', databaseConfigurationId, query, result, variableName };
    case 'javascript':
      return { kind: 'javascript', code };
  }
}

/** fromDraft returns the request body for a draft, or its problems by field. */
export function fromDraft(
  draft: PrerequisiteDraft,
  projectId: string,
): { input: Omit<PrerequisiteInput, 'enabled'> } | { problems: FormProblems } {
  const { name, targetEnvironmentId, isSecret, timeoutMs } = draft;
  const parsed = prerequisiteInputSchema.safeParse({
    projectId,
    name,
    action: actionOf(draft),
    targetEnvironmentId,
    isSecret,
    timeoutMs,
  });
  if (!parsed.success) return { problems: withoutAction(issuesOf(parsed.error)) };
  const { enabled: _enabled, ...input } = parsed.data;
  return { input };
}

/** The draft is flat; the request body nests these fields in `action`. */
export const withoutAction = (problems: FormProblems): FormProblems =>
  Object.fromEntries(Object.entries(problems).map(([path, message]) => [path.replace(/^action\./, ''), message]));
