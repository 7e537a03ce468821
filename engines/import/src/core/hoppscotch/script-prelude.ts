/** Hoppscotch's script API, implemented with the sandbox's. */
const prelude = `const pw = {
  env: {
    get: (name) => pm.environment.get(name),
    resolve: (text) => pm.variables.replaceIn(text),
    getResolve: (name) => pm.variables.replaceIn(String(pm.environment.get(name))),
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
    return { ...of(pm.expect(actual).to), get not() { return of(pm.expect(actual).to.not); } };
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
const hopp = pw;`;

/** withScriptPrelude prepends Hoppscotch's API to a script that uses it. */
export function withScriptPrelude(script: string): string {
  return /\b(?:pw|hopp)\./.test(script) ? `${prelude}\n${script}` : script;
}
