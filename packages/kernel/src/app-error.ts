/** A problem at one place of the input: `path` is the dotted path, `message` says what to do. */
export interface ErrorDetail {
  path: string;
  message: string;
}

/** ErrorDefinition is a registered error: a stable code, the HTTP status and the message for the user. */
export interface ErrorDefinition {
  code: string;
  status: number;
  /** The message for the user; `{name}` placeholders are filled from `AppError` parameters. */
  message: string;
}

/**
 * AppError is the only error that intentionally leaves a service. `message` is for the user and says what to do next;
 * `detail` is for the log only.
 */
export class AppError extends Error {
  readonly code: string;
  readonly status: number;
  readonly details: ErrorDetail[];
  readonly detail: string | undefined;
  /** What the caller needs to continue; defined by the call. */
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

/**
 * defineErrors registers a service's errors under one prefix: `defineErrors('RUNS', { notFound: [404, '…'] })` defines
 * `RUNS_NOT_FOUND`.
 */
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
