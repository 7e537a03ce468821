import type { ScriptContext } from '../script-types.ts';
import type { Kit, PropertyList, SdkRequest, SdkResponse, VariableScope } from './kit.ts';
import type { Scopes } from './scopes.ts';

interface LegacyParts {
  kit: Kit;
  scopes: Scopes;
  request: SdkRequest;
  /** Undefined in a script before the request. */
  response: SdkResponse | undefined;
  context: ScriptContext;
  setNextRequest: (name: unknown) => void;
  cookies: PropertyList;
}

/** The globals that older collections use: `tests`, `responseBody`, `postman.*`, `environment` … */
export function installLegacy({ kit, scopes, request, response, context, setNextRequest, cookies }: LegacyParts): void {
  const { environment, globals } = scopes;
  const text = (value: unknown) =>
    value === false || (value && typeof value.toString === 'function') ? String(value) : value;
  const postman = {
    setEnvironmentVariable: (name: unknown, value: unknown) => environment.set(name, text(value)),
    getEnvironmentVariable: (name: unknown) => environment.get(name),
    clearEnvironmentVariable: (name: unknown) => environment.unset(name),
    clearEnvironmentVariables: () => environment.clear(),
    setGlobalVariable: (name: unknown, value: unknown) => globals.set(name, text(value)),
    getGlobalVariable: (name: unknown) => globals.get(name),
    clearGlobalVariable: (name: unknown) => globals.unset(name),
    clearGlobalVariables: () => globals.clear(),
    setNextRequest,
  };
  const found: Record<string, unknown> = {
    postman,
    tests: {},
    environment: liveValues(environment),
    globals: liveValues(globals),
    data: { ...context.variables.data },
    iteration: context.info.iteration,
    request: {
      id: context.info.requestId,
      name: context.info.requestName,
      method: request.method,
      url: request.url.toString(),
      headers: request.headers.toObject(true, false, true, true),
      data: bodyOf(request),
    },
    xml2Json: (xml: unknown) => xmlToJson(kit, xml),
  };
  if (response !== undefined) {
    Object.assign(postman, {
      getResponseHeader: (name: unknown) => response.headers.one(name)?.value,
      getResponseCookie: (name: unknown) => cookies.one(String(name)),
    });
    const { name, detail, code } = response.details();
    Object.assign(found, {
      responseBody: response.text(),
      responseCode: { ...response.details(), code, name, detail },
      responseHeaders: Object.fromEntries(response.headers.all().map((header) => [header.key, header.value])),
      responseCookies: cookies,
      responseTime: response.responseTime,
    });
  }
  Object.assign(globalThis, found);
  Object.defineProperty(String.prototype, 'has', {
    configurable: true,
    writable: true,
    value(this: string, part: string | RegExp) {
      return part instanceof RegExp ? part.test(String(this)) : String(this).includes(String(part));
    },
  });
}

/** The variables of a scope as live properties; assignments of a script stay in the script. */
function liveValues(scope: VariableScope): object {
  const own: Record<PropertyKey, unknown> = {};
  const has = (name: PropertyKey) => typeof name === 'string' && scope.has(name);
  return new Proxy(own, {
    get: (target, name) => (Object.hasOwn(target, name) || !has(name) ? Reflect.get(target, name) : scope.get(name)),
    has: (target, name) => has(name) || Reflect.has(target, name),
    ownKeys: (target) => [...new Set([...Object.keys(scope.toObject()), ...Reflect.ownKeys(target)])],
    getOwnPropertyDescriptor: (target, name) =>
      Reflect.getOwnPropertyDescriptor(target, name) ??
      (has(name) ? { configurable: true, enumerable: true, writable: true, value: scope.get(name) } : undefined),
  });
}

function bodyOf({ body }: SdkRequest): unknown {
  const mode = body?.mode;
  if (body === undefined || mode === undefined || body.isEmpty()) return {};
  if (mode === 'raw') return body.raw ?? {};
  if (mode !== 'urlencoded' && mode !== 'formdata') return {};
  const fields: Record<string, unknown> = {};
  for (const { key, value, disabled } of (body[mode] as PropertyList).all()) {
    if (disabled === true) continue;
    const name = String(key);
    const before = fields[name];
    if (!before) fields[name] = value;
    else fields[name] = Array.isArray(before) ? [...before, value] : [before, value];
  }
  return fields;
}

interface Xml2Js {
  parseString(xml: unknown, options: object, settle: (error: unknown, result: unknown) => void): void;
}

/** Older collections' `xml2Json`. Returns undefined for text that isn't XML, as in Postman. */
function xmlToJson({ libraries }: Kit, xml: unknown): unknown {
  let found: unknown = {};
  const options = { explicitArray: false, async: false, trim: true, mergeAttrs: false };
  (libraries.require('xml2js') as Xml2Js).parseString(xml, options, (_error, result) => {
    found = result;
  });
  return found;
}
