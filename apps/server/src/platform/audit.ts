import { newId } from '@touchstone/kernel';
import { sql } from 'drizzle-orm';
import { type Database, unnamed } from './database/pool.ts';
import type { Caller } from './http/caller.ts';
import { audit } from './tables.ts';

export interface AuditEntry {
  /** Noun and past-tense verb, such as `suite.deleted`. */
  action: string;
  target?: string;
  detail?: Record<string, unknown>;
}
/** Records who did what; `caller` is undefined for actions of the product itself. */
export type Audit = (
  caller: Partial<Pick<Caller, 'organizationId' | 'userId' | 'address' | 'requestId'>> | undefined,
  entry: AuditEntry,
) => Promise<void>;

export function createAudit(database: Database): Audit {
  const insert = database.sql
    .insert(audit)
    .values({
      id: sql.placeholder('id'),
      organizationId: sql.placeholder('organizationId'),
      userId: sql.placeholder('userId'),
      address: sql.placeholder('address'),
      requestId: sql.placeholder('requestId'),
      action: sql.placeholder('action'),
      target: sql.placeholder('target'),
      detail: sql`${sql.placeholder('detail')}::jsonb`,
    })
    .prepare(unnamed);
  return async (caller, { action, target, detail }) => {
    await insert.execute({
      id: newId(),
      organizationId: caller?.organizationId ?? null,
      userId: caller?.userId ?? null,
      address: caller?.address ?? null,
      requestId: caller?.requestId ?? null,
      action,
      target: target ?? null,
      detail: detail ? JSON.stringify(detail) : null,
    });
  };
}
