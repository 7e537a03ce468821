import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

interface Names {
  kebab: string;
  camel: string;
  pascal: string;
  title: string;
}

/** scaffoldService writes an empty service that follows the floor plan and answers the paths written. */
export function scaffoldService(folder: string, name: string): string[] {
  const names = namesOf(name);
  return write(folder, `apps/server/src/services/${names.kebab}`, {
    'README.md': `# ${names.title}

What it is for, in one sentence.

- **Nouns**:
- **Door**: \`${names.camel}Service\` in \`index.ts\`, listed in \`services/manifest.ts\`
- **Events**: in none, out none
- **Tables**: none
- **Test it**: \`npx vitest run apps/server/src/services/${names.kebab}\`
`,
    'errors.ts': `import { defineErrors } from '@touchstone/kernel';

export const ${names.camel}Errors = defineErrors('${names.kebab.replaceAll('-', '_').toUpperCase()}', {
  notFound: [404, '{name} does not exist any more. Go back to the list and open another one.'],
});
`,
    'index.ts': `import { defineService } from '../../platform/service.ts';
import { ${names.camel}Errors } from './errors.ts';

/** ${names.camel}Service is the front door of ${names.title.toLowerCase()}; declare its routes in packages/contracts first. */
export const ${names.camel}Service = defineService({
  name: '${names.kebab}',
  errors: ${names.camel}Errors,
  create: () => ({ door: undefined }),
});
`,
  });
}

/** listService adds a service to the text of \`services/manifest.ts\`, its import in alphabetical place. */
export function listService(manifest: string, name: string): string {
  const { kebab, camel } = namesOf(name);
  const lines = manifest.split('\n');
  const added = `import { ${camel}Service } from './${kebab}/index.ts';`;
  const pathOf = (line: string) => /from '(.*)'/.exec(line)?.[1] ?? '';
  const isBehind = (line: string) => line.startsWith('import {') && pathOf(line) > pathOf(added);
  const place = lines.findIndex(isBehind);
  const lastImport = lines.findLastIndex((line) => line.startsWith('import '));
  lines.splice(place < 0 ? lastImport + 1 : place, 0, added);
  return lines.join('\n').replace(/\n\];/, `\n  ${camel}Service,\n];`);
}

/** scaffoldFeature writes a web feature with one page and answers the paths written. */
export function scaffoldFeature(folder: string, name: string): string[] {
  const names = namesOf(name);
  return write(folder, `apps/web/src/features/${names.kebab}`, {
    'README.md': `# ${names.title}

What the user does here, in one sentence. Pages are listed in \`routes.tsx\`, addresses in \`paths.ts\`.
`,
    'index.ts': `export { ${names.camel}Paths } from './paths.ts';
export { ${names.camel}Routes } from './routes.tsx';
`,
    'paths.ts': `export const ${names.camel}Paths = {
  home: () => '/${names.kebab}',
};
`,
    'routes.tsx': `import type { RouteObject } from 'react-router';

export const ${names.camel}Routes: RouteObject[] = [
  {
    path: '/${names.kebab}',
    lazy: async () => ({ Component: (await import('./pages/${names.kebab}.page.tsx')).${names.pascal}Page }),
  },
];
`,
    [`pages/${names.kebab}.page.tsx`]: `import { Title } from '@mantine/core';

export function ${names.pascal}Page() {
  return (
    <main>
      <title>${names.title}</title>
      <Title order={1}>${names.title}</Title>
    </main>
  );
}
`,
  });
}

function namesOf(name: string): Names {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name))
    throw new Error(`Give a name in kebab-case, such as load-testing; "${name}" is none.`);
  const words = name.split('-');
  const pascal = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  return {
    kebab: name,
    pascal,
    camel: pascal.charAt(0).toLowerCase() + pascal.slice(1),
    title: `${words[0]?.charAt(0).toUpperCase()}${words.join(' ').slice(1)}`,
  };
}

function write(folder: string, home: string, files: Record<string, string>): string[] {
  if (existsSync(join(folder, home))) throw new Error(`${home} exists already.`);
  return Object.entries(files).map(([name, text]) => {
    const path = `${home}/${name}`;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
    return path;
  });
}
