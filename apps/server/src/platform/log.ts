import { type DestinationStream, type Logger, pino } from 'pino';
import type { Config } from './config.ts';

const redact = [
  'req.headers.authorization',
  'req.headers.custom',
  'req.headers.cookie',
  'headers.authorization',
  'headers.cookie',
  'res.headers["set-cookie"]',
];

/** createLog writes JSON lines without credentials: no token, no cookie, no query string, no parameter of a statement. */
export const createLog = (config: Pick<Config, 'LOG_LEVEL'>, destination?: DestinationStream): Logger =>
  pino(
    {
      level: config.LOG_LEVEL,
      redact,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: (error: unknown) => serializeError(error) },
    },
    destination,
  );

const shownProperties = ['code', 'statusCode', 'constraint', 'table', 'syscall', 'address', 'port'] as const;

/**
 * A failed statement carries its parameters (mail texts, tokens, personal data), other errors carry whole requests: of an
 * error only its sentence, its place in the code and a few known properties are written.
 */
function serializeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return typeof error === 'object' ? '(not an error)' : String(error);
  const known = error as unknown as Record<string, unknown>;
  const shown = Object.fromEntries(shownProperties.flatMap((name) => (name in known ? [[name, known[name]]] : [])));
  return {
    type: error.name,
    message: error.message.split('\nparams: ')[0],
    ...shown,
    stack: framesOf(error),
    ...(error.cause !== undefined && depth < 5 && { cause: serializeError(error.cause, depth + 1) }),
  };
}

/** The stack begins with the message. */
const framesOf = ({ stack = '', message }: Error): string =>
  stack
    .replace(message, () => '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');
