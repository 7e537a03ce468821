import { parentPort, workerData } from 'node:worker_threads';
import type { DatabaseKind } from '@touchstone/contracts/workspaces';
import { DatabaseError, toDatabaseError } from './database-error.ts';
import type {
  DatabaseAnswer,
  DatabaseColumn,
  DatabaseLink,
  DatabaseQuestion,
  DatabaseTarget,
  OpenLink,
  OpenOptions,
  RowSink,
} from './database-link.ts';

/** What the thread is started with. */
export interface DatabaseJob {
  target: DatabaseTarget;
  options: OpenOptions;
  question: DatabaseQuestion;
}
export type FromDatabaseWorker =
  | { answer: DatabaseAnswer }
  | { columns: DatabaseColumn[] }
  | { rows: unknown[][] }
  | { problem: string };

/** Only the required driver is loaded. */
const drivers: Record<DatabaseKind, () => Promise<OpenLink>> = {
  postgresql: async () => (await import('./postgresql.ts')).openPostgresql,
  mysql: async () => (await import('./mysql.ts')).openMysql,
  sqlServer: async () => (await import('./sql-server.ts')).openSqlServer,
  oracle: async () => (await import('./oracle.ts')).openOracle,
  mongodb: async () => (await import('./mongodb.ts')).openMongodb,
};

async function answer(link: DatabaseLink, question: DatabaseQuestion): Promise<DatabaseAnswer> {
  if (question.type === 'version') return { version: await link.version() };
  const { text, values, maxRows } = question;
  const valueFor = (name: string) => {
    if (!Object.hasOwn(values, name)) throw new DatabaseError(`The variable ${name} has no value.`);
    return values[name] as string;
  };
  if (question.type === 'query') return { rows: await link.query(text, valueFor, maxRows) };
  await link.read(question, valueFor, sink);
  return { ended: true };
}

const post = (message: FromDatabaseWorker) => parentPort?.postMessage(message);
/** Two batches may be in flight; after that, the receiver requests each one. */
let room = 2;
let whenRoom: (() => void) | undefined;
parentPort?.on('message', () => {
  room += 1;
  whenRoom?.();
});
parentPort?.unref();

const sink: RowSink = {
  columns: (columns) => post({ columns }),
  async rows(rows) {
    post({ rows });
    room -= 1;
    if (room > 0) return;
    parentPort?.ref();
    await new Promise<void>((resolve) => {
      whenRoom = resolve;
    });
    parentPort?.unref();
  },
};

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
