import { isBuiltin } from 'node:module';
import type { Plugin } from 'rolldown';

const prefix = '\0builtin:';

/**
 * An `import` of a Node module reads all of its names, including lazy ones: `WebSocket` of `node:http` loads all of
 * undici. With this plugin, a built file reads only the names that it uses. Each importer gets its own copy of the
 * reading code: shared, it would become another file to load.
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
      const name = `node:${id.slice(prefix.length, id.indexOf('?'))}`;
      const names = Object.keys((await import(name)) as object).filter((each) => each !== 'default');
      return { code: sourceOf(name, names), moduleSideEffects: false };
    },
  },
};

/** Unused names are tree-shaken, because reading them is marked as pure. */
const sourceOf = (name: string, names: readonly string[]): string =>
  [
    `const whole = /* @__PURE__ */ process.getBuiltinModule('${name}');`,
    'export { whole as default };',
    ...names.map((each, at) => `const name${at} = /* @__PURE__ */ (() => whole.${each})();`),
    `export { ${names.map((each, at) => `name${at} as ${each}`).join(', ')} };`,
  ].join('\n');
