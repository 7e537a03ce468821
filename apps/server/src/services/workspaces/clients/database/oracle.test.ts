import { mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { newDataDir } from '@touchstone/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { driversFolder } from '../../../../platform/drivers/drivers.ts';
import { DatabaseError, toDatabaseError } from './database-error.ts';
import type { DatabaseColumn, DatabaseTarget } from './database-link.ts';
import { openOracle } from './oracle.ts';

/** Replaces the driver, which isn't part of the product: records its calls, and returns rows of every type. */
const fakeDriver = `
  const types = ['NUMBER', 'DATE', 'TIMESTAMP', 'TIMESTAMP_TZ', 'TIMESTAMP_LTZ', 'CLOB', 'NCLOB', 'BLOB', 'RAW', 'LONG_RAW',
    'VARCHAR', 'BOOLEAN', 'JSON', 'BINARY_DOUBLE', 'BINARY_FLOAT', 'BINARY_INTEGER'];
  for (const type of types) exports['DB_TYPE_' + type] = 'type ' + type;
  exports.STRING = 'string'; exports.BUFFER = 'buffer'; exports.OUT_FORMAT_ARRAY = 'array';
  exports.asked = [];
  exports.getConnection = async (options) => {
    exports.asked.push(options.connectString);
    await new Promise((resolve, reject) => require('net').connect(options.port ?? exports.port, 'elsewhere.invalid', resolve).on('error', reject).unref());
    return {
      oracleServerVersionString: '23.4.0.24.5',
      async execute(text, values, given) {
        exports.asked.push([text, values ?? []]);
        if (text.startsWith('set ')) return {};
        const metaData = [['ID', 'NUMBER'], ['MADE', 'DATE'], ['AT', 'TIMESTAMP_TZ'], ['NAME', 'VARCHAR'], ['DOC', 'BLOB']]
          .map(([name, type]) => ({ name, dbType: 'type ' + type }));
        const as = metaData.map((column) => given.fetchTypeHandler(column)?.type);
        exports.asked.push(as);
        const row = ['12345678901234567890', new Date(2026, 0, 2, 3, 4, 5, 60), new Date('2026-01-02T03:04:05Z'), 'Ada', Buffer.from('abc')];
        let left = 1200;
        return { resultSet: { metaData, async getRows(count) {
          const given = Math.min(count, left);
          left -= given;
          return Array.from({ length: given }, () => row);
        } } };
      },
      async rollback() { exports.asked.push('rollback'); },
      async close() { exports.asked.push('close'); },
    };
  };
`;

let dataDir: string;
let options: Parameters<typeof openOracle>[1];
let target: DatabaseTarget;
const listener = createServer((socket) => socket.end());
const driver = async () =>
  (await import('node:module')).createRequire(join(options.driversFolder, 'package.json'))('oracledb') as {
    asked: unknown[];
    port: number;
  };
beforeAll(async () => {
  dataDir = await newDataDir('oracle');
  const folder = driversFolder({ dataDir });
  await mkdir(join(folder, 'node_modules/oracledb'), { recursive: true });
  await writeFile(join(folder, 'package.json'), '{}');
  await writeFile(join(folder, 'node_modules/oracledb/index.js'), fakeDriver);
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const { port } = listener.address() as { port: number };
  options = { address: '127.0.0.1', family: 4, timeoutMs: 5000, driversFolder: folder };
  target = {
    kind: 'oracle',
    host: 'db.test',
    port,
    databaseName: 'FREEPDB1',
    username: 'reader',
    password: 'x',
    tls: 'off',
    caCertificate: '',
  };
  (await driver()).port = port;
});
afterAll(async () => {
  await new Promise((resolve) => listener.close(resolve));
  await rm(dataDir, { recursive: true, force: true });
});

test('queries in a read-only transaction, with values as parameters, and connects only to the checked address', async () => {
  const link = await openOracle(target, options);
  expect(await link.version()).toBe('Oracle Database 23.4.0.24.5');
  const columns: DatabaseColumn[] = [];
  const batches: unknown[][][] = [];
  await link.read({ text: "select * from orders where name = '{{name}}';", maxRows: 1100 }, () => 'Ada', {
    columns: (given) => void columns.push(...given),
    rows: async (rows) => void batches.push(rows),
  });
  await link.close();
  expect(columns.map(({ name, type }) => `${name} ${type}`)).toEqual([
    'ID number',
    'MADE date',
    'AT date',
    'NAME text',
    'DOC binary',
  ]);
  expect(batches.map((rows) => rows.length)).toEqual([500, 500, 100]);
  expect(batches[0]?.[0]).toEqual([
    '12345678901234567890',
    '2026-01-02 03:04:05.060',
    '2026-01-02T03:04:05.000Z',
    'Ada',
    'YWJj',
  ]);
  expect((await driver()).asked).toEqual([
    `(DESCRIPTION=(ADDRESS=(PROTOCOL=tcp)(HOST=db.test)(PORT=${target.port}))(CONNECT_DATA=(SERVICE_NAME=FREEPDB1)))`,
    ['set transaction read only', []],
    ['select * from orders where name = :p1', ['Ada']],
    ['string', undefined, undefined, undefined, 'buffer'],
    'rollback',
    'close',
  ]);
  expect(await link.query('select * from orders', () => '', 1)).toEqual([expect.objectContaining({ NAME: 'Ada' })]);
});

test.each<[string, Partial<DatabaseTarget>, RegExp]>([
  ['TLS that does not verify', { tls: 'encrypt' }, /always checks the certificate/],
  ['a service name that would change the descriptor', { databaseName: 'x)(HOST=elsewhere' }, /Enter the service name/],
])('rejects %s', async (_name, change, message) => {
  await expect(openOracle({ ...target, ...change }, options)).rejects.toThrow(message);
});

test('rejects a query that writes before it is sent', async () => {
  const link = await openOracle(target, options);
  await expect(link.query('delete from orders', () => '', 1)).rejects.toThrow(DatabaseError);
});

test.each<[string, object, RegExp]>([
  ['a wrong password', { code: 'ORA-01017', message: 'ORA-01017: invalid credential' }, /^User reader was refused/],
  ['an unknown service', { code: 'NJS-518', message: 'NJS-518: cannot connect' }, /^There is no database FREEPDB1/],
  [
    'a refused connection',
    { code: 'NJS-503', message: 'NJS-503: connection incomplete, connect ECONNREFUSED' },
    /^Nothing listens/,
  ],
  ['writing', { code: 'ORA-01456', message: 'ORA-01456: may not perform' }, /Only reading statements/],
])('says what to correct: %s', (_name, error, message) => {
  expect(toDatabaseError(Object.assign(new Error('x'), error), target).message).toMatch(message);
});
