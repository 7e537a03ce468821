import { DriverMissing } from '../../../../platform/drivers/drivers.ts';

/** DatabaseError is a failed connection or query; its message is meant for the user. */
export class DatabaseError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'DatabaseError';
  }
}

type Place = { host: string; port: number; databaseName: string; username: string };

const untrusted = 'Add its authority as CA certificate, or choose a TLS mode that does not verify.';

/** What to correct, by the error code of Node, the driver or the database. */
const reasons: Record<string, (place: Place) => string> = {
  ECONNREFUSED: ({ host, port }) =>
    `Nothing listens at ${host}:${port}. Check host and port, and that the database is running.`,
  ENOTFOUND: ({ host }) => `The host ${host} was not found. Check its spelling.`,
  EAI_AGAIN: ({ host }) => `The name server does not answer for ${host}. Try again, or check the network.`,
  ECONNRESET: ({ host, port }) =>
    `${host}:${port} closed the connection. Check that the port belongs to this kind of database, and the TLS mode.`,
  EPIPE: ({ host, port }) => `${host}:${port} closed the connection. Check the port and the TLS mode.`,
  ETIMEDOUT: ({ host, port }) => `${host}:${port} does not answer. Check host, port and firewall.`,
  ESOCKET: ({ host, port }) =>
    `The connection to ${host}:${port} failed. Check that the port belongs to this kind of database, and the TLS mode.`,
  EHOSTUNREACH: ({ host }) => `The host ${host} cannot be reached from here. Check the network and the firewall.`,
  ENETUNREACH: ({ host }) => `The network of ${host} cannot be reached from here. Check the network.`,

  DEPTH_ZERO_SELF_SIGNED_CERT: ({ host }) => `The certificate of ${host} is self-signed. ${untrusted}`,
  SELF_SIGNED_CERT_IN_CHAIN: ({ host }) =>
    `The certificate of ${host} ends in an authority that is not trusted. ${untrusted}`,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: ({ host }) =>
    `The issuer of the certificate of ${host} is not trusted. ${untrusted}`,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: ({ host }) =>
    `The issuer of the certificate of ${host} is not trusted. ${untrusted}`,
  CERT_HAS_EXPIRED: ({ host }) =>
    `The certificate of ${host} has expired. Renew it, or choose a TLS mode that does not verify.`,
  ERR_TLS_CERT_ALTNAME_INVALID: ({ host }) =>
    `The certificate of ${host} was issued for another host. Enter the host name that it names.`,
  NO_TLS: ({ host }) => `${host} does not offer TLS. Turn TLS off, or turn it on in the database.`,

  WRONG_PASSWORD: ({ username }) => `User ${username} was refused. Check user name and password.`,
  NOT_ALLOWED: ({ username }) =>
    `User ${username} may not connect from here or in this way. Check the user name, the TLS mode and the access rules of the database.`,
  NO_DATABASE: ({ databaseName }) => `There is no database ${databaseName}. Check its name.`,
  NO_DATABASE_RIGHT: ({ databaseName, username }) =>
    `There is no database ${databaseName}, or user ${username} has no right to it.`,
  TOO_MANY: () => 'The database has no free connection. Try again, or raise its limit.',
  QUERY_TIMEOUT: () => 'The query took longer than the time limit. Make it simpler, or raise the limit.',
  READ_ONLY: () => 'Only reading statements are allowed.',
};

/** The same errors under the databases' own codes: SQLSTATE, error names and numbers. */
const sameReason: Record<string, string> = {
  '28P01': 'WRONG_PASSWORD',
  '28000': 'NOT_ALLOWED',
  '3D000': 'NO_DATABASE',
  '53300': 'TOO_MANY',
  '57014': 'QUERY_TIMEOUT',
  '25006': 'READ_ONLY',
  ER_ACCESS_DENIED_ERROR: 'WRONG_PASSWORD',
  ER_ACCESS_DENIED_NO_PASSWORD_ERROR: 'WRONG_PASSWORD',
  ER_DBACCESS_DENIED_ERROR: 'NO_DATABASE_RIGHT',
  ER_BAD_DB_ERROR: 'NO_DATABASE',
  ER_HOST_NOT_PRIVILEGED: 'NOT_ALLOWED',
  ER_CON_COUNT_ERROR: 'TOO_MANY',
  ER_QUERY_TIMEOUT: 'QUERY_TIMEOUT',
  ER_STATEMENT_TIMEOUT: 'QUERY_TIMEOUT',
  ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION: 'READ_ONLY',
  HANDSHAKE_NO_SSL_SUPPORT: 'NO_TLS',
  ELOGIN: 'WRONG_PASSWORD',
  'sql:18456': 'WRONG_PASSWORD',
  'sql:4060': 'NO_DATABASE_RIGHT',
  'mongo:18': 'WRONG_PASSWORD',
  'mongo:13': 'NOT_ALLOWED',
  'mongo:50': 'QUERY_TIMEOUT',
  'ORA-01017': 'WRONG_PASSWORD',
  'ORA-28000': 'NOT_ALLOWED',
  'ORA-01045': 'NOT_ALLOWED',
  'ORA-12514': 'NO_DATABASE',
  'ORA-12505': 'NO_DATABASE',
  'NJS-518': 'NO_DATABASE',
  'NJS-517': 'NO_DATABASE',
  'ORA-01456': 'READ_ONLY',
  'NJS-123': 'QUERY_TIMEOUT',
};

/**
 * toDatabaseError converts an error to one sentence: what went wrong, and what to correct. The database's own text is
 * included where it helps.
 */
export function toDatabaseError(error: unknown, place: Place): DatabaseError {
  if (error instanceof DatabaseError) return error;
  if (error instanceof DriverMissing) return new DatabaseError(error.message);
  for (const cause of causesOf(error)) {
    if (cause instanceof DatabaseError) return cause;
    for (const code of codesOf(cause)) {
      const reason = reasons[sameReason[code] ?? code];
      if (reason) return new DatabaseError(reason(place), error);
    }
  }
  const text = (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ').replace(/\.?$/, '.');
  return new DatabaseError(`The database answered: ${text.slice(0, 1000)}`, error);
}

/** An error and its causes: drivers wrap network errors, some of them several times. */
function causesOf(error: unknown): unknown[] {
  const found: unknown[] = [];
  const visit = (item: unknown) => {
    if (typeof item !== 'object' || item === null || found.includes(item) || found.length > 20) return;
    found.push(item);
    const { cause, originalError, errors, reason } = item as Record<string, unknown>;
    visit(cause);
    visit(originalError);
    if (Array.isArray(errors)) errors.forEach(visit);
    const servers = (reason as { servers?: unknown } | undefined)?.servers;
    if (servers instanceof Map) for (const server of servers.values()) visit((server as { error?: unknown }).error);
  };
  visit(error);
  // The innermost cause is the most specific.
  return found.reverse();
}

/** For drivers that keep only an error's text, not its code. */
const reasonsByMessage: [RegExp, string][] = [
  [/NJS-503[\s\S]*ECONNREFUSED/, 'ECONNREFUSED'],
  [/NJS-503/, 'ECONNRESET'],
  [/does not support SSL|encryption is not supported/i, 'NO_TLS'],
  [/self[- ]signed certificate in certificate chain/i, 'SELF_SIGNED_CERT_IN_CHAIN'],
  [/self[- ]signed certificate/i, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  [/unable to (verify|get)\b.*\bcertificate/i, 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
  [/certificate has expired/i, 'CERT_HAS_EXPIRED'],
  [/does not match certificate's altnames/i, 'ERR_TLS_CERT_ALTNAME_INVALID'],
];

function codesOf(cause: unknown): string[] {
  const { code, number, message } = cause as { code?: unknown; number?: unknown; message?: unknown };
  const text = typeof message === 'string' ? message : '';
  return [
    ...reasonsByMessage.flatMap(([pattern, reason]) => (pattern.test(text) ? [reason] : [])),
    ...(typeof number === 'number' ? [`sql:${number}`] : []),
    ...(typeof code === 'number' ? [`mongo:${code}`] : []),
    ...(typeof code === 'string' ? [code] : []),
  ];
}
