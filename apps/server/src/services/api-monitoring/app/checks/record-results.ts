import { type CheckOutcome, verdicts } from '@touchstone/contracts/api-monitoring';
import { newId } from '@touchstone/kernel';
import type { Sql } from '../../../../platform/database/pool.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { goodResponse } from '../../domain/incidents/response-change.ts';
import { judgeSlot, type SlotState } from '../../domain/judge-slot.ts';
import { storable } from '../../domain/storable-outcome.ts';
import { type ClaimedCheck, checksStore, type NewResult, type SlotEnd } from '../../store/checks.store.ts';
import { type MonitorRow, monitorsStore } from '../../store/monitors.store.ts';
import { dueAfter, heartbeatDeadline } from '../monitors/monitor-values.ts';
import { scheduleOf } from '../monitors/show-monitors.ts';
import type { JudgeMonitors } from './judge-monitors.ts';
import type { ActiveWindows } from './maintenance.ts';

/** A finished check and its outcome. */
export interface DoneCheck {
  check: ClaimedCheck;
  monitor: MonitorRow;
  outcome: CheckOutcome;
  at: Date;
  runId: string | null;
  /** Heartbeats only: when the job called; absent if it is late. */
  calledAt?: Date;
  graceSeconds?: number;
}

/** Columns of a result, and whether the check is retried. */
interface Judged extends DoneCheck {
  id: string;
  state: SlotState;
  isRetried: boolean;
  isInMaintenance: boolean;
}

/**
 * createRecordResults stores the outcomes of checks: results, states, incidents and their alerts, in one transaction.
 * Checks that another process has taken over are left out.
 */
export function createRecordResults({
  platform,
  windows,
  judge,
}: {
  platform: Platform;
  windows: ActiveWindows;
  judge: JudgeMonitors;
}) {
  const { clock } = platform;

  const judged = (done: DoneCheck): Judged => {
    const { check, monitor, outcome } = done;
    const retries = check.isConfirming || monitor.kind === 'heartbeat' ? 0 : monitor.retries;
    const { state, isRetried } = judgeSlot(check, outcome, retries);
    return { ...done, id: newId(), state, isRetried, isInMaintenance: windows.holds(monitor) };
  };

  const nextDue = ({ check, monitor, isRetried, outcome, calledAt, graceSeconds = 0 }: Judged): Date | null => {
    if (check.isConfirming) return null;
    const schedule = scheduleOf(monitor);
    const now = clock.now();
    if (monitor.kind === 'heartbeat') return calledAt ? heartbeatDeadline(schedule, graceSeconds, calledAt) : null;
    const next = dueAfter(schedule, monitor.id, now);
    if (!isRetried || outcome.verdict !== 'DOWN') return next;
    const retryAt = new Date(now.getTime() + monitor.retrySeconds * 1000);
    return next && next < retryAt ? next : retryAt;
  };

  return async function record(sql: Sql, done: readonly DoneCheck[]): Promise<void> {
    const all = done.map((one) => judged({ ...one, outcome: storable(one.outcome) }));
    // Changes of a monitor lock it before its slots, so this must too.
    await monitorsStore.lock(
      sql,
      all.filter(isNews).map(({ monitor }) => monitor.id),
    );
    const ended = await checksStore.end(
      sql,
      all.map((one) => slotEnd(one, nextDue(one))),
    );
    const kept = all.filter(({ check }) => ended.has(`${check.monitorId} ${check.region}`));
    await checksStore.insertResults(sql, kept.map(toRow), hoursOf(kept));
    await judge(
      sql,
      kept.filter(isNews).map(({ monitor, id, outcome, at }) => ({ monitorId: monitor.id, resultId: id, outcome, at })),
    );
  };
}
/** RecordResults stores the outcomes of checks. */
export type RecordResults = ReturnType<typeof createRecordResults>;

/** Whether the check may change the monitor's state. */
function isNews({ check, monitor, state, isInMaintenance }: Judged): boolean {
  return (
    check.verdict !== state.verdict ||
    check.message !== state.message ||
    (check.status === 'MAINTENANCE') !== isInMaintenance ||
    check.status === 'UNKNOWN' ||
    check.isConfirming ||
    (state.verdict === 'DOWN' && monitor.confirmFrom !== null)
  );
}

function slotEnd({ check, state, outcome, at, calledAt }: Judged, nextDueAt: Date | null): SlotEnd {
  const isGood = outcome.verdict === 'UP';
  const response = outcome.exchange?.response;
  const good =
    isGood && response
      ? goodResponse({
          status: response.status,
          durationMs: outcome.durationMs,
          contentType: response.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? null,
          body: response.body,
        })
      : null;
  return {
    monitorId: check.monitorId,
    region: check.region,
    claim: check.claim,
    verdict: state.verdict,
    message: state.message,
    failures: state.failures,
    lastAt: at.toISOString(),
    lastDurationMs: outcome.durationMs,
    nextDueAt: nextDueAt?.toISOString() ?? null,
    good: good && good.shape !== check.shape ? good : null,
    isGood,
    calledAt: calledAt?.toISOString() ?? null,
  };
}

const maxDurationUs = 2_147_483_647;

function toRow({ id, check, outcome, at, state, isRetried, isInMaintenance, runId }: Judged): NewResult {
  const { verdict, durationMs, phases, exchange, findings, certificate, values } = outcome;
  return {
    id,
    monitorId: check.monitorId,
    region: check.region,
    at,
    durationUs: durationMs === null ? null : Math.min(maxDurationUs, Math.round(durationMs * 1000)),
    statusCode: exchange?.response?.status ?? null,
    attempt: isRetried ? state.failures : check.failures + 1,
    verdict: verdicts.indexOf(verdict),
    isInMaintenance,
    isRetried,
    dnsMs: phases.dnsMs ?? null,
    connectMs: phases.connectMs ?? null,
    tlsMs: phases.tlsMs ?? null,
    firstByteMs: phases.firstByteMs ?? null,
    downloadMs: phases.downloadMs ?? null,
    code: outcome.code,
    message: outcome.message,
    runId,
    detail: verdict === 'UP' ? null : { exchange, findings, certificate, values },
  };
}

const hourMs = 3_600_000;
function hoursOf(done: readonly Judged[]): { id: string; at: Date }[] {
  const hours = new Set(done.map(({ at }) => Math.floor(at.getTime() / hourMs) * hourMs));
  return [...hours].map((at) => ({ id: newId(), at: new Date(at) }));
}
