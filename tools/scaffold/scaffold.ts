import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { featureFiles } from './scaffold-feature.ts';
import { accessFile, contractFiles, serviceFiles } from './scaffold-service.ts';

/** Names are the spellings of a name. */
export interface Names {
  kebab: string;
  camel: string;
  pascal: string;
  title: string;
}

/**
 * scaffoldService writes a service with a call, a kind of run, the call's contract and access rules, and returns the
 * written paths.
 */
export function scaffoldService(folder: string, name: string): string[] {
  const names = namesOf(name);
  return [
    ...write(folder, `apps/server/src/services/${names.kebab}`, serviceFiles(names)),
    ...write(folder, `packages/contracts/src/${names.kebab}`, contractFiles(names)),
    ...write(folder, 'tests/contract/services', { [`${names.kebab}.ts`]: accessFile(names) }),
  ];
}

/** listService adds a service to the text of `services/manifest.ts`, its import in alphabetical order. */
export const listService = (manifest: string, name: string): string =>
  list(manifest, `${namesOf(name).camel}Service`, `./${name}/index.ts`);

/** listFeature adds a feature to the text of `app/features.ts`, its import in alphabetical order. */
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

/** scaffoldFeature writes a web feature with a page, a tour and tests, and returns the written paths. */
export function scaffoldFeature(folder: string, name: string): string[] {
  const names = namesOf(name);
  return write(folder, `apps/web/src/features/${names.kebab}`, featureFiles(names));
}

/** addService creates a service and registers it; returns what was written. */
export const addService = (folder: string, name: string): string[] => [
  ...scaffoldService(folder, name),
  enlist(folder, 'apps/server/src/services/manifest.ts', (manifest) => listService(manifest, name)),
];

/** addFeature creates a web feature and registers it; returns what was written. */
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
  return Object.entries(files).map(([name, text]) => {
    const path = `${home}/${name}`;
    if (existsSync(join(folder, path))) throw new Error(`${path} exists already.`);
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
    return path;
  });
}
