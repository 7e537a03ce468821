import { newId } from '@touchstone/kernel';
import type { Database } from './database/pool.ts';
import type { Caller } from './http/caller.ts';
import { audit } from './tables.ts';

export interface AuditEntry {
  /** Noun and past verb, such as `suite.deleted`. */
  action: string;
  target?: string;
  detail?: Record<string, unknown>;
}
/** Writes who did what; `caller` is undefined for what the product does by itself. */
export type Audit = (
  caller: Partial<Pick<Caller, 'organizationId' | 'userId' | 'address' | 'requestId'>> | undefined,
  entry: AuditEntry,
) => Promise<void>;

export const createAudit =
  (database: Database): Audit =>
  async (caller, entry) => {
    await database.sql.insert(audit).values({
      id: newId(),
      organizationId: caller?.organizationId,
      userId: caller?.userId,
      address: caller?.address,
      requestId: caller?.requestId,
      action: entry.action,
      target: entry.target,
      detail: entry.detail,
    });
  };
