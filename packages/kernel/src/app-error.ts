/** What is wrong at one place of the input: `path` is the dotted place, `message` tells what to do. */
export interface ErrorDetail {
  path: string;
  message: string;
}

/** ErrorDefinition is one registered error: a stable code, the HTTP status and the sentence that the user reads. */
export interface ErrorDefinition {
  code: string;
  status: number;
  /** The user's sentence; `{name}` places are filled from `AppError` parameters. */
  message: string;
}

/**
 * AppError is the only error that crosses a room's door on purpose.
 * `message` is for the user and says what to do next; `detail` is for the log alone.
 */
export class AppError extends Error {
  readonly code: string;
  readonly status: number;
  readonly details: ErrorDetail[];
  readonly detail: string | undefined;
  /** What the caller needs to go on; the call says what it is. */
  readonly data: unknown;

  constructor(
    definition: ErrorDefinition,
    options: {
      params?: Record<string, string | number>;
      details?: ErrorDetail[];
      detail?: string;
      data?: unknown;
      cause?: unknown;
    } = {},
  ) {
    super(
      fill(definition.message, options.params ?? {}),
      options.cause === undefined ? undefined : { cause: options.cause },
    );
    this.name = 'AppError';
    this.code = definition.code;
    this.status = definition.status;
    this.details = options.details ?? [];
    this.detail = options.detail;
    this.data = options.data;
  }
}

/** defineErrors registers a service's errors under one prefix: `defineErrors('RUNS', { notFound: [404, '…'] })` gives `RUNS_NOT_FOUND`. */
export function defineErrors<K extends string>(
  prefix: string,
  entries: Record<K, [status: number, message: string]>,
): Record<K, ErrorDefinition> {
  const out = {} as Record<K, ErrorDefinition>;
  for (const key of Object.keys(entries) as K[]) {
    const [status, message] = entries[key];
    const code = `${prefix}_${key.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toUpperCase()}`;
    out[key] = { code, status, message };
  }
  return out;
}

function fill(template: string, params: Record<string, string | number>): string {
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => (name in params ? String(params[name]) : whole));
}
