import pg from 'pg';

/**
 * DatabaseUnavailable is thrown for every statement while the database is unavailable; `reason` completes the
 * sentence "The database …".
 */
export class DatabaseUnavailable extends Error {
  readonly reason: string;
  constructor(reason: string, cause?: unknown) {
    super(`The database ${reason}.`, cause === undefined ? undefined : { cause });
    this.name = 'DatabaseUnavailable';
    this.reason = reason;
  }
}

/** Outage is a failure of the database itself that resolves on its own, or with more disk space. */
export type Outage = { kind: 'unavailable'; reason: string } | { kind: 'full' };

const lost = 'does not answer: the connection to it is lost';
const slow = 'did not answer in time';
const busy = 'has no free connection';

/** By SQLSTATE, or its two-character class. */
const reasonsByState: Record<string, string> = {
  '08': lost,
  '57P': 'is stopping or starting',
  '25006': 'can only be read at the moment',
  '53200': 'has no memory left',
  '53300': busy,
  '55P03': `${slow}: the rows or tables are locked by other work`,
  '57014': slow,
};

/** Messages of the driver and the pool, which have no codes. */
const reasonsByText: [RegExp, string][] = [
  [/^Connection terminated|is not queryable$|^Client was closed/, lost],
  [/^(Query read timeout|timeout expired|Connection terminated due to connection timeout)$/, slow],
  [/^timeout exceeded when trying to connect$/, busy],
];

const networkCodes = new Set(
  'ECONNREFUSED ECONNRESET EPIPE ETIMEDOUT ENOTFOUND EAI_AGAIN EHOSTUNREACH ENETUNREACH'.split(' '),
);

/** A server that isn't running has no socket either. */
const isNetworkError = ({ code = '', syscall }: NodeJS.ErrnoException) =>
  networkCodes.has(code) || (code === 'ENOENT' && syscall === 'connect');

/**
 * outageOf returns the outage that made a statement fail, if the cause is the database as a whole and not the
 * statement. A network error counts only if the statement itself threw it: errors of other clients have one as their
 * cause too.
 */
export function outageOf(error: unknown): Outage | undefined {
  let isOfStatement = true;
  for (let current = error; current instanceof Error; current = current.cause) {
    if (current instanceof DatabaseUnavailable) return { kind: 'unavailable', reason: current.reason };
    const { code = '', message } = current as NodeJS.ErrnoException;
    if (code === '53100') return { kind: 'full' };
    const reason =
      reasonsByState[code] ??
      reasonsByState[/^57P0[1-5]$/.test(code) ? '57P' : /^08\d/.test(code) ? '08' : ''] ??
      reasonsByText.find(([text]) => text.test(message))?.[1] ??
      (isOfStatement && isNetworkError(current) ? lost : undefined);
    if (reason) return { kind: 'unavailable', reason };
    isOfStatement = message.startsWith('Failed query:');
  }
  return undefined;
}

/**
 * isFailedStatement returns whether one of the product's own statements failed, for any reason. Such a failure isn't
 * caused by the user, and its message contains the statement and its values, so don't show it.
 */
export function isFailedStatement(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause)
    if (current instanceof pg.DatabaseError || current.message.startsWith('Failed query:')) return true;
  return outageOf(error) !== undefined;
}
