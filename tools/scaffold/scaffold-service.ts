import type { Names } from './scaffold.ts';

/** serviceFiles are the files of a new service: its door, a call, and a test of both. */
export const serviceFiles = ({ kebab, camel, pascal, title }: Names): Record<string, string> => ({
  'README.md': `# ${title}

What it is for, in one sentence.

- **Nouns**:
- **Door**: \`${camel}Service\` in \`index.ts\`, listed in \`services/manifest.ts\`
- **Events**: in none, out none
- **Tables**: none
- **Test it**: \`npx vitest run apps/server/src/services/${kebab}\`
`,
  'index.ts': `import { defineService } from '../../platform/service.ts';
import { add${pascal}Routes } from './routes/${kebab}.routes.ts';

/** ${camel}Service is the front door of ${title.toLowerCase()}. */
export const ${camel}Service = defineService({
  name: '${kebab}',
  create: () => ({ door: undefined, routes: add${pascal}Routes }),
});
`,
  [`routes/${kebab}.routes.ts`]: `import { ${camel}Routes } from '@touchstone/contracts/${kebab}';
import type { Registrar } from '../../../platform/http/registrar.ts';

export function add${pascal}Routes(registrar: Registrar): void {
  registrar.add(${camel}Routes.getOwner, async ({ caller }) => ({ organizationName: caller.organizationName }));
}
`,
  'index.test.ts': `import { basename } from 'node:path';
import { ${camel}Routes } from '@touchstone/contracts/${kebab}';
import { expect, test } from 'vitest';
import { ${camel}Service } from './index.ts';
import { add${pascal}Routes } from './routes/${kebab}.routes.ts';

test('its name, which is also that of the schema of its tables, is that of its folder', () => {
  expect(${camel}Service.name).toBe(basename(import.meta.dirname));
});

test('it binds every call that its contract declares', () => {
  const bound: unknown[] = [];
  add${pascal}Routes({ routes: [], add: (route) => void bound.push(route) });
  expect(bound).toEqual(Object.values(${camel}Routes));
});
`,
});

/** contractFiles declare the calls of a new service. */
export const contractFiles = ({ kebab, camel, title }: Names): Record<string, string> => ({
  'index.ts': `export * from './routes.ts';
`,
  'routes.ts': `import { z } from 'zod';
import { canRead, route } from '../route.ts';

/** Calls of ${title.toLowerCase()}. */
export const ${camel}Routes = {
  getOwner: route({
    service: '${kebab}',
    method: 'GET',
    path: '/api/owner',
    summary: 'The organization that ${title.toLowerCase()} belongs to',
    access: canRead,
    response: z.object({ organizationName: z.string() }),
  }),
};
`,
});

/** accessFile says who may make the calls of a new service, and what each answers. */
export const accessFile = ({
  kebab,
  title,
}: Names): string => `import { all, type ServiceCalls } from '../expectation.ts';

/** ${title}. */
export const calls: ServiceCalls = {
  audiences: {
    members: \`
      GET ${kebab}/api/owner
    \`,
  },
  expectations: {
    'GET ${kebab}/api/owner': all(200),
  },
};
`;
