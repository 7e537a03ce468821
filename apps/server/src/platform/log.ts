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

/** createLog writes JSON lines without credentials: no tokens, cookies, query strings or statement parameters. */
export const createLog = (config: Pick<Config, 'LOG_LEVEL'>, destination?: DestinationStream): Logger =>
  pino(
    {
      level: config.LOG_LEVEL,
      redact,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: (error: unknown) => serializeError(error) },
    },
    destination ?? standardOutput(),
  );

/** Drops lines without a reader, for example after the terminal was closed. */
function standardOutput(): DestinationStream {
  const output = pino.destination({ fd: 1, sync: true });
  output.on('error', () => undefined);
  return output;
}

const shownProperties = ['code', 'statusCode', 'constraint', 'table', 'syscall', 'address', 'port'] as const;

/**
 * A failed statement carries its parameters (mail texts, tokens, personal data), other errors carry complete requests:
 * only an error's message, stack and a few known properties are written.
 */
function serializeError(error: unknown, depth = 0): unknown {
  if (typeof error !== 'object' || error === null) return String(error);
  const known = error as Record<string, unknown>;
  const shown = Object.fromEntries(shownProperties.flatMap((name) => (name in known ? [[name, known[name]]] : [])));
  const message = typeof known.message === 'string' ? known.message : '';
  const { cause, errors, stack } = known;
  return {
    type: nameOf(error),
    message: message.split('\nparams: ')[0] || messageFrom(known),
    ...shown,
    ...(typeof stack === 'string' && { stack: framesOf(stack, message) }),
    ...(depth < 5 && cause !== undefined && { cause: serializeError(cause, depth + 1) }),
    ...(depth < 5 && Array.isArray(errors) && { errors: errors.map((each) => serializeError(each, depth + 1)) }),
  };
}

/** The database driver names all of its errors "error", and libraries throw or emit copies that aren't errors. */
function nameOf(error: object): string {
  const { name } = error as { name?: unknown };
  if (typeof name === 'string' && name && name !== 'error') return name;
  return error.constructor?.name || 'Object';
}

/** Describes an error without a message by its code, or by the names of its fields; their values may be secrets. */
function messageFrom(error: Record<string, unknown>): string {
  if (typeof error.code === 'string') return error.code;
  const fields = Object.keys(error);
  return fields.length ? `thrown with the fields ${fields.join(', ')}` : 'thrown without a message';
}

/** The stack starts with the message. */
const framesOf = (stack: string, message: string): string =>
  stack
    .replace(message, () => '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');
