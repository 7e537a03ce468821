import type { ScriptSummary, Suite } from '@touchstone/contracts/api-testing';
import type { Subject } from '../../../shared/subjects/subject-parts.ts';

/** subjectOf is a suite as other features know it. */
export const subjectOf = ({ suiteId, projectId, suiteName }: Suite, canWrite: boolean): Subject => ({
  kind: 'api-suite',
  id: suiteId,
  projectId,
  name: suiteName,
  canWrite,
});

/** scriptSubject is a script that the user may change, as other features know it. */
export const scriptSubject = ({ scriptId, projectId, scriptName }: ScriptSummary): Subject => ({
  kind: 'api-script',
  id: scriptId,
  projectId,
  name: scriptName,
  canWrite: true,
});
