import { newId } from '@touchstone/kernel';
import { and, asc, count, desc, eq, gt, inArray, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import { type PackedIds, packIds } from '../../../platform/database/conditions.ts';
import { type Sql, unnamed } from '../../../platform/database/pool.ts';
import { builtOnce } from '../../../platform/database/statements.ts';
import { licence, licenceGrant, seatOffer } from './tables.ts';

export type LicenceRow = typeof licence.$inferSelect;
export interface PageOf {
  page: number;
  size: number;
}
export interface LicenceFilter {
  organizationId: string;
  serviceId?: string;
  status?: 'ACTIVE' | 'EXPIRED';
  /** With a holder, or without one. */
  isAssigned?: boolean | undefined;
  /** Only licences of these holders. */
  userIds?: string[] | undefined;
}

const activeAt = (now: Date) => or(isNull(licence.endsAt), gt(licence.endsAt, now));
const matching = (filter: LicenceFilter, now: Date): SQL | undefined =>
  and(
    eq(licence.organizationId, filter.organizationId),
    filter.serviceId ? eq(licence.serviceId, filter.serviceId) : undefined,
    filter.status && (filter.status === 'ACTIVE' ? activeAt(now) : lte(licence.endsAt, now)),
    filter.isAssigned === undefined
      ? undefined
      : filter.isAssigned
        ? isNotNull(licence.userId)
        : isNull(licence.userId),
    filter.userIds &&
      inArray(licence.userId, filter.userIds.length ? filter.userIds : ['00000000-0000-0000-0000-000000000000']),
  );

/** Licences held by a user, in one statement built once. */
const heldBy = builtOnce([], (db) =>
  db
    .select()
    .from(licence)
    .where(sql`${licence.userId} = any(${sql.placeholder('userIds')}::uuid[])`)
    .orderBy(asc(licence.id))
    .prepare(unnamed),
);

export const licenceStore = {
  /** True for the one caller that must give the organization its first licences. */
  async claimGrant(db: Sql, organizationId: string): Promise<boolean> {
    const rows = await db
      .insert(licenceGrant)
      .values({ organizationId })
      .onConflictDoNothing()
      .returning({ organizationId: licenceGrant.organizationId });
    return rows.length > 0;
  },
  /** Serializes changes to the organization's licences. */
  async lockGrant(db: Sql, organizationId: string): Promise<void> {
    await db.execute(sql`select 1 from ${licenceGrant} where organization_id = ${organizationId}::uuid for update`);
  },
  /** True for the one caller that must offer the user free seats. */
  async claimOffer(db: Sql, userId: string): Promise<boolean> {
    const rows = await db
      .insert(seatOffer)
      .values({ userId })
      .onConflictDoNothing()
      .returning({ userId: seatOffer.userId });
    return rows.length > 0;
  },
  async add(db: Sql, values: Omit<LicenceRow, 'id' | 'createdAt' | 'userId'>, seats: number): Promise<void> {
    if (seats > 0) await db.insert(licence).values(Array.from({ length: seats }, () => ({ id: newId(), ...values })));
  },
  /** Licences that users hold, by user. */
  async listOfUsers(db: Sql, userIds: readonly string[]): Promise<Map<string, LicenceRow[]>> {
    return Map.groupBy(await heldBy(db, {}).execute({ userIds }), ({ userId }) => userId ?? '');
  },
  async find(db: Sql, organizationId: string, id: string): Promise<LicenceRow | undefined> {
    const [row] = await db
      .select()
      .from(licence)
      .where(and(eq(licence.organizationId, organizationId), eq(licence.id, id)));
    return row;
  },
  async page(db: Sql, filter: LicenceFilter, now: Date, { page, size }: PageOf) {
    const where = matching(filter, now);
    const order = [sql`${licence.userId} is null`, desc(licence.endsAt), asc(licence.id)];
    // The index alone finds the rows of the page; only these are read.
    const onPage = db
      .select({ id: licence.id })
      .from(licence)
      .where(where)
      .orderBy(...order)
      .limit(size)
      .offset(page * size);
    const [rows, [total]] = await Promise.all([
      db
        .select()
        .from(licence)
        .where(inArray(licence.id, onPage))
        .orderBy(...order),
      db.select({ value: count() }).from(licence).where(where),
    ]);
    return { rows, totalElements: total?.value ?? 0 };
  },
  async counts(db: Sql, organizationId: string, now: Date) {
    return await db
      .select({
        serviceId: licence.serviceId,
        total: sql<number>`count(*)::int`,
        expired: sql<number>`count(*) filter (where ${licence.endsAt} <= ${now.toISOString()}::timestamptz)::int`,
        assigned: sql<number>`count(${licence.userId})::int`,
        plan: sql<LicenceRow['plan']>`max(${licence.plan})`,
      })
      .from(licence)
      .where(eq(licence.organizationId, organizationId))
      .groupBy(licence.serviceId);
  },
  async countByStatus(db: Sql, organizationId: string | undefined, now: Date) {
    const [row] = await db
      .select({
        total: sql<number>`count(*)::int`,
        expired: sql<number>`count(*) filter (where ${licence.endsAt} <= ${now.toISOString()}::timestamptz)::int`,
      })
      .from(licence)
      .where(organizationId ? eq(licence.organizationId, organizationId) : undefined);
    return { total: row?.total ?? 0, expired: row?.expired ?? 0 };
  },
  /** Assigns a free licence, in one statement; false if another call was faster. */
  async assign(db: Sql, id: string, userId: string): Promise<boolean> {
    const result = await db
      .update(licence)
      .set({ userId })
      .where(and(eq(licence.id, id), isNull(licence.userId)));
    return result.rowCount === 1;
  },
  /**
   * Assigns the user the longest-lasting free seat of the service; an expired one still allows reading. False if none
   * is free.
   */
  async assignFree(db: Sql, organizationId: string, serviceId: string, userId: string): Promise<boolean> {
    const result = await db.execute(sql`
      update ${licence} set user_id = ${userId}::uuid where id = (
        select id from ${licence}
        where organization_id = ${organizationId}::uuid and service_id = ${serviceId}::uuid and user_id is null
        order by ends_at desc nulls first, id limit 1 for update skip locked)`);
    return result.rowCount === 1;
  },
  async unassign(db: Sql, id: string): Promise<void> {
    await db.update(licence).set({ userId: null }).where(eq(licence.id, id));
  },
  /** Ids of users who hold an unexpired licence for the service. */
  async packHolders(db: Sql, organizationId: string, serviceId: string, now: Date): Promise<PackedIds> {
    const [row] = await db
      .select({ userIds: packIds(licence.userId) })
      .from(licence)
      .where(and(matching({ organizationId, serviceId, status: 'ACTIVE' }, now), isNotNull(licence.userId)));
    if (!row) throw new Error('An aggregate has a row.');
    return row.userIds;
  },
  async setEnd(db: Sql, organizationId: string, endsAt: Date | null): Promise<void> {
    await db.update(licence).set({ endsAt }).where(eq(licence.organizationId, organizationId));
  },
  /**
   * Moves every licence of the organization to a plan and an end; holders keep theirs. `startsAt` applies to those of
   * another plan.
   */
  async renew(
    db: Sql,
    organizationId: string,
    values: { plan: LicenceRow['plan']; startsAt: Date; endsAt: Date | null },
  ): Promise<void> {
    const startsAt = sql`case when ${licence.plan} = ${values.plan} then ${licence.startsAt} else ${values.startsAt.toISOString()}::timestamptz end`;
    await db
      .update(licence)
      .set({ ...values, startsAt })
      .where(eq(licence.organizationId, organizationId));
  },
  /** Sets the number of licences of a service; held ones are never removed. */
  async setSeats(
    db: Sql,
    organizationId: string,
    serviceId: string,
    seats: number,
    values: { plan: LicenceRow['plan']; startsAt: Date; endsAt: Date | null },
  ): Promise<void> {
    const ofService = and(eq(licence.organizationId, organizationId), eq(licence.serviceId, serviceId));
    const [row] = await db.select({ value: count() }).from(licence).where(ofService);
    const surplus = (row?.value ?? 0) - seats;
    if (surplus < 0) await licenceStore.add(db, { organizationId, serviceId, ...values }, -surplus);
    if (surplus <= 0) return;
    const free = db
      .select({ id: licence.id })
      .from(licence)
      .where(and(ofService, isNull(licence.userId)))
      .limit(surplus);
    await db.delete(licence).where(inArray(licence.id, free));
  },
};
