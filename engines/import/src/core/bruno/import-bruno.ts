import { type FolderContext, rootContext, rowsOf } from '../client-parts.ts';
import { readData, readObjects } from '../document/read-data.ts';
import { scalarText } from '../document/scalar-text.ts';
import { descriptionText } from '../documentation.ts';
import type { ImportedCollection } from '../imported-collection.ts';
import { isObject, type JsonObject, listOf, objectOf, textOf } from '../json-values.ts';
import type { FileOptions } from '../named-files.ts';
import { type CollectionDraft, depthLimit, importSafely } from '../step-parts.ts';
import { type BruFile, readBru } from './bru-request.ts';
import { readAuthentication, readRequest, variablesOf } from './request.ts';

/** A file of a Bruno collection; the path is relative to its folder. */
export interface BrunoFile {
  path: string;
  text: string;
}

/**
 * importBruno reads a Bruno collection: the single file of its JSON export, one `.bru` file, or all files of its
 * folder. Requests inherit headers, authentication and scripts from folders. It never throws and reads nothing beyond
 * its input.
 */
export function importBruno(source: string | BrunoFile[], options: FileOptions = {}): ImportedCollection {
  const read = (draft: CollectionDraft) => {
    if (Array.isArray(source)) readFiles(source, draft);
    else if (/^\s*[[{]/.test(source.replace(/^\uFEFF/, '')))
      for (const document of readObjects(source, draft.problems)) readExport(document, draft);
    else readFiles([{ path: 'request.bru', text: source }], draft);
  };
  return importSafely('Imported collection', read, options);
}

function readExport(document: JsonObject, draft: CollectionDraft): void {
  if (!Array.isArray(document.items)) {
    draft.problems.add('document', 'The document is no export of Bruno: it has no "items".');
    return;
  }
  draft.title = textOf(document.name) ?? textOf(objectOf(document.brunoConfig).name) ?? draft.title;
  draft.description = descriptionText(objectOf(document.root).docs);
  noteConfiguration(objectOf(document.brunoConfig), draft);
  for (const environment of listOf(document.environments).filter(isObject))
    addEnvironment(textOf(environment.name) ?? 'Environment', listOf(environment.variables).filter(isObject), draft);
  readItems(
    document.items,
    contextOf(rootContext(), undefined, objectOf(objectOf(document.root).request), draft),
    draft,
  );
}

function noteConfiguration({ proxy, clientCertificates }: JsonObject, { problems }: CollectionDraft): void {
  const { enabled, disabled, inherit, hostname, config } = objectOf(proxy);
  const isOff = enabled === false || enabled === 'global' || disabled === true || inherit === true;
  if (!isOff && scalarText(hostname ?? objectOf(config).hostname) !== '')
    problems.add('bruno.json', 'The proxy was left out. Set it for the environment.');
  const { enabled: isUsed, certs } = objectOf(clientCertificates);
  for (const { domain } of isUsed === false ? [] : listOf(certs).filter(isObject))
    problems.add(
      'bruno.json',
      `The client certificate for ${scalarText(domain)} is not read. Add it under Certificates.`,
    );
}

function addEnvironment(name: string, rows: JsonObject[], draft: CollectionDraft): void {
  const variables = rows
    .map((entry) => ({
      name: scalarText(entry.name),
      value: scalarText(entry.value),
      isSecret: entry.secret === true,
      ...(entry.enabled === false ? { enabled: false } : {}),
    }))
    .filter((variable) => variable.name !== '');
  draft.environments.push({ name, variables });
}

function readItems(items: unknown[], context: FolderContext, draft: CollectionDraft): void {
  const known = items.filter(isObject);
  const sorted = known.map((item, index) => ({ item, index })).sort((left, right) => orderOf(left) - orderOf(right));
  for (const { item } of sorted) {
    const name = textOf(item.name) ?? 'request';
    const place = [...context.folders, name].join(' / ');
    if (context.folders.length >= depthLimit)
      draft.problems.add(place, `Folders are nested deeper than ${depthLimit} levels.`);
    else if (item.type === 'folder' || Array.isArray(item.items)) {
      const { request, docs } = objectOf(item.root);
      const inner = contextOf(context, name, objectOf(request), draft);
      draft.addFolder(inner.folders, descriptionText(docs));
      readItems(listOf(item.items), inner, draft);
    } else if (isObject(item.request) && !/^(grpc|ws|websocket|js)\b/.test(scalarText(item.type)))
      readRequest(name, { ...item.request, settings: item.settings, examples: item.examples }, context, draft);
    else draft.problems.add(place, `An entry of the kind ${scalarText(item.type) || 'unknown'} was left out.`);
  }
}

/** Folders keep their position; requests are ordered by number if all have one. */
const orderOf = ({ item, index }: { item: JsonObject; index: number }): number => {
  const order = Number(item.seq);
  return Number.isFinite(order) && item.seq !== null ? order : 1e6 + index;
};

function contextOf(
  from: FolderContext,
  name: string | undefined,
  request: JsonObject,
  draft: CollectionDraft,
): FolderContext {
  const place = [...from.folders, name ?? 'collection'].join(' / ');
  const script = objectOf(request.script);
  const vars = objectOf(request.vars);
  for (const variable of variablesOf(vars.req)) draft.addVariable(variable, place);
  const taken = rowsOf(vars.res).map(({ key }) => key);
  if (taken.length > 0)
    draft.problems.add(
      place,
      `The variables ${taken.slice(0, 10).join(', ')} are taken from every response. Add them to the requests as data handlers.`,
    );
  return {
    folders: name === undefined ? from.folders : [...from.folders, name],
    authentication: readAuthentication(request.auth, place, draft.problems) ?? from.authentication,
    headers: [...from.headers, ...rowsOf(request.headers)],
    preRequest: [...from.preRequest, scalarText(script.req)],
    test: [...from.test, scalarText(script.res), scalarText(request.tests)],
  };
}

/** Converts a folder of files to the tree of the JSON export. */
function readFiles(files: BrunoFile[], draft: CollectionDraft): void {
  const root: JsonObject = { items: [], environments: [] };
  const folders = new Map<string, JsonObject>([['', root]]);
  const read = files.map(({ path, text }) => ({ path: path.replaceAll('\\', '/').replace(/^(?:\.?\/)+/, ''), text }));
  const base = commonFolder(read.map(({ path }) => path));
  for (const { path, text } of read.sort((left, right) => (left.path < right.path ? -1 : 1)))
    placeFile(path.slice(base.length), text, { root, folders }, draft);
  readExport(root, draft);
}

function commonFolder(paths: string[]): string {
  const config = paths.find((path) => /(?:^|\/)bruno\.json$/.test(path));
  return config === undefined ? '' : config.slice(0, -'bruno.json'.length);
}

interface Tree {
  root: JsonObject;
  folders: Map<string, JsonObject>;
}

function placeFile(path: string, text: string, { root, folders }: Tree, draft: CollectionDraft): void {
  const segments = path.split('/');
  const file = segments.pop() ?? '';
  if (file === 'bruno.json') {
    root.brunoConfig = objectOf(readData(text, draft.problems));
    root.name = textOf(objectOf(root.brunoConfig).name);
  } else if (!file.endsWith('.bru')) draft.problems.add(path, 'The file is no .bru file and was left out.');
  else {
    const bru = readBru(text, path, draft.problems);
    const title = bru.meta.name ?? file.slice(0, -4);
    if (segments.at(-1) === 'environments' && segments.length === 1) {
      listOf(root.environments).push({ name: file.slice(0, -4), variables: bru.variables });
      return;
    }
    const folder = folderOf(segments, folders);
    if (file === 'collection.bru' || file === 'folder.bru') {
      folder.root = { request: bru.request, docs: bru.request.docs };
      if (file === 'folder.bru') Object.assign(folder, { name: title, ...sequence(bru) });
    } else if (bru.isRequest)
      listOf(folder.items).push({
        name: title,
        type: 'http',
        request: bru.request,
        settings: bru.request.settings,
        examples: bru.request.examples,
        ...sequence(bru),
      });
    else if (bru.variables.length > 0) listOf(root.environments).push({ name: title, variables: bru.variables });
    else draft.problems.add(path, 'The file holds no request.');
  }
}

const sequence = ({ meta }: BruFile): JsonObject => (/^\d+$/.test(meta.seq ?? '') ? { seq: Number(meta.seq) } : {});

function folderOf(written: string[], folders: Map<string, JsonObject>): JsonObject {
  const segments = written.slice(0, depthLimit);
  const path = segments.join('/');
  const known = folders.get(path);
  if (known !== undefined) return known;
  const folder: JsonObject = { name: segments.at(-1) ?? '', type: 'folder', items: [] };
  folders.set(path, folder);
  listOf(folderOf(segments.slice(0, -1), folders).items).push(folder);
  return folder;
}
