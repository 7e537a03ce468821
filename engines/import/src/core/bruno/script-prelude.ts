/** Bruno's script API, implemented with the sandbox's. */
const prelude = `const bru = {
  getVar: (name) => pm.variables.get(name),
  setVar: (name, value) => pm.variables.set(name, value),
  hasVar: (name) => pm.variables.has(name),
  getEnvVar: (name) => pm.environment.get(name),
  setEnvVar: (name, value) => pm.environment.set(name, value),
  hasEnvVar: (name) => pm.environment.has(name),
  getGlobalEnvVar: (name) => pm.globals.get(name),
  setGlobalEnvVar: (name, value) => pm.globals.set(name, value),
  getCollectionVar: (name) => pm.collectionVariables.get(name),
  getRequestVar: (name) => pm.variables.get(name),
  interpolate: (text) => pm.variables.replaceIn(text),
};
const req = {
  getUrl: () => pm.request.url.toString(),
  getMethod: () => pm.request.method,
  getHeader: (name) => pm.request.headers.get(name),
  setHeader: (key, value) => pm.request.headers.upsert({ key, value }),
};
const test = (name, check) => pm.test(name, check);
const expect = (actual) => pm.expect(actual);`;
const responsePrelude = `const res = {
  get status() { return pm.response.code; },
  get statusText() { return pm.response.status; },
  get headers() { return pm.response.headers.toObject(); },
  get responseTime() { return pm.response.responseTime; },
  get body() { try { return pm.response.json(); } catch { return pm.response.text(); } },
  getStatus() { return this.status; },
  getHeader: (name) => pm.response.headers.get(name),
  getHeaders() { return this.headers; },
  getBody() { return this.body; },
  getResponseTime() { return this.responseTime; },
};`;

/** withBrunoPrelude prepends Bruno's API to a script that uses it. */
export function withBrunoPrelude(script: string, hasResponse: boolean): string {
  if (!/\b(?:bru|req|res|test|expect)\b/.test(script)) return script;
  return [prelude, ...(hasResponse ? [responsePrelude] : []), script].join('\n');
}
