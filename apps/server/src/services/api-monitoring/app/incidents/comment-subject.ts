import { idSchema } from '@touchstone/contracts';
import { incidentCommentKind } from '@touchstone/contracts/api-monitoring';
import { AppError } from '@touchstone/kernel';
import type { Platform } from '../../../../platform/platform.ts';
import type { CommentSubject } from '../../../comments/index.ts';
import { apiMonitoringErrors } from '../../errors.ts';
import { incidentsStore } from '../../store/incidents.store.ts';
import type { Open } from '../open.ts';

/** createIncidentComments enables comments on incidents; an incident belongs to its project. */
export function createIncidentComments({
  platform: { database },
  open,
}: {
  platform: Platform;
  open: Open;
}): CommentSubject {
  return {
    kind: incidentCommentKind,
    async open(caller, subjectId, need) {
      const row = idSchema.safeParse(subjectId).success
        ? await incidentsStore.find(database.sql, caller.organizationId, subjectId)
        : undefined;
      if (!row) throw new AppError(apiMonitoringErrors.incidentNotFound);
      await open.project(caller, row.projectId, need);
      return { projectId: row.projectId, containerId: row.projectId };
    },
    async link({ organizationId, subjectId }) {
      const row = await incidentsStore.find(database.sql, organizationId, subjectId);
      return row && `/api-monitoring/incidents?incident=${row.id}&comments=open`;
    },
    async listPurged(organizationId, subjectIds) {
      const there = await incidentsStore.idsOf(database.sql, organizationId, subjectIds);
      return subjectIds.filter((id) => !there.has(id));
    },
  };
}
