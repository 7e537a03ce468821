import type { Database } from '../../../platform/database/pool.ts';
import { registration } from './tables.ts';

/** RegistrationStore stores what was agreed to at sign-up. */
export interface RegistrationStore {
  add(entry: typeof registration.$inferInsert): Promise<void>;
}

export const createRegistrationStore = (database: Database): RegistrationStore => ({
  async add(entry) {
    await database.sql.insert(registration).values(entry);
  },
});
