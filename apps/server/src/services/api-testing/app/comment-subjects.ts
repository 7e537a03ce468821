import { AppError } from '@touchstone/kernel';
import type { Platform } from '../../../platform/platform.ts';
import type { CommentSubject } from '../../comments/index.ts';
import type { Runs } from '../../runs/index.ts';
import type { Workspaces } from '../../workspaces/index.ts';
import { apiTestingErrors } from '../errors.ts';
import { scriptsStore } from '../store/scripts.store.ts';
import { trashStore } from '../store/trash.store.ts';
import type { OpenSuites } from './suites/open-suites.ts';

/** The kinds of comment subjects in this service. */
export const commentKinds = { script: 'api-script', step: 'api-step' } as const;

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const scriptIdPattern = new RegExp(`^${uuid}$`, 'i');
const stepIdPattern = new RegExp(`^(${uuid}):(${uuid})$`, 'i');

/** Splits the id of a step's comment subject, `RUN:STEP`. */
function partsOf(subjectId: string): { runId: string; stepId: string } {
  const [, runId, stepId] = stepIdPattern.exec(subjectId) ?? [];
  if (!runId || !stepId) throw new AppError(apiTestingErrors.scriptNotFound);
  return { runId, stepId };
}

/**
 * createCommentSubjects makes scripts and steps of runs (`RUN:STEP`, for steps that came from scripts) comment
 * subjects.
 */
export function createCommentSubjects({
  platform,
  access,
  runs,
  workspaces,
}: {
  platform: Platform;
  access: OpenSuites;
  runs: Runs;
  workspaces: Workspaces;
}): CommentSubject[] {
  const { sql } = platform.database;
  const script: CommentSubject = {
    kind: commentKinds.script,
    async open(actor, subjectId, need) {
      if (!scriptIdPattern.test(subjectId)) throw new AppError(apiTestingErrors.scriptNotFound);
      const { projectId } = await access.openScript(actor, subjectId, need);
      return { projectId, containerId: projectId };
    },
    async link({ organizationId, projectId, subjectId }) {
      const [row] = await scriptsStore.findMany(sql, organizationId, [subjectId]);
      return row && `/api-testing/api-test-suite/${row.suiteId}?project=${projectId}&script=${subjectId}&comments=open`;
    },
    async listPurged(organizationId, subjectIds) {
      const live = (await scriptsStore.findMany(sql, organizationId, [...subjectIds])).map(({ id }) => id);
      const existing = new Set([...live, ...(await trashStore.holds(sql, subjectIds))]);
      return subjectIds.filter((id) => !existing.has(id));
    },
  };
  const step: CommentSubject = {
    kind: commentKinds.step,
    async open(actor, subjectId, need) {
      const { runId, stepId } = partsOf(subjectId);
      const { projectId } = await runs.get(actor.organizationId, runId);
      await workspaces.open(actor, projectId, need);
      const { sourceId } = await runs.getStep(runId, stepId);
      return { projectId, containerId: runId, sourceId };
    },
    async link({ subjectId }) {
      const { runId, stepId } = partsOf(subjectId);
      return `/api-testing/report/${runId}?step=${encodeURIComponent(stepId)}&comments=open`;
    },
    async listPurged(organizationId, subjectIds) {
      const runIds = [...new Set(subjectIds.map((id) => partsOf(id).runId))];
      const existing = new Set((await runs.listByIds(organizationId, runIds)).map(({ runId }) => runId));
      return subjectIds.filter((id) => !existing.has(partsOf(id).runId));
    },
  };
  return [script, step];
}
