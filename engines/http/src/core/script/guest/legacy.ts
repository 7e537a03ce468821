import type { ScriptContext } from '../script-types.ts';
import type { Request } from './request.ts';
import type { Response } from './response.ts';
import type { Scopes } from './scopes.ts';
import type { TestResults } from './test-results.ts';
import { xmlToJson } from './xml-to-json.ts';

interface LegacyParts {
  pm: object;
  scopes: Scopes;
  tests: TestResults;
  request: Request;
  response: Response | undefined;
  context: ScriptContext;
  setNextRequest: (name: unknown) => void;
  cookies: Map<string, string>;
}

/** The globals that older collections use: `tests`, `responseBody`, `postman.*`, `environment` … */
export function installLegacy({
  scopes,
  tests,
  request,
  response,
  context,
  setNextRequest,
  cookies,
}: LegacyParts): void {
  const { environment, globals } = scopes;
  const postman = {
    setEnvironmentVariable: (name: unknown, value: unknown) => environment.set(name, value),
    getEnvironmentVariable: (name: unknown) => environment.get(name),
    clearEnvironmentVariable: (name: unknown) => environment.unset(name),
    clearEnvironmentVariables: () => environment.clear(),
    setGlobalVariable: (name: unknown, value: unknown) => globals.set(name, value),
    getGlobalVariable: (name: unknown) => globals.get(name),
    clearGlobalVariable: (name: unknown) => globals.unset(name),
    clearGlobalVariables: () => globals.clear(),
    getResponseHeader: (name: unknown) => response?.headers.get(name),
    getResponseCookie: (name: unknown) =>
      cookies.has(String(name)) ? { name: String(name), value: cookies.get(String(name)) } : undefined,
    setNextRequest,
  };
  const found: Record<string, unknown> = {
    postman,
    tests: tests.legacy,
    environment: context.variables.environment,
    globals: context.variables.globals,
    data: context.variables.data,
    iteration: context.info.iteration,
    request: {
      id: request.id,
      name: request.name,
      method: request.method,
      url: String(request.url),
      headers: request.headers.toObject(),
      data: request.body.toString(),
    },
    xml2Json: xmlToJson,
  };
  if (response !== undefined) {
    Object.assign(found, {
      responseBody: response.text(),
      responseCode: { code: response.code, name: response.status, detail: response.status },
      responseHeaders: response.headers.toObject(),
      responseCookies: [...cookies].map(([name, value]) => ({ name, value })),
      responseTime: response.responseTime,
      responseSize: response.responseSize,
    });
  }
  Object.assign(globalThis, found);
}
