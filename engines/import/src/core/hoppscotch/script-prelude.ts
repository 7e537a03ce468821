/**
 * Hoppscotch's script API, implemented with the sandbox's: the older `pw` and the newer `hopp`. A value is looked up in
 * all scopes, because variables of a collection are kept apart from those of environments here.
 */
const prelude = `const pw = {
  env: {
    get: (name) => pm.variables.get(name),
    resolve: (text) => pm.variables.replaceIn(text),
    getResolve: (name) => pm.variables.replaceIn(String(pm.variables.get(name))),
    set: (name, value) => pm.environment.set(name, value),
    unset: (name) => pm.environment.unset(name),
  },
  test: (name, check) => pm.test(name, check),
  expect: (actual) => {
    const of = (to) => ({
      toBe: (expected) => to.equal(expected),
      toBeLevel2xx: () => to.be.within(200, 299),
      toBeLevel3xx: () => to.be.within(300, 399),
      toBeLevel4xx: () => to.be.within(400, 499),
      toBeLevel5xx: () => to.be.within(500, 599),
      toBeType: (type) => to.be.a(type),
      toHaveLength: (length) => to.have.lengthOf(length),
      toInclude: (item) => to.include(item),
    });
    return {
      ...of(pm.expect(actual).to),
      get not() { return of(pm.expect(actual).to.not); },
      get to() { return pm.expect(actual).to; },
    };
  },
  get response() {
    return {
      status: pm.response.code,
      headers: pm.response.headers.all(),
      get body() {
        try { return pm.response.json(); } catch { return pm.response.text(); }
      },
    };
  },
};
const hoppScope = (scope) => ({
  get: (name) => scope.get(name),
  getRaw: (name) => scope.get(name),
  set: (name, value) => scope.set(name, value),
  delete: (name) => scope.unset(name),
});
const hopp = {
  env: {
    ...hoppScope(pm.environment),
    get: (name) => pm.variables.get(name),
    active: hoppScope(pm.environment),
    global: hoppScope(pm.globals),
  },
  test: pw.test,
  expect: pw.expect,
  request: {
    get url() { return pm.request.url.toString(); },
    get method() { return pm.request.method; },
    setHeader: (key, value) => pm.request.headers.upsert({ key, value }),
    removeHeader: (name) => pm.request.headers.remove(name),
  },
  get response() {
    return {
      statusCode: pm.response.code,
      statusText: pm.response.status,
      responseTime: pm.response.responseTime,
      headers: pm.response.headers.all(),
      body: { asText: () => pm.response.text(), asJSON: () => pm.response.json() },
    };
  },
};`;

/** withScriptPrelude prepends Hoppscotch's API to a script that uses it. */
export function withScriptPrelude(script: string): string {
  return /\b(?:pw|hopp)\./.test(script) ? `${prelude}\n${script}` : script;
}
