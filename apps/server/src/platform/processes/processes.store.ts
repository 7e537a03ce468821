import { and, eq, ne, sql } from 'drizzle-orm';
import { isDeclared } from '../database/notifier.ts';
import type { Sql } from '../database/pool.ts';
import { heldByProcess, process } from '../tables.ts';

const isAlive = sql.raw(isDeclared('process.name'));

/** Processes of the installation, and what each of them alone has. */
export const processesStore = {
  /** Names a process, and forgets those that are dead with what they had. */
  async announce(db: Sql, values: typeof process.$inferInsert): Promise<void> {
    await db.delete(process).where(sql`not ${isAlive}`);
    await db
      .insert(process)
      .values(values)
      .onConflictDoUpdate({ target: process.name, set: { address: values.address } });
  },
  async remove(db: Sql, name: string): Promise<void> {
    await db.delete(process).where(eq(process.name, name));
  },
  /** Where a process is reached; undefined where it is not alive. */
  async addressOf(db: Sql, name: string): Promise<string | undefined> {
    const [row] = await db
      .select()
      .from(process)
      .where(and(eq(process.name, name), isAlive));
    return row?.address;
  },
  /** Live processes of this role other than the named one. */
  async allBut(db: Sql, name: string, role: string): Promise<string[]> {
    const rows = await db
      .select({ name: process.name })
      .from(process)
      .where(and(ne(process.name, name), sql`${role} = any(${process.roles})`, isAlive))
      .orderBy(process.name);
    return rows.map((row) => row.name);
  },
  /** Says which process has a thing from now on. */
  async hold(db: Sql, key: string, name: string): Promise<void> {
    await db
      .insert(heldByProcess)
      .values({ key, process: name })
      .onConflictDoUpdate({ target: heldByProcess.key, set: { process: name } });
  },
  async letGo(db: Sql, key: string, name: string): Promise<void> {
    await db.delete(heldByProcess).where(and(eq(heldByProcess.key, key), eq(heldByProcess.process, name)));
  },
  /** The process that has a thing; undefined where none that is alive has. */
  async holderOf(db: Sql, key: string): Promise<string | undefined> {
    const [row] = await db
      .select({ name: process.name })
      .from(heldByProcess)
      .innerJoin(process, eq(process.name, heldByProcess.process))
      .where(and(eq(heldByProcess.key, key), isAlive));
    return row?.name;
  },
};
