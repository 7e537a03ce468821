import type { Document, MongoClientOptions } from 'mongodb';
import { loadDriver } from '../../../../platform/drivers/drivers.ts';
import { readMongoQuery } from '../../domain/mongo-query.ts';
import { DatabaseError } from './database-error.ts';
import { batchRows, type DatabaseLink, type DatabaseTarget, type OpenOptions, tlsOptionsOf } from './database-link.ts';
import { plainValue } from './plain-value.ts';

/** openMongodb connects to MongoDB with `mongodb`, to a single server and not to others that it announces. */
export async function openMongodb(target: DatabaseTarget, options: OpenOptions): Promise<DatabaseLink> {
  const { BSON, MongoClient } = loadDriver<typeof import('mongodb')>('mongodb', options.driversFolder);
  const timeoutMs = Math.ceil(options.timeoutMs);
  const tls = tlsOptionsOf(target);
  const host = target.host.includes(':') ? `[${target.host}]` : target.host;
  const client = new MongoClient(`mongodb://${host}:${target.port}/`, {
    appName: 'touchstone',
    directConnection: true,
    maxPoolSize: 1,
    // Well before the time limit, which includes loading the driver, so that the actual reason is reported.
    serverSelectionTimeoutMS: Math.ceil(timeoutMs * 0.5),
    connectTimeoutMS: timeoutMs,
    socketTimeoutMS: timeoutMs,
    readPreference: 'primaryPreferred',
    retryReads: false,
    monitorCommands: false,
    ...(target.username && {
      auth: { username: target.username, password: target.password },
      authSource: 'admin',
    }),
    tls: tls !== undefined,
    ...(tls && { ca: tls.ca, rejectUnauthorized: tls.rejectUnauthorized }),
    ...(tls && !tls.rejectUnauthorized && { checkServerIdentity: () => undefined }),
    // Whatever is looked up, only the checked address is connected to.
    lookup: (_host, wanted, done) =>
      typeof wanted === 'object' && wanted.all
        ? done(null, [{ address: options.address, family: options.family }])
        : done(null, options.address, options.family),
  } as MongoClientOptions);
  // The driver tries again until its time limit; the first failure of its only server says as much.
  const failed = new Promise<never>((_resolve, reject) => {
    client.once('serverHeartbeatFailed', ({ failure }) => reject(failure));
  });
  await Promise.race([client.connect(), failed]);
  const database = client.db(target.databaseName);
  const open = (text: string, valueFor: (name: string) => string, maxRows: number) => {
    const query = readQuery(text, valueFor);
    const collection = database.collection(query.collection);
    // Extended JSON: `{ "$oid": … }` and `{ "$date": … }` stand for ids and times.
    const parsed = (value: unknown) => BSON.EJSON.deserialize((value ?? {}) as Document) as Document;
    return query.pipeline
      ? collection.aggregate([...query.pipeline.map(parsed), { $limit: maxRows }], { maxTimeMS: timeoutMs })
      : collection.find(parsed(query.filter), {
          limit: maxRows,
          maxTimeMS: timeoutMs,
          ...(query.projection && { projection: query.projection }),
          ...(query.sort && { sort: query.sort as Record<string, 1 | -1> }),
        });
  };
  return {
    async version() {
      const { version } = await database.command({ buildInfo: 1 });
      return `MongoDB ${version}`;
    },
    async query(text, valueFor, maxRows) {
      return (await open(text, valueFor, maxRows).toArray()).map((row) => plainValue(row) as Record<string, unknown>);
    },
    async read({ text, maxRows, paths }, valueFor, sink) {
      const cursor = open(text, valueFor, maxRows).batchSize(batchRows);
      let columns = paths;
      let batch: Record<string, unknown>[] = [];
      const flush = async () => {
        if (!columns) columns = [...new Set(batch.flatMap((row) => Object.keys(row)))];
        if (isFirst) sink.columns(columns.map((name) => ({ name, type: 'unknown' })));
        isFirst = false;
        const names = columns;
        const rows = batch.map((row) => names.map((name) => valueAt(row, name)));
        batch = [];
        if (rows.length > 0) await sink.rows(rows);
      };
      let isFirst = true;
      for await (const row of cursor) {
        batch.push(plainValue(row) as Record<string, unknown>);
        if (batch.length === batchRows) await flush();
      }
      await flush();
    },
    async close() {
      await client.close(true).catch(() => undefined);
    },
  };
}

function readQuery(text: string, valueFor: (name: string) => string) {
  try {
    return readMongoQuery(text, valueFor);
  } catch (error) {
    throw new DatabaseError((error as Error).message, error);
  }
}

/** The value of a document at a path such as `customer.name`; null if there is none. */
function valueAt(row: Record<string, unknown>, path: string): unknown {
  if (Object.hasOwn(row, path)) return row[path];
  let value: unknown = row;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return null;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}
