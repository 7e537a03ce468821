import type { MonitorStatus, Verdict } from '@touchstone/contracts/api-monitoring';
import { and, eq, lt, sql } from 'drizzle-orm';
import { isDeclared } from '../../../platform/database/notifier.ts';
import type { Sql } from '../../../platform/database/pool.ts';
import type { GoodResponse } from '../domain/incidents/response-change.ts';
import { checker, dirtyHour, monitor, monitorSlot, result } from './tables.ts';

/** A check claimed by this process. */
export interface ClaimedCheck {
  monitorId: string;
  region: string;
  isConfirming: boolean;
  dueAt: Date;
  claim: number;
  revision: number;
  runId: string | null;
  verdict: Verdict;
  message: string | null;
  failures: number;
  /** The monitor's status at the time of the claim. */
  status: MonitorStatus;
  /** Structure of the last good response. */
  shape: string | null;
}

/** The state that a check leaves in its slot. */
export interface SlotEnd {
  monitorId: string;
  region: string;
  claim: number;
  verdict: Verdict;
  message: string | null;
  failures: number;
  lastAt: string;
  lastDurationMs: number | null;
  nextDueAt: string | null;
  /** Null keeps the previous one. */
  good: GoodResponse | null;
  isGood: boolean;
  calledAt: string | null;
}
export type NewResult = typeof result.$inferInsert;

/** Claims and ends checks. */
export const checksStore = {
  /** Claims checks that are due by an instant, including those of processes that died. */
  async claim(
    db: Sql,
    { owner, region, now, until, most }: { owner: string; region: string; now: Date; until: Date; most: number },
  ): Promise<ClaimedCheck[]> {
    const { rows } = await db.execute<Record<string, unknown>>(sql`
      with due as (
        select s.monitor_id, s.region from ${monitorSlot} s
        where s.next_due_at <= ${until.toISOString()}::timestamptz and s.region in ('', ${region})
          and (s.claimed_by is null or s.claimed_until < ${now.toISOString()}::timestamptz or not ${sql.raw(isDeclared('s.claimed_by'))})
        order by s.next_due_at limit ${most} for no key update skip locked)
      update ${monitorSlot} t set claim = t.claim + 1, claimed_by = ${owner},
        claimed_until = greatest(t.next_due_at, ${now.toISOString()}::timestamptz) + make_interval(secs => m.timeout_ms / 1000.0 + 5)
      from due join api_monitoring.monitor m on m.id = due.monitor_id
      where t.monitor_id = due.monitor_id and t.region = due.region
      returning t.monitor_id as "monitorId", t.region, t.is_confirming as "isConfirming", t.next_due_at as "dueAt", t.claim,
        m.revision, m.status, t.run_id as "runId", t.verdict, t.message, t.failures, t.good->>'shape' as shape`);
    return rows.map((row) => ({
      ...row,
      dueAt: new Date(row.dueAt as string),
      claim: Number(row.claim),
    })) as ClaimedCheck[];
  },
  /** Claims a slot whether or not it is due, as for a heartbeat's call; undefined if it has been deleted. */
  async take(db: Sql, monitorId: string, region: string): Promise<ClaimedCheck | undefined> {
    const { rows } = await db.execute<Record<string, unknown>>(sql`
      update ${monitorSlot} t set claim = t.claim + 1 from ${monitor} m
      where t.monitor_id = ${monitorId} and t.region = ${region} and m.id = t.monitor_id
      returning t.monitor_id as "monitorId", t.region, t.is_confirming as "isConfirming", now() as "dueAt", t.claim,
        0 as revision, m.status, t.run_id as "runId", t.verdict, t.message, t.failures, null as shape`);
    const [row] = rows;
    return row && ({ ...row, dueAt: new Date(row.dueAt as string), claim: Number(row.claim) } as ClaimedCheck);
  },
  /** Claims the slot that is waiting for a run. */
  async takeOfRun(db: Sql, runId: string): Promise<ClaimedCheck | undefined> {
    const [slot] = await db.select().from(monitorSlot).where(eq(monitorSlot.runId, runId));
    return slot && this.take(db, slot.monitorId, slot.region);
  },
  /** Ends checks; returns those whose claim is still valid, as `monitor region`. */
  async end(db: Sql, ends: readonly SlotEnd[]): Promise<Set<string>> {
    if (ends.length === 0) return new Set();
    const { rows } = await db.execute<{ monitorId: string; region: string }>(sql`
      update ${monitorSlot} t set verdict = v.verdict, message = v.message, failures = v.failures, last_at = v."lastAt",
        last_duration_ms = v."lastDurationMs", next_due_at = v."nextDueAt", claimed_by = null, claimed_until = null, run_id = null,
        good = coalesce(v.good, t.good), last_good_at = case when v."isGood" then v."lastAt" else t.last_good_at end,
        called_at = coalesce(v."calledAt", t.called_at)
      from jsonb_to_recordset(${JSON.stringify(ends)}::jsonb) v("monitorId" uuid, region text, claim bigint, verdict text, message text,
        failures smallint, "lastAt" timestamptz, "lastDurationMs" real, "nextDueAt" timestamptz, good jsonb, "isGood" boolean, "calledAt" timestamptz)
      where t.monitor_id = v."monitorId" and t.region = v.region and t.claim = v.claim
      returning t.monitor_id as "monitorId", t.region`);
    return new Set(rows.map(({ monitorId, region }) => `${monitorId} ${region}`));
  },
  /** Lets a check wait for its run, until an instant at the latest. */
  async waitForRun(db: Sql, check: ClaimedCheck, runId: string, until: Date): Promise<void> {
    await db
      .update(monitorSlot)
      .set({ runId, nextDueAt: until, claimedBy: null, claimedUntil: null })
      .where(
        sql`${monitorSlot.monitorId} = ${check.monitorId} and ${monitorSlot.region} = ${check.region} and ${monitorSlot.claim} = ${check.claim}`,
      );
  },
  /** Ends a claim without a check. */
  async postpone(
    db: Sql,
    { monitorId, region, claim }: Pick<ClaimedCheck, 'monitorId' | 'region' | 'claim'>,
    nextDueAt: Date | null,
  ): Promise<void> {
    await db
      .update(monitorSlot)
      .set({ nextDueAt, claimedBy: null, claimedUntil: null })
      .where(and(eq(monitorSlot.monitorId, monitorId), eq(monitorSlot.region, region), eq(monitorSlot.claim, claim)));
  },
  /** Releases the slots that a process has claimed but not started. */
  async release(db: Sql, owner: string): Promise<void> {
    await db.update(monitorSlot).set({ claimedBy: null, claimedUntil: null }).where(eq(monitorSlot.claimedBy, owner));
  },
  async insertResults(db: Sql, rows: readonly NewResult[], hours: readonly { id: string; at: Date }[]): Promise<void> {
    const most = 500;
    for (let at = 0; at < rows.length; at += most) await db.insert(result).values(rows.slice(at, at + most));
    if (hours.length > 0) await db.insert(dirtyHour).values([...hours]);
  },
  /** Makes slots due at an instant, except those waiting for a run; without `region`, all but confirming ones. */
  async dueNow(db: Sql, monitorId: string, at: Date, region?: string): Promise<void> {
    await db
      .update(monitorSlot)
      .set({ nextDueAt: at })
      .where(
        sql`${monitorSlot.monitorId} = ${monitorId} and ${monitorSlot.runId} is null and ${
          region === undefined ? sql`not ${monitorSlot.isConfirming}` : sql`${monitorSlot.region} = ${region}`
        }`,
      );
  },
  async declare(db: Sql, id: string, region: string): Promise<void> {
    await db.insert(checker).values({ id, region }).onConflictDoNothing();
  },
  async withdraw(db: Sql, id: string): Promise<void> {
    await db.delete(checker).where(eq(checker.id, id));
  },
  /** Deletes processes that died some time ago. */
  async forgetDead(db: Sql, before: Date): Promise<void> {
    await db.delete(checker).where(sql`${lt(checker.startedAt, before)} and not ${sql.raw(isDeclared('id'))}`);
  },
};
