import type { Prerequisite } from '@touchstone/contracts/api-testing';
import type { PrerequisiteRow } from '../../store/prerequisites.store.ts';

/** toPrerequisite returns a stored prerequisite as returned to callers. */
export const toPrerequisite = (row: PrerequisiteRow): Prerequisite => ({
  prerequisiteId: row.id,
  projectId: row.projectId,
  name: row.name,
  order: row.position,
  action: row.action,
  enabled: row.enabled,
  targetEnvironmentId: row.targetEnvironmentId,
  isSecret: row.isSecret,
  timeoutMs: row.timeoutMs,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});
