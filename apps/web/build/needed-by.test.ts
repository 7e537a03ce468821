import { expect, test } from 'vitest';
import { neededBy } from './needed-by.ts';

interface Module {
  importers?: string[];
  exports?: string[];
  code?: string;
}
const barrel = '/packages/contracts/src/identity/index.ts';
const kit = '/node_modules/@mantine/core/esm/index.mjs';
/** The editor uses a table and the roles of a barrel; the profile uses the list of countries of the same barrel. */
const modules: Record<string, Module> = {
  '/pages/editor.page.tsx': {},
  '/pages/profile.page.tsx': { code: `import { countries } from '${barrel}'` },
  '/ui/table.tsx': { importers: ['/pages/editor.page.tsx'] },
  '/shared/roles.ts': { importers: ['/pages/editor.page.tsx'], code: `import { roles as all } from '${barrel}'` },
  '/packages/contracts/src/identity/roles.ts': { importers: [barrel], exports: ['roles'] },
  '/packages/contracts/src/identity/countries.ts': { importers: [barrel], exports: ['countries', 'countryOf'] },
  '/packages/contracts/src/identity/phones.ts': {
    importers: ['/packages/contracts/src/identity/roles.ts'],
    exports: ['phones'],
  },
  '/kit/Tabs.mjs': { importers: [kit], exports: ['Tabs'] },
  '/kit/Radio.mjs': { importers: [kit], exports: ['Radio'] },
  [kit]: { importers: ['/ui/tabs.ts', '/pages/profile.page.tsx'] },
  '/ui/tabs.ts': { importers: ['/pages/editor.page.tsx'], code: `import { Tabs } from '${kit}'` },
  [barrel]: { importers: ['/shared/roles.ts', '/pages/profile.page.tsx'] },
};
const graph = { getModuleInfo: (id: string) => modules[id] ?? null } as never;
const group = neededBy(/editor\.page/, { yes: 'common', no: 'shared' });

test.each([
  ['what the page imports', '/ui/table.tsx', 'common'],
  ['an export of a barrel that the page uses', '/packages/contracts/src/identity/roles.ts', 'common'],
  ['what such an export imports', '/packages/contracts/src/identity/phones.ts', 'common'],
  ['an export of the same barrel that others use', '/packages/contracts/src/identity/countries.ts', 'shared'],
  ['a component of the kit that the page uses', '/kit/Tabs.mjs', 'common'],
  ['a component of the kit that others use', '/kit/Radio.mjs', 'shared'],
])('%s is grouped by who needs it', (_, id, name) => {
  expect(group(id, graph)).toBe(name);
});
