import type { Page } from '@touchstone/contracts';
import { type MonitorResult, type ResultSummary, type Verdict, verdicts } from '@touchstone/contracts/api-monitoring';
import { AppError } from '@touchstone/kernel';
import type { Platform } from '../../../../platform/platform.ts';
import type { Actor } from '../../../workspaces/index.ts';
import { apiMonitoringErrors } from '../../errors.ts';
import { type ResultRow, resultsStore } from '../../store/results.store.ts';
import type { Open } from '../open.ts';

const dayMs = 86_400_000;
/** The longest span of a report, in days. */
const maxDays = 400;

/** A span of time. */
export interface Span {
  from: Date;
  to: Date;
}

/** spanOf parses a span of time; defaults to the last 24 hours. Throws if it is invalid. */
export function spanOf(given: { from?: string | undefined; to?: string | undefined }, now: Date): Span {
  const to = given.to === undefined ? now : new Date(given.to);
  const from = given.from === undefined ? new Date(to.getTime() - dayMs) : new Date(given.from);
  if (from >= to || to.getTime() - from.getTime() > maxDays * dayMs)
    throw new AppError(apiMonitoringErrors.invalidSpan, { params: { days: maxDays } });
  return { from, to };
}

/** toResultSummary returns a check in its list form. */
export const toResultSummary = (row: ResultRow): ResultSummary => ({
  resultId: row.id,
  monitorId: row.monitorId,
  region: row.region,
  at: row.at.toISOString(),
  verdict: verdicts[row.verdict] ?? 'UNKNOWN',
  durationMs: row.durationUs === null ? null : row.durationUs / 1000,
  statusCode: row.statusCode,
  code: row.code,
  message: row.message,
  attempt: row.attempt,
  isInMaintenance: row.isInMaintenance,
  runId: row.runId,
});

/** toResult returns a check with all stored details. */
export function toResult(row: ResultRow): MonitorResult {
  const { dnsMs, connectMs, tlsMs, firstByteMs, downloadMs } = row;
  const phases = Object.entries({ dnsMs, connectMs, tlsMs, firstByteMs, downloadMs });
  return {
    ...toResultSummary(row),
    phases: Object.fromEntries(phases.filter(([, value]) => value !== null)),
    detail: row.detail,
  };
}

/** createResults reads single checks. */
export function createResults({ platform, open }: { platform: Platform; open: Open }) {
  const { database, clock } = platform;
  return {
    async list(
      caller: Actor,
      filter: {
        monitorId: string;
        region?: string | undefined;
        verdict?: Verdict | undefined;
        from?: string | undefined;
        to?: string | undefined;
      },
      page: { page: number; size: number },
    ): Promise<Page<ResultSummary>> {
      const { monitorId, region, verdict } = filter;
      await open.monitor(caller, monitorId, 'view');
      const wanted = { ...spanOf(filter, clock.now()), monitorIds: [monitorId], region, verdict };
      const { rows, totalElements } = await resultsStore.list(database.sql, wanted, page);
      return { ...page, totalElements, content: rows.map(toResultSummary) };
    },
    async view(caller: Actor, id: string): Promise<ResultRow> {
      const row = await resultsStore.find(database.sql, id);
      if (!row) throw new AppError(apiMonitoringErrors.resultNotFound);
      await open.monitor(caller, row.monitorId, 'view');
      return row;
    },
  };
}
/** Results reads single checks. */
export type Results = ReturnType<typeof createResults>;
