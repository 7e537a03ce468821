import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { featureFiles } from './scaffold-feature.ts';

/** Names are the spellings of one name. */
export interface Names {
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
    'index.ts': `import { defineService } from '../../platform/service.ts';

/** ${names.camel}Service is the front door of ${names.title.toLowerCase()}; declare its routes in packages/contracts first. */
export const ${names.camel}Service = defineService({
  name: '${names.kebab}',
  create: () => ({ door: undefined }),
});
`,
    'index.test.ts': `import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { ${names.camel}Service } from './index.ts';

test('its name, which is also that of the schema of its tables, is that of its folder', () => {
  expect(${names.camel}Service.name).toBe(basename(import.meta.dirname));
});
`,
  });
}

/** listService adds a service to the text of `services/manifest.ts`, its import in alphabetical place. */
export const listService = (manifest: string, name: string): string =>
  list(manifest, `${namesOf(name).camel}Service`, `./${name}/index.ts`);

/** listFeature adds a feature to the text of `app/features.ts`, its import in alphabetical place. */
export const listFeature = (manifest: string, name: string): string =>
  list(manifest, `${namesOf(name).camel}Feature`, `../features/${name}/feature.ts`);

function list(manifest: string, constant: string, path: string): string {
  const lines = manifest.split('\n');
  const pathOf = (line: string) => /from '(.*)'/.exec(line)?.[1] ?? '';
  const isBehind = (line: string) => line.startsWith('import {') && pathOf(line) > path;
  const place = lines.findIndex(isBehind);
  const lastImport = lines.findLastIndex((line) => line.startsWith('import {'));
  lines.splice(place < 0 ? lastImport + 1 : place, 0, `import { ${constant} } from '${path}';`);
  return lines.join('\n').replace(/\n\];/, `\n  ${constant},\n];`);
}

/** scaffoldFeature writes a web feature with a page, a tour and tests, and answers the paths written. */
export function scaffoldFeature(folder: string, name: string): string[] {
  const names = namesOf(name);
  return write(folder, `apps/web/src/features/${names.kebab}`, featureFiles(names));
}

/** addService makes a service and lists it; answers what was written. */
export const addService = (folder: string, name: string): string[] => [
  ...scaffoldService(folder, name),
  enlist(folder, 'apps/server/src/services/manifest.ts', (manifest) => listService(manifest, name)),
];

/** addFeature makes a part of the page and lists it; answers what was written. */
export const addFeature = (folder: string, name: string): string[] => [
  ...scaffoldFeature(folder, name),
  enlist(folder, 'apps/web/src/app/features.ts', (manifest) => listFeature(manifest, name)),
];

function enlist(folder: string, manifest: string, add: (text: string) => string): string {
  const path = join(folder, manifest);
  writeFileSync(path, add(readFileSync(path, 'utf8')));
  return `${manifest} lists it.`;
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
