import { createHash, randomBytes } from 'node:crypto';
import { routePrefix } from '@touchstone/contracts';
import { type NewReportLink, type ReportLink, reportLinkRoutes } from '@touchstone/contracts/report-links';
import { AppError, newId } from '@touchstone/kernel';
import { assertRoom } from '../../../platform/database/assert-room.ts';
import type { Platform } from '../../../platform/platform.ts';
import { isFinal, type RunReport, type Runs, type RunViewer } from '../../runs/index.ts';
import type { UserManagement } from '../../user-management/index.ts';
import type { Workspaces } from '../../workspaces/index.ts';
import { reportLinkErrors } from '../errors.ts';
import { type LinkRow, linksStore } from '../store/links.store.ts';

const maxLinks = 20;
const dayMs = 24 * 60 * 60 * 1000;
const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');
const { service, path } = reportLinkRoutes.openPublicReport;

/**
 * createReportLinks lets people outside the organization read a run's report, as long as a link and the organization
 * allow it.
 */
export function createReportLinks({
  platform,
  runs,
  users,
  workspaces,
}: {
  platform: Platform;
  runs: Runs;
  users: Pick<UserManagement, 'isActiveOrganization'>;
  workspaces: Pick<Workspaces, 'findService'>;
}) {
  const { clock, config } = platform;
  const { sql } = platform.database;

  return {
    async list(caller: RunViewer, runId: string): Promise<{ allowed: boolean; content: ReportLink[] }> {
      const { organizationId } = await runs.open(caller, runId, 'view');
      const [allowed, rows] = await Promise.all([
        linksStore.isAllowed(sql, organizationId),
        linksStore.list(sql, { organizationId, runId }, clock.now()),
      ]);
      return { allowed, content: rows.map(toLink) };
    },

    async create(caller: RunViewer, runId: string, days: number): Promise<NewReportLink> {
      const { organizationId, status } = await runs.open(caller, runId, 'edit');
      if (!isFinal(status)) throw new AppError(reportLinkErrors.notFinished);
      if (!(await linksStore.isAllowed(sql, organizationId))) throw new AppError(reportLinkErrors.forbidden);
      const now = clock.now();
      const token = randomBytes(32).toString('base64url');
      const row: LinkRow = {
        id: newId(),
        organizationId,
        runId,
        tokenHash: hashOf(token),
        createdBy: caller.userId,
        createdByName: caller.name,
        createdAt: now,
        expiresAt: new Date(now.getTime() + days * dayMs),
        lastOpenedAt: null,
      };
      const limit = { place: `report links of ${runId}`, most: maxLinks, full: reportLinkErrors.tooMany };
      await platform.database.transaction(async (tx) => {
        await assertRoom(tx, limit, async () => (await linksStore.list(tx, { organizationId, runId }, now)).length);
        await linksStore.insert(tx, row);
      });
      await platform.audit(caller, { action: 'report-link.created', target: row.id, detail: { runId, days } });
      return { ...toLink(row), address: `${config.publicUrl}${routePrefix(service)}${path.replace('{token}', token)}` };
    },

    async revoke(caller: RunViewer, runId: string, linkId: string): Promise<void> {
      const { organizationId } = await runs.open(caller, runId, 'edit');
      if (!(await linksStore.delete(sql, { organizationId, runId, id: linkId })))
        throw new AppError(reportLinkErrors.notFound);
      await platform.audit(caller, { action: 'report-link.revoked', target: linkId, detail: { runId } });
    },

    async allow(caller: RunViewer, allowed: boolean): Promise<{ allowed: boolean }> {
      await linksStore.allow(sql, caller.organizationId, allowed);
      const action = allowed ? 'report-links.allowed' : 'report-links.forbidden';
      await platform.audit(caller, { action, target: caller.organizationId });
      return { allowed };
    },

    /**
     * The report for a token; undefined if the link has expired, was revoked or is forbidden, the organization is
     * deactivated, or the run or its workspace was deleted.
     */
    async report(token: string): Promise<RunReport | undefined> {
      const link = await linksStore.open(sql, hashOf(token), clock.now());
      if (!link || !(await users.isActiveOrganization(link.organizationId))) return undefined;
      const [run] = await runs.listByIds(link.organizationId, [link.runId]);
      if (!run || !(await workspaces.findService(run))) return undefined;
      return runs.report(run, 'html');
    },
  };
}
export type ReportLinks = ReturnType<typeof createReportLinks>;

const toLink = ({ id, runId, createdByName, createdAt, expiresAt, lastOpenedAt }: LinkRow): ReportLink => ({
  linkId: id,
  runId,
  createdByName,
  createdAt: createdAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
  lastOpenedAt: lastOpenedAt?.toISOString() ?? null,
});
