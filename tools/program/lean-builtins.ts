import { isBuiltin } from 'node:module';
import type { Plugin } from 'rolldown';

const prefix = '\0builtin:';

/**
 * Modules that Node itself doesn't load at its start. Those with encryption take longer than several requests, and a
 * command may need none of them.
 */
const late: ReadonlySet<string> = new Set(
  (
    'child_process crypto dns dns/promises fs/promises http http2 https net perf_hooks readline readline/promises ' +
    'stream/promises tls v8 vm worker_threads zlib'
  ).split(' '),
);

/**
 * An `import` of a Node module reads all of its names, including lazy ones: `WebSocket` of `node:http` loads all of
 * undici. With this plugin, a built file reads only the names that it uses, and functions and classes of late modules
 * only when it uses them. Each importer gets its own copy of the reading code: shared, it would become another file to
 * load.
 */
export const leanBuiltins: Plugin = {
  name: 'lean-builtins',
  resolveId: {
    filter: { id: /^(node:)?[a-z_/0-9]+$/ },
    handler: (id, importer = '', { kind }) =>
      kind === 'import-statement' && isBuiltin(id) ? `${prefix}${id.replace(/^node:/, '')}?${importer}` : undefined,
  },
  load: {
    filter: { id: /^\0builtin:/ },
    async handler(id) {
      const name = id.slice(prefix.length, id.indexOf('?'));
      const all = (await import(`node:${name}`)) as Record<string, unknown>;
      return { code: sourceOf(name, all), moduleSideEffects: false };
    },
  },
};

/** Unused names are tree-shaken, because reading them is marked as pure. */
function sourceOf(name: string, all: Readonly<Record<string, unknown>>): string {
  const names = Object.keys(all).filter((each) => each !== 'default');
  const readingOf = (each: string) => {
    const isLate = late.has(name) && typeof all[each] === 'function';
    if (!isLate) return `/* @__PURE__ */ (() => whole().${each})()`;
    return isPlain(each, all[each]!) ? `(...input) => whole().${each}(...input)` : standInFor(`whole().${each}`);
  };
  return [
    'let loaded;',
    `const whole = () => (loaded ??= process.getBuiltinModule('node:${name}'));`,
    'const everything = /* @__PURE__ */ whole();',
    'export { everything as default };',
    ...names.map((each, at) => `const name${at} = ${readingOf(each)};`),
    `export { ${names.map((each, at) => `name${at} as ${each}`).join(', ')} };`,
  ].join('\n');
}

/** Whether only its calls matter: not a class, nor one with properties, such as its form with promises. */
const isPlain = (name: string, value: object): boolean =>
  /^[a-z]/.test(name) &&
  Reflect.ownKeys(value).every((key) => key === 'length' || key === 'name' || key === 'prototype');

/** Stands for a class, or for a function with properties. */
const standInFor = (real: string): string => `/* @__PURE__ */ (() => {
  const standIn = new Proxy(function () {}, {
    apply: (_, self, input) => Reflect.apply(${real}, self, input),
    construct: (_, input, by) => Reflect.construct(${real}, input, by === standIn ? ${real} : by),
    get: (_, key) => ${real}[key],
  });
  return standIn;
})()`;
