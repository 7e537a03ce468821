import type { ScriptContext, ScriptResponse } from '../core/script-types.ts';

/** scriptContext returns a complete context for a script under test; only relevant parts are given. */
export function scriptContext(
  overrides: Partial<Omit<ScriptContext, 'variables' | 'response'>> & {
    variables?: Partial<ScriptContext['variables']>;
    response?: Partial<ScriptResponse>;
  } = {},
): ScriptContext {
  const { variables, response, ...rest } = overrides;
  return {
    info: { requestName: 'Get user', requestId: 'step-1', iteration: 0, iterationCount: 1 },
    request: { method: 'GET', url: 'https://api.test/users?page=1', headers: [], body: { mode: 'none' } },
    cookies: [],
    ...rest,
    variables: { environment: {}, globals: {}, collection: {}, local: {}, data: {}, ...variables },
    ...(response === undefined
      ? {}
      : {
          response: {
            status: 200,
            statusText: 'OK',
            headers: [['Content-Type', 'application/json']],
            text: '{}',
            durationMs: 12,
            sizeBytes: 2,
            ...response,
          },
        }),
  };
}
