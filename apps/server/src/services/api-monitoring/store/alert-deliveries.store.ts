import type { DeliveryAttempt, DeliveryState } from '@touchstone/contracts/api-monitoring';
import { newId } from '@touchstone/kernel';
import { and, asc, desc, eq, exists, inArray, isNull, lt, sql } from 'drizzle-orm';
import { lockUntilCommit } from '../../../platform/database/lock-until-commit.ts';
import { isDeclared } from '../../../platform/database/notifier.ts';
import type { Sql } from '../../../platform/database/pool.ts';
import { type Told, toldId } from '../domain/alerts/alert-message.ts';
import type { AlertEvent } from '../domain/alerts/plan-alerts.ts';
import { alertDelivery, alertOrder, burnAlert } from './alert-tables.ts';
import { incident, incidentEntry } from './tables.ts';

export type DeliveryRow = typeof alertDelivery.$inferSelect;
export type OrderRow = typeof alertOrder.$inferSelect;

/** A message about an incident, to be ordered. */
export interface NewOrder {
  organizationId: string;
  projectId: string;
  policyId: string;
  policyName: string;
  channelId: string;
  event: AlertEvent;
  step: number;
  dueAt: Date;
  /** How long to wait for other incidents of the project, in seconds; 0: sent on its own. */
  groupSeconds: number;
  incident: Told;
}

const maxAttempts = 20;
const open = inArray(alertDelivery.state, ['WAITING', 'SENDING']);

/** Messages and their orders. */
export const deliveriesStore = {
  /** Orders a message, once per incident, event, step and channel; joins a message that is waiting to be grouped. */
  async order(db: Sql, order: NewOrder, now: Date): Promise<void> {
    const { groupSeconds, incident: told, dueAt, ...columns } = order;
    const { channelId, event, step } = columns;
    const incidentId = toldId(told);
    const values = { id: newId(), incidentId, channelId, event, step, incident: told };
    const groupKey = `alert ${columns.policyId} ${channelId} ${event} ${step}`;
    if (groupSeconds > 0) await lockUntilCommit(db, groupKey);
    const [known] = await db
      .select({ id: alertOrder.id })
      .from(alertOrder)
      .where(
        and(
          eq(alertOrder.incidentId, incidentId),
          eq(alertOrder.event, event),
          eq(alertOrder.step, step),
          eq(alertOrder.channelId, channelId),
        ),
      );
    if (known) return;
    const due = new Date(dueAt.getTime() + groupSeconds * 1000);
    const group = groupSeconds > 0 ? await findGroup(db, columns, due) : undefined;
    const deliveryId = group ?? newId();
    if (!group)
      await db
        .insert(alertDelivery)
        .values({ id: deliveryId, ...columns, state: 'WAITING', dueAt: due, attempts: [], createdAt: now });
    await db.insert(alertOrder).values({ ...values, deliveryId });
  },

  /** An incident's orders with their messages, which stay locked until the transaction ends. */
  async ofIncident(db: Sql, incidentId: string): Promise<{ order: OrderRow; delivery: DeliveryRow }[]> {
    return db
      .select({ order: alertOrder, delivery: alertDelivery })
      .from(alertOrder)
      .innerJoin(alertDelivery, eq(alertDelivery.id, alertOrder.deliveryId))
      .where(eq(alertOrder.incidentId, incidentId))
      .orderBy(alertDelivery.id)
      .for('update');
  },
  /** Cancels orders of messages that haven't been tried; a message without any left is cancelled too. */
  async cancel(db: Sql, orderIds: readonly string[], now: Date): Promise<void> {
    if (orderIds.length === 0) return;
    const rows = await db
      .update(alertOrder)
      .set({ isCancelled: true })
      .where(inArray(alertOrder.id, [...orderIds]))
      .returning({ deliveryId: alertOrder.deliveryId });
    const ids = [...new Set(rows.map(({ deliveryId }) => deliveryId))];
    await db
      .update(alertDelivery)
      .set({ state: 'CANCELLED', doneAt: now })
      .where(
        and(
          inArray(alertDelivery.id, ids),
          open,
          sql`not exists (select 1 from ${alertOrder} o where o.delivery_id = ${alertDelivery.id} and not o.is_cancelled)`,
        ),
      );
  },
  async cancelOfPolicy(db: Sql, policyId: string, now: Date): Promise<void> {
    await db
      .update(alertDelivery)
      .set({ state: 'CANCELLED', doneAt: now })
      .where(and(eq(alertDelivery.policyId, policyId), eq(alertDelivery.state, 'WAITING')));
  },
  /** Moves a waiting message forward, with the incident's current state. */
  async hasten(db: Sql, { orderId, deliveryId }: { orderId: string; deliveryId: string }, told: Told, dueAt: Date) {
    await db.update(alertOrder).set({ incident: told }).where(eq(alertOrder.id, orderId));
    await db
      .update(alertDelivery)
      .set({ dueAt: sql`least(${alertDelivery.dueAt}, ${dueAt.toISOString()}::timestamptz)` })
      .where(eq(alertDelivery.id, deliveryId));
  },

  /**
   * Claims due messages: at most one per channel, and none of an incident while an earlier message about it to that
   * channel is unfinished. Claims of living processes are respected; so are claims that end after `lostAfter`, in any
   * case.
   */
  async claim(
    db: Sql,
    {
      owner,
      now,
      until,
      lostAfter,
      most,
      except,
    }: { owner: string; now: Date; until: Date; lostAfter: Date; most: number; except: readonly string[] },
  ): Promise<DeliveryRow[]> {
    const at = now.toISOString();
    const isHeld = (name: 'c' | 'd' | 's') => sql`coalesce(${sql.raw(name)}.claimed_until > ${at}::timestamptz
      and (${sql.raw(name)}.claimed_until > ${lostAfter.toISOString()}::timestamptz or ${sql.raw(name)}.claimed_by is null
        or ${sql.raw(isDeclared(`${name}.claimed_by`))}), false)`;
    const { rows } = await db.execute<{ id: string }>(sql`
      select d.id from ${alertDelivery} d where d.id in (
        select distinct on (c.channel_id) c.id from ${alertDelivery} c
        where c.state in ('WAITING', 'SENDING') and c.due_at <= ${at}::timestamptz
          and not ${isHeld('c')} and c.organization_id <> all(${sql.param([...except])}::uuid[])
          and not exists (select 1 from ${alertDelivery} s where s.channel_id = c.channel_id and s.state = 'SENDING' and ${isHeld('s')})
          and not exists (select 1 from ${alertOrder} o join ${alertOrder} p on p.incident_id = o.incident_id and p.channel_id = o.channel_id
            join ${alertDelivery} e on e.id = p.delivery_id
            where o.delivery_id = c.id and e.id < c.id and e.state in ('WAITING', 'SENDING')
              and (e.attempt_count > 0 or e.due_at <= c.due_at))
        order by c.channel_id, c.due_at, c.id)
        and d.state in ('WAITING', 'SENDING') and not ${isHeld('d')}
      order by d.due_at, d.id limit ${most} for update of d skip locked`);
    if (rows.length === 0) return [];
    return db
      .update(alertDelivery)
      .set({
        state: 'SENDING',
        claimedUntil: until,
        claimedBy: owner,
        claim: sql`${alertDelivery.claim} + 1`,
        attemptCount: sql`${alertDelivery.attemptCount} + 1`,
        firstTriedAt: sql`coalesce(${alertDelivery.firstTriedAt}, ${at}::timestamptz)`,
      })
      .where(
        and(
          inArray(
            alertDelivery.id,
            rows.map(({ id }) => id),
          ),
          open,
        ),
      )
      .returning();
  },
  /** Stores an attempt's outcome; false if another process has claimed the message since. */
  async settle(
    db: Sql,
    { id, claim, attempts }: DeliveryRow,
    {
      attempt,
      state,
      dueAt,
      now,
    }: { attempt: DeliveryAttempt; state: DeliveryState; dueAt?: Date | undefined; now: Date },
  ): Promise<boolean> {
    const { rowCount } = await db
      .update(alertDelivery)
      .set({
        state,
        claimedUntil: null,
        claimedBy: null,
        attempts: [...attempts, attempt].slice(-maxAttempts),
        ...(dueAt && { dueAt }),
        doneAt: state === 'WAITING' ? null : now,
      })
      .where(and(eq(alertDelivery.id, id), eq(alertDelivery.claim, claim), eq(alertDelivery.state, 'SENDING')));
    return rowCount === 1;
  },
  async ordersOf(db: Sql, deliveryIds: readonly string[]): Promise<OrderRow[]> {
    if (deliveryIds.length === 0) return [];
    return db
      .select()
      .from(alertOrder)
      .where(inArray(alertOrder.deliveryId, [...deliveryIds]))
      .orderBy(asc(alertOrder.id));
  },
  /** Of these incidents, those neither acknowledged nor closed; likewise for burn-rate alerts that haven't ended. */
  async unattended(db: Sql, incidentIds: readonly string[]): Promise<Set<string>> {
    if (incidentIds.length === 0) return new Set();
    const rows = await db
      .select({ id: incident.id })
      .from(incident)
      .where(and(inArray(incident.id, [...incidentIds]), eq(incident.state, 'OPEN')));
    const burns = await db
      .select({ id: burnAlert.id })
      .from(burnAlert)
      .where(and(inArray(burnAlert.id, [...incidentIds]), isNull(burnAlert.closedAt)));
    return new Set([...rows, ...burns].map(({ id }) => id));
  },
  /** Adds lines to the time lines of the incidents that still exist. */
  async note(
    db: Sql,
    incidentIds: readonly string[],
    line: { kind: 'alerted' | 'escalated'; at: Date; text: string },
  ): Promise<void> {
    for (const id of incidentIds)
      await db.execute(sql`insert into ${incidentEntry} (id, incident_id, kind, at, text)
        select ${newId()}::uuid, i.id, ${line.kind}, ${line.at.toISOString()}::timestamptz, ${line.text} from ${incident} i where i.id = ${id}::uuid`);
  },

  async find(db: Sql, organizationId: string, id: string): Promise<DeliveryRow | undefined> {
    const [row] = await db
      .select()
      .from(alertDelivery)
      .where(and(eq(alertDelivery.id, id), eq(alertDelivery.organizationId, organizationId)));
    return row;
  },
  async list(
    db: Sql,
    filter: {
      projectId: string;
      incidentId?: string | undefined;
      channelId?: string | undefined;
      state?: DeliveryState | undefined;
    },
    { page, size }: { page: number; size: number },
  ): Promise<{ rows: DeliveryRow[]; totalElements: number }> {
    const { projectId, incidentId, channelId, state } = filter;
    const where = and(
      eq(alertDelivery.projectId, projectId),
      channelId ? eq(alertDelivery.channelId, channelId) : undefined,
      state ? eq(alertDelivery.state, state) : undefined,
      incidentId
        ? exists(
            db
              .select({ id: alertOrder.id })
              .from(alertOrder)
              .where(and(eq(alertOrder.deliveryId, alertDelivery.id), eq(alertOrder.incidentId, incidentId))),
          )
        : undefined,
    );
    const [rows, totalElements] = await Promise.all([
      db
        .select()
        .from(alertDelivery)
        .where(where)
        .orderBy(desc(alertDelivery.id))
        .limit(size)
        .offset(page * size),
      db.$count(alertDelivery, where),
    ]);
    return { rows, totalElements };
  },
  /** Sends a message again immediately; a delivered one gets a new key. False if it is being sent or was cancelled. */
  async again(db: Sql, id: string, now: Date): Promise<boolean> {
    const { rowCount } = await db
      .update(alertDelivery)
      .set({
        resends: sql`${alertDelivery.resends} + case when ${alertDelivery.state} = 'DELIVERED' then 1 else 0 end`,
        state: 'WAITING',
        dueAt: now,
        firstTriedAt: null,
        doneAt: null,
      })
      .where(and(eq(alertDelivery.id, id), inArray(alertDelivery.state, ['WAITING', 'DELIVERED', 'FAILED'])));
    return rowCount === 1;
  },
  async deleteBefore(db: Sql, before: Date): Promise<void> {
    await db.delete(alertDelivery).where(lt(alertDelivery.doneAt, before));
  },
};

/** A waiting message of the same kind that hasn't been tried. */
async function findGroup(
  db: Sql,
  { policyId, channelId, event, step }: Pick<NewOrder, 'policyId' | 'channelId' | 'event' | 'step'>,
  due: Date,
): Promise<string | undefined> {
  const [row] = await db
    .select({ id: alertDelivery.id })
    .from(alertDelivery)
    .where(
      and(
        eq(alertDelivery.policyId, policyId),
        eq(alertDelivery.channelId, channelId),
        eq(alertDelivery.event, event),
        eq(alertDelivery.step, step),
        eq(alertDelivery.state, 'WAITING'),
        eq(alertDelivery.attemptCount, 0),
        sql`${alertDelivery.dueAt} <= ${due.toISOString()}::timestamptz`,
        sql`(select count(*) from ${alertOrder} o where o.delivery_id = ${alertDelivery.id}) < 50`,
      ),
    )
    .orderBy(alertDelivery.id)
    .limit(1)
    .for('update');
  return row?.id;
}
