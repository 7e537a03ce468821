import type { JsonObject } from '../json-values.ts';
import { listOf } from '../json-values.ts';
import { listFolders } from './write-folder.ts';
import { readYamlObject } from './yaml-file.ts';

/** A problem with a file of a folder. */
export interface FolderProblem {
  path: string;
  reason: string;
}

const folderSeparator = ' / ';
/** The lists of version 1; a folder of that version leaves all others unchanged. */
const spokenFirst: ReadonlySet<string> = new Set(['environments', 'databases']);

/** readFolder makes a workspace file from a folder of files, with the problems of each. Paths use slashes. */
export function readFolder(files: ReadonlyMap<string, string>): { document: JsonObject; problems: FolderProblem[] } {
  const problems: FolderProblem[] = [];
  const read = new Map<string, JsonObject>();
  for (const [path, text] of files) {
    const misplaced = misplacedReason(path);
    if (misplaced !== undefined) problems.push({ path, reason: misplaced });
    if (!isOurs(path)) continue;
    const result = readYamlObject(text);
    if ('value' in result) read.set(path, result.value);
    else problems.push({ path, reason: result.fault });
  }
  const head = read.get('touchstone.yaml');
  if (!head && !files.has('touchstone.yaml'))
    problems.push({
      path: 'touchstone.yaml',
      reason: 'This folder has no touchstone.yaml, so it is no workspace folder.',
    });
  const below = (root: string) => [...read].filter(([path]) => path.startsWith(`${root}/`));
  const order = inOrder(listOf(read.get('prerequisites/order.yaml')?.prerequisites));
  const document = {
    ...head,
    globals: listOf(read.get('globals.yaml')?.variables),
    ...Object.fromEntries(
      listFolders
        .filter((name) => head?.version !== 1 || spokenFirst.has(name))
        .map((name) => [name, below(name).map(([, value]) => value)]),
    ),
    prerequisites: below('prerequisites')
      .filter(([path]) => path !== 'prerequisites/order.yaml')
      .map(([path, value]) => ({ path: path.slice('prerequisites/'.length), value }))
      .sort((a, b) => order(a.path, b.path))
      .map(({ value }) => value),
    suites: readSuites(below('suites'), problems),
  };
  return { document, problems };
}

const ownFolders: ReadonlySet<string> = new Set([...listFolders, 'prerequisites']);

/** isOurs returns whether a file in a folder belongs to the workspace; other files may be next to them. */
export const isOurs = (path: string): boolean =>
  path === 'touchstone.yaml' ||
  path === 'globals.yaml' ||
  (/^[^/]+\/[^/]+\.yaml$/.test(path) && ownFolders.has(path.slice(0, path.indexOf('/')))) ||
  /^suites\/[^/]+\/.+\.yaml$/.test(path);

/** hasOurs returns whether a folder at the top belongs to the workspace. */
export const hasOurs = (folder: string): boolean => folder === 'suites' || ownFolders.has(folder);

/** misplacedReason says why a YAML file that seems to belong to the workspace would be ignored; undefined if none is. */
export function misplacedReason(path: string): string | undefined {
  const levels = path.split('/');
  const [top = ''] = levels;
  const [, name = '', ending = ''] = /^([^.].*)\.(ya?ml)$/i.exec(levels.at(-1) ?? '') ?? [];
  const isInside = levels.length === 1 ? /^(touchstone|globals)$/.test(name) : hasOurs(top);
  if (name === '' || !isInside) return undefined;
  if (ending !== 'yaml') return `Files of a workspace end with .yaml. Rename it to ${name}.yaml.`;
  if (isOurs(path)) return undefined;
  return top === 'suites'
    ? 'It belongs to no suite. Move it into the folder of its suite.'
    : `Files of ${top} cannot be in a folder below it. Move it to ${top}/${name}.yaml.`;
}

/** Listed items first, in the order of the list, then the others by path. */
function inOrder(list: readonly unknown[]): (a: string, b: string) => number {
  const places = new Map(list.map((path, index) => [path, index]));
  const at = (path: string) => places.get(path) ?? list.length;
  return (a, b) => at(a) - at(b) || (a < b ? -1 : 1);
}

function readSuites(files: [path: string, value: JsonObject][], problems: FolderProblem[]): JsonObject[] {
  const byFolder = Map.groupBy(files, ([path]) => path.split('/').slice(0, 2).join('/'));
  return [...byFolder].flatMap(([root, own]) => {
    const inside = new Map(own.map(([path, value]) => [path.slice(root.length + 1), value]));
    const suite = inside.get('suite.yaml');
    if (suite) return [readSuite(suite, inside)];
    problems.push({
      path: `${root}/suite.yaml`,
      reason: 'It is missing. Add it with a name, such as `name: Orders`, or delete the folder.',
    });
    return [];
  });
}

function readSuite({ folders, scripts, ...suite }: JsonObject, files: ReadonlyMap<string, JsonObject>): JsonObject {
  const isScript = (path: string) => path !== 'suite.yaml' && !/(^|\/)folder\.yaml$/.test(path);
  const nameOf = (folder: string): string => {
    const levels = folder.split('/');
    return levels
      .map((level, index) => String(files.get(`${levels.slice(0, index + 1).join('/')}/folder.yaml`)?.name ?? level))
      .join(folderSeparator);
  };
  const parentOf = (path: string) => path.split('/').slice(0, -1).join('/');
  const present = new Set([...files.keys()].flatMap((path) => (path.includes('/') ? [parentOf(path)] : [])));
  const byPath = inOrder(listOf(scripts));
  return {
    ...suite,
    folders: [...present].sort(inOrder(listOf(folders))).map((folder) => {
      const { description } = files.get(`${folder}/folder.yaml`) ?? {};
      return { path: nameOf(folder), ...(description === undefined ? {} : { description }) };
    }),
    scripts: [...files]
      .filter(([path]) => isScript(path))
      .sort(([a], [b]) => byPath(a, b))
      .map(([path, { name, ...script }]) => ({
        ...script,
        scriptName: name,
        ...(path.includes('/') ? { folder: nameOf(parentOf(path)) } : {}),
      })),
  };
}
