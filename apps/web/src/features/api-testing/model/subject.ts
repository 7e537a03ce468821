import type { ScriptSummary, Suite } from '@touchstone/contracts/api-testing';
import type { Subject } from '../../../shared/subjects/subject-parts.ts';

/** subjectOf returns a suite as a subject for other features. */
export const subjectOf = ({ suiteId, projectId, suiteName }: Suite, canWrite: boolean): Subject => ({
  kind: 'api-suite',
  id: suiteId,
  projectId,
  name: suiteName,
  canWrite,
});

/** scriptSubject returns a writable script as a subject for other features. */
export const scriptSubject = ({ scriptId, projectId, scriptName }: ScriptSummary): Subject => ({
  kind: 'api-script',
  id: scriptId,
  projectId,
  name: scriptName,
  canWrite: true,
});
