import { parentPort, workerData } from 'node:worker_threads';
import type { DatabaseKind } from '@touchstone/contracts/workspaces';
import { DatabaseError, toDatabaseError } from './database-error.ts';
import type {
  DatabaseAnswer,
  DatabaseLink,
  DatabaseQuestion,
  DatabaseTarget,
  OpenLink,
  OpenOptions,
} from './database-link.ts';

/** What the thread is started with. */
export interface DatabaseJob {
  target: DatabaseTarget;
  options: OpenOptions;
  question: DatabaseQuestion;
}
export type FromDatabaseWorker = { answer: DatabaseAnswer } | { problem: string };

/** Only the driver that is needed is loaded. */
const drivers: Record<DatabaseKind, () => Promise<OpenLink>> = {
  postgresql: async () => (await import('./postgresql.ts')).openPostgresql,
  mysql: async () => (await import('./mysql.ts')).openMysql,
  sqlServer: async () => (await import('./sql-server.ts')).openSqlServer,
  mongodb: async () => (await import('./mongodb.ts')).openMongodb,
};

async function answer(link: DatabaseLink, question: DatabaseQuestion): Promise<DatabaseAnswer> {
  if (question.type === 'version') return { version: await link.version() };
  const { text, values, maxRows } = question;
  const valueFor = (name: string) => {
    if (!Object.hasOwn(values, name)) throw new DatabaseError(`The variable ${name} has no value.`);
    return values[name] as string;
  };
  return { rows: await link.query(text, valueFor, maxRows) };
}

async function work({ target, options, question }: DatabaseJob): Promise<FromDatabaseWorker> {
  try {
    const open = await drivers[target.kind]();
    const link = await open(target, options);
    try {
      return { answer: await answer(link, question) };
    } finally {
      await link.close();
    }
  } catch (error) {
    return { problem: toDatabaseError(error, target).message };
  }
}

parentPort?.postMessage(await work(workerData as DatabaseJob));
