import { and, eq, ne, sql } from 'drizzle-orm';
import { isDeclared } from '../database/notifier.ts';
import type { Sql } from '../database/pool.ts';
import { heldByProcess, process } from '../tables.ts';

const isAlive = sql.raw(isDeclared('process.name'));

/** Processes of the installation, and what exists only in one of them. */
export const processesStore = {
  /** Registers a process, and deletes dead ones with their holdings. */
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
  /** The address of a process; undefined if it isn't alive. */
  async addressOf(db: Sql, name: string): Promise<string | undefined> {
    const [row] = await db
      .select()
      .from(process)
      .where(and(eq(process.name, name), isAlive));
    return row?.address;
  },
  /** Living processes with this role, except the given one. */
  async allBut(db: Sql, name: string, role: string): Promise<string[]> {
    const rows = await db
      .select({ name: process.name })
      .from(process)
      .where(and(ne(process.name, name), sql`${role} = any(${process.roles})`, isAlive))
      .orderBy(process.name);
    return rows.map((row) => row.name);
  },
  /** Registers a process as the holder of a key. */
  async hold(db: Sql, key: string, name: string): Promise<void> {
    await db
      .insert(heldByProcess)
      .values({ key, process: name })
      .onConflictDoUpdate({ target: heldByProcess.key, set: { process: name } });
  },
  async release(db: Sql, key: string, name: string): Promise<void> {
    await db.delete(heldByProcess).where(and(eq(heldByProcess.key, key), eq(heldByProcess.process, name)));
  },
  /** The living process that holds a key; undefined if there is none. */
  async holderOf(db: Sql, key: string): Promise<string | undefined> {
    const [row] = await db
      .select({ name: process.name })
      .from(heldByProcess)
      .innerJoin(process, eq(process.name, heldByProcess.process))
      .where(and(eq(heldByProcess.key, key), isAlive));
    return row?.name;
  },
};
