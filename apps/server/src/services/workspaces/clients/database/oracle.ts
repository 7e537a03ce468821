import { createRequire } from 'node:module';
import type net from 'node:net';
import { loadDriver } from '../../../../platform/drivers/drivers.ts';
import { bindVariables } from '../../domain/bind-variables.ts';
import { oracleReadingProblem } from '../../domain/reading-statement.ts';
import { DatabaseError } from './database-error.ts';
import {
  batchRows,
  type ColumnType,
  type DatabaseLink,
  type DatabaseTarget,
  type OpenOptions,
  type ValueFor,
} from './database-link.ts';
import { plainValue } from './plain-value.ts';

interface Column {
  name: string;
  dbType: unknown;
}
interface ResultSet {
  metaData: readonly Column[];
  getRows(count: number): Promise<unknown[][]>;
  close(): Promise<void>;
}
interface Connection {
  oracleServerVersionString: string;
  callTimeout: number;
  execute(text: string, values?: readonly unknown[], options?: object): Promise<{ resultSet?: ResultSet }>;
  rollback(): Promise<void>;
  close(): Promise<void>;
}
/** The used part of the driver's API; its types aren't part of the product. */
interface Driver {
  getConnection(options: object): Promise<Connection>;
  OUT_FORMAT_ARRAY: unknown;
  STRING: unknown;
  BUFFER: unknown;
  [type: `DB_TYPE_${string}`]: unknown;
}

/** A service name can't be quoted in a connect descriptor. */
const serviceName = /^[\w.$#-]+$/;

/** openOracle connects to Oracle Database with `oracledb` in its thin mode, which is pure JavaScript. */
export async function openOracle(target: DatabaseTarget, options: OpenOptions): Promise<DatabaseLink> {
  const oracledb = loadDriver<Driver>('oracle', options.driversFolder);
  if (target.tls === 'encrypt')
    throw new DatabaseError('Oracle with TLS always checks the certificate. Choose the TLS mode that verifies.');
  if (!serviceName.test(target.databaseName))
    throw new DatabaseError('Enter the service name as database name: letters, digits and the characters . _ $ # -');
  onlyTo(options.address);
  const timeoutMs = Math.ceil(options.timeoutMs);
  const protocol = target.tls === 'off' ? 'tcp' : 'tcps';
  const connection = await oracledb.getConnection({
    user: target.username,
    password: target.password,
    connectString: `(DESCRIPTION=(ADDRESS=(PROTOCOL=${protocol})(HOST=${target.host})(PORT=${target.port}))(CONNECT_DATA=(SERVICE_NAME=${target.databaseName})))`,
    ...(target.caCertificate && { walletContent: target.caCertificate }),
    sslServerDNMatch: true,
  });
  connection.callTimeout = timeoutMs;
  const types = columnTypes(oracledb);
  const read = async (text: string, valueFor: ValueFor): Promise<ResultSet> => {
    const problem = oracleReadingProblem(text);
    if (problem) throw new DatabaseError(problem);
    const bound = bindVariables(text.trim().replace(/;\s*$/, ''), (position) => `:p${position}`, valueFor);
    await connection.execute('set transaction read only');
    const { resultSet } = await connection.execute(bound.text, bound.values, {
      resultSet: true,
      outFormat: oracledb.OUT_FORMAT_ARRAY,
      fetchArraySize: batchRows,
      // Numbers keep all their digits, large texts are read as strings.
      fetchTypeHandler: ({ dbType }: Column) => fetchAs(oracledb, dbType),
    });
    if (!resultSet) throw new DatabaseError('The query gave no rows: it may only read.');
    return resultSet;
  };
  const cellOf = (column: Column, value: unknown) =>
    value instanceof Date && wallClocks(oracledb).has(column.dbType) ? wallClockText(value) : plainValue(value);
  return {
    async version() {
      return `Oracle Database ${connection.oracleServerVersionString}`;
    },
    async query(text, valueFor, maxRows) {
      const resultSet = await read(text, valueFor);
      const { metaData } = resultSet;
      const rows = await resultSet.getRows(maxRows);
      return rows.map((row) =>
        Object.fromEntries(metaData.map((column, index) => [column.name, cellOf(column, row[index])])),
      );
    },
    async read({ text, maxRows }, valueFor, sink) {
      const resultSet = await read(text, valueFor);
      const { metaData } = resultSet;
      sink.columns(metaData.map(({ name, dbType }) => ({ name, type: types.get(dbType) ?? 'text' })));
      for (let left = maxRows; left > 0; left -= batchRows) {
        const count = Math.min(left, batchRows);
        const rows = await resultSet.getRows(count);
        if (rows.length > 0)
          await sink.rows(rows.map((row) => metaData.map((column, index) => cellOf(column, row[index]))));
        if (rows.length < count) break;
      }
    },
    async close() {
      await connection.rollback().catch(() => undefined);
      await connection.close().catch(() => undefined);
    },
  };
}

/** A listener may redirect the driver to another address: in this thread, every connection goes to the checked one. */
function onlyTo(address: string): void {
  const sockets = createRequire(import.meta.url)('node:net') as { connect: typeof net.connect };
  const { connect } = sockets;
  sockets.connect = ((port: number, _host: string, listener: () => void) =>
    connect(port, address, listener)) as typeof net.connect;
}

const columnTypes = (driver: Driver): Map<unknown, ColumnType> => {
  const of = (type: ColumnType, ...names: string[]) =>
    names.map((name): [unknown, ColumnType] => [driver[`DB_TYPE_${name}`], type]);
  return new Map([
    ...of('number', 'NUMBER', 'BINARY_DOUBLE', 'BINARY_FLOAT', 'BINARY_INTEGER'),
    ...of('date', 'DATE', 'TIMESTAMP', 'TIMESTAMP_TZ', 'TIMESTAMP_LTZ'),
    ...of('boolean', 'BOOLEAN'),
    ...of('json', 'JSON'),
    ...of('binary', 'RAW', 'LONG_RAW', 'BLOB'),
  ]);
};

function fetchAs(driver: Driver, dbType: unknown): { type: unknown } | undefined {
  const { DB_TYPE_NUMBER, DB_TYPE_CLOB, DB_TYPE_NCLOB, DB_TYPE_BLOB } = driver;
  if ([DB_TYPE_NUMBER, DB_TYPE_CLOB, DB_TYPE_NCLOB].includes(dbType)) return { type: driver.STRING };
  return dbType === DB_TYPE_BLOB ? { type: driver.BUFFER } : undefined;
}

/** Types without time zone, whose values the driver returns as times in the local zone. */
const wallClocks = (driver: Driver): Set<unknown> => new Set([driver.DB_TYPE_DATE, driver.DB_TYPE_TIMESTAMP]);

function wallClockText(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  const time = `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
  const ms = date.getMilliseconds();
  return `${day} ${time}${ms > 0 ? `.${String(ms).padStart(3, '0')}` : ''}`;
}
