import { isObject, type JsonObject, listOf, objectOf } from '../json-values.ts';
import { fileNamesOf } from './file-names.ts';
import { yamlOf } from './yaml-file.ts';

/** A folder of files: texts by path, with slashes on every system. */
export type FolderFiles = Map<string, string>;

const folderSeparator = ' / ';
/** The order of fields in files; others follow by name. */
const fieldOrder = [
  'format',
  'version',
  'id',
  'name',
  'description',
  'scriptType',
  'scheduleType',
  'isChaining',
  'kind',
  'host',
  'port',
  'databaseName',
  'username',
  'tls',
  'caCertificate',
  'enabled',
  'method',
  'url',
  'condition',
  'headers',
  'queryParams',
  'pathParams',
  'body',
  'authentication',
  'preRequestScript',
  'testScript',
  'dataHandlers',
  'assertions',
  'settings',
  'documentation',
  'examples',
  'about',
  'servers',
  'variables',
  'folders',
  'scripts',
  'prerequisites',
  'timezone',
  'startDate',
  'endDate',
  'time',
  'daysOfWeek',
  'daysOfMonth',
  'cron',
  'target',
  'isPaused',
  'environmentId',
  'parallel',
  'document',
  'references',
];
const rank = new Map(fieldOrder.map((field, index) => [field, index]));

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** The file of an item: its non-empty fields in the usual order. */
function fileOf(item: JsonObject): string {
  const fields = Object.entries(item).filter(([, value]) => !isEmpty(value));
  const at = (field: string) => rank.get(field) ?? fieldOrder.length;
  fields.sort(([a], [b]) => at(a) - at(b) || (a < b ? -1 : 1));
  return yamlOf(Object.fromEntries(fields));
}

interface Item extends JsonObject {
  id?: string;
  name: string;
}
const itemsOf = (value: unknown): Item[] =>
  listOf(value)
    .filter(isObject)
    .map((item) => ({ ...item, name: String(item.name ?? '') }) as Item);

/** Lists of a workspace file whose items are files in a folder of that name. */
export const listFolders = [
  'environments',
  'databases',
  'certificates',
  'configurations',
  'workflows',
  'schedules',
] as const;

/**
 * writeFolder writes a workspace file as a folder of files, one per script, suite, folder, environment, workflow and so
 * on.
 */
export function writeFolder(document: JsonObject): FolderFiles {
  const { format, version, name, description, globals } = document;
  const files: FolderFiles = new Map([['touchstone.yaml', fileOf({ format, version, name, description })]]);
  if (listOf(globals).length > 0) files.set('globals.yaml', fileOf({ variables: globals }));
  for (const kind of listFolders)
    for (const [item, file] of fileNamesOf(itemsOf(document[kind]))) files.set(`${kind}/${file}.yaml`, fileOf(item));
  writePrerequisites(files, itemsOf(document.prerequisites));
  for (const [suite, folder] of fileNamesOf(itemsOf(document.suites))) writeSuite(files, `suites/${folder}`, suite);
  return new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function writePrerequisites(files: FolderFiles, items: Item[]): void {
  if (items.length === 0) return;
  const names = fileNamesOf(items, ['order']);
  for (const item of items) files.set(`prerequisites/${names.get(item)}.yaml`, fileOf(item));
  files.set('prerequisites/order.yaml', fileOf({ prerequisites: items.map((item) => `${names.get(item)}.yaml`) }));
}

function writeSuite(files: FolderFiles, root: string, { scripts, folders, ...suite }: Item): void {
  const scriptItems = listOf(scripts)
    .filter(isObject)
    .map((script) => ({ ...script, name: String(script.scriptName ?? '') }) as Item);
  const described = new Map(
    listOf(folders)
      .map(objectOf)
      .map(({ path, description }) => [String(path), description]),
  );
  const paths = new Set<string>();
  for (const path of [...described.keys(), ...scriptItems.map(({ folder }) => String(folder ?? ''))])
    for (const [index] of path.split(folderSeparator).entries())
      if (path !== '')
        paths.add(
          path
            .split(folderSeparator)
            .slice(0, index + 1)
            .join(folderSeparator),
        );
  const places = placesOf([...paths]);
  for (const [path, place] of places)
    files.set(
      `${root}/${place}/folder.yaml`,
      fileOf({ name: path.split(folderSeparator).at(-1), description: described.get(path) }),
    );
  const order: string[] = new Array(scriptItems.length);
  for (const [folder, own] of Map.groupBy(scriptItems, (script) => String(script.folder ?? '')))
    for (const [script, file] of fileNamesOf(own, ['suite', 'folder'])) {
      const { scriptName: _, folder: __, ...fields } = script;
      const place = [places.get(folder), `${file}.yaml`].filter(Boolean).join('/');
      files.set(`${root}/${place}`, fileOf(fields));
      order[scriptItems.indexOf(script)] = place;
    }
  files.set(`${root}/suite.yaml`, fileOf({ ...suite, folders: [...places.values()], scripts: order }));
}

/** The locations of a suite's folders, by their paths in the product. */
function placesOf(paths: readonly string[]): Map<string, string> {
  const places = new Map<string, string>();
  const parentOf = (path: string) => path.split(folderSeparator).slice(0, -1).join(folderSeparator);
  const children = Map.groupBy(paths, parentOf);
  const visit = (parent: string) => {
    const items = (children.get(parent) ?? []).map((path) => ({
      path,
      name: path.split(folderSeparator).at(-1) ?? '',
    }));
    const names = fileNamesOf(items);
    for (const item of items) places.set(item.path, [places.get(parent), names.get(item)].filter(Boolean).join('/'));
    for (const { path } of items) visit(path);
  };
  visit('');
  // In tree order.
  return new Map(paths.map((path) => [path, places.get(path) ?? '']));
}
