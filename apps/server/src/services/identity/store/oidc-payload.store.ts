import { createHash } from 'node:crypto';
import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import { type Database, unnamed } from '../../../platform/database/pool.ts';
import { webClientId, webRefreshGraceMs } from '../domain/clients.ts';
import { oidcPayload } from './tables.ts';

/** These ids are bearer secrets: only their digest is stored. Session and interaction ids are useless without the cookie signature. */
const secretTypes = new Set(['RefreshToken', 'AuthorizationCode']);
const digest = (text: string) => createHash('sha256').update(text).digest('base64url');

/** createOidcAdapter stores the issuer's state in PostgreSQL, so that several processes act as one issuer. */
export function createOidcAdapter(database: Database): (type: string) => Adapter {
  const upsert = database.sql
    .insert(oidcPayload)
    .values({
      type: sql.placeholder('type'),
      id: sql.placeholder('id'),
      payload: sql.placeholder('payload'),
      grantId: sql.placeholder('grantId'),
      accountId: sql.placeholder('accountId'),
      userCode: sql.placeholder('userCode'),
      uid: sql.placeholder('uid'),
      expiresAt: sql`${sql.placeholder('expiresAt')}::timestamptz`,
    })
    .onConflictDoUpdate({
      target: [oidcPayload.type, oidcPayload.id],
      set: {
        payload: sql`excluded.payload`,
        grantId: sql`excluded.grant_id`,
        accountId: sql`excluded.account_id`,
        userCode: sql`excluded.user_code`,
        uid: sql`excluded.uid`,
        expiresAt: sql`excluded.expires_at`,
      },
    })
    .prepare(unnamed);
  return (type) => {
    const secret = secretTypes.has(type);
    const at = (id: string) => and(eq(oidcPayload.type, type), eq(oidcPayload.id, secret ? digest(id) : id));
    const toPayload = (row: typeof oidcPayload.$inferSelect | undefined, id?: string): AdapterPayload | undefined => {
      if (!row) return undefined;
      const payload = { ...row.payload, ...(secret && id && { jti: id }) };
      const inGrace = payload.clientId === webClientId && Date.now() - Number(row.consumedAt) < webRefreshGraceMs;
      if (!row.consumedAt || (type === 'RefreshToken' && inGrace)) return payload;
      return { ...payload, consumed: Math.floor(row.consumedAt.getTime() / 1000) };
    };
    const findBy = async (condition: ReturnType<typeof and>, id?: string) => {
      const [row] = await database.sql.select().from(oidcPayload).where(condition).limit(1);
      return toPayload(row, id);
    };
    const endGrant = async (grantId: string) => {
      const tokens = and(inArray(oidcPayload.type, [...secretTypes]), eq(oidcPayload.grantId, grantId));
      const grant = and(eq(oidcPayload.type, 'Grant'), eq(oidcPayload.id, grantId));
      await database.sql.delete(oidcPayload).where(or(tokens, grant));
    };
    return {
      async upsert(id, payload, expiresIn) {
        const { jti, ...rest } = payload;
        await upsert.execute({
          type,
          id: secret ? digest(id) : id,
          payload: secret ? rest : { ...rest, ...(jti !== undefined && { jti }) },
          grantId: payload.grantId ?? null,
          accountId: payload.accountId ?? null,
          userCode: payload.userCode ?? null,
          uid: payload.uid ?? null,
          expiresAt: expiresIn ? new Date(Date.now() + expiresIn * 1000) : null,
        });
      },
      find: (id) => findBy(at(id), id),
      findByUid: (uid) => findBy(and(eq(oidcPayload.type, type), eq(oidcPayload.uid, uid))),
      findByUserCode: (userCode) => findBy(and(eq(oidcPayload.type, type), eq(oidcPayload.userCode, userCode))),
      async consume(id) {
        const consumed = await database.sql
          .update(oidcPayload)
          .set({ consumedAt: sql`now()` })
          .where(and(at(id), isNull(oidcPayload.consumedAt)))
          .returning({ id: oidcPayload.id });
        if (consumed.length) return;
        // Two calls read the token before one of them consumed it. Only pages that share a cookie may do that.
        const payload = await findBy(at(id), id);
        if (payload && !payload.consumed) return;
        if (payload?.grantId) await endGrant(payload.grantId);
        throw new errors.InvalidGrant('token was used by two calls at once');
      },
      async destroy(id) {
        await database.sql.delete(oidcPayload).where(at(id));
      },
      async revokeByGrantId(grantId) {
        await database.sql.delete(oidcPayload).where(and(eq(oidcPayload.type, type), eq(oidcPayload.grantId, grantId)));
      },
    };
  };
}
