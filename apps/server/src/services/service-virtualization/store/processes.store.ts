import { and, eq, ne, sql } from 'drizzle-orm';
import { isDeclared } from '../../../platform/database/notifier.ts';
import type { Sql } from '../../../platform/database/pool.ts';
import { hostingProcess } from './tables.ts';

const isAlive = sql.raw(isDeclared('hosting_process.name'));

/** Processes that answer for mocks, and where others reach them. */
export const processesStore = {
  /** Names a process, and forgets those that are dead. */
  async announce(db: Sql, values: typeof hostingProcess.$inferInsert): Promise<void> {
    await db.delete(hostingProcess).where(sql`not ${isAlive}`);
    await db
      .insert(hostingProcess)
      .values(values)
      .onConflictDoUpdate({ target: hostingProcess.name, set: { address: values.address } });
  },
  async remove(db: Sql, name: string): Promise<void> {
    await db.delete(hostingProcess).where(eq(hostingProcess.name, name));
  },
  /** Where a process is reached; undefined where it is not alive. */
  async addressOf(db: Sql, name: string): Promise<string | undefined> {
    const [row] = await db
      .select()
      .from(hostingProcess)
      .where(and(eq(hostingProcess.name, name), isAlive));
    return row?.address;
  },
  /** Any process but this one that is alive. */
  async anyBut(db: Sql, name: string): Promise<string | undefined> {
    const [row] = await db
      .select({ name: hostingProcess.name })
      .from(hostingProcess)
      .where(and(ne(hostingProcess.name, name), isAlive))
      .orderBy(hostingProcess.name)
      .limit(1);
    return row?.name;
  },
};
