import { type FolderContext, rootContext, rowsOf } from '../client-parts.ts';
import { readObjects } from '../document/read-data.ts';
import { scalarText } from '../document/scalar-text.ts';
import { descriptionText } from '../documentation.ts';
import type { ImportedCollection, ImportedVariable } from '../imported-collection.ts';
import { isObject, type JsonObject, listOf, objectOf, textOf } from '../json-values.ts';
import type { FileOptions } from '../named-files.ts';
import { type CollectionDraft, depthLimit, importSafely } from '../step-parts.ts';
import { readAuthentication } from './authentication.ts';
import { readRequest } from './request.ts';
import { convertTemplates } from './templates.ts';

/**
 * importInsomnia reads Insomnia exports: formats 1 to 4 (JSON or YAML) and 5 (YAML). Folders become groups,
 * sub-environments become environments, templates such as `{{ _.name }}` become `{{name}}`. It never throws and reads
 * nothing but `text`.
 */
export function importInsomnia(text: string, options: FileOptions = {}): ImportedCollection {
  const read = (draft: CollectionDraft) => {
    for (const document of readObjects(text, draft.problems)) {
      if (Array.isArray(document.resources)) readResources(document.resources.filter(isObject), draft);
      else if (Array.isArray(document.items)) readFormat1(document.items.filter(isObject), draft);
      else if (/insomnia\.rest\/5/.test(scalarText(document.type)) || Array.isArray(document.collection))
        readFormat5(document, draft);
      else
        draft.problems.add(
          'document',
          'The document is no export of Insomnia: it has neither "resources" nor "collection".',
        );
    }
  };
  return importSafely('Imported collection', read, options);
}

/** Formats 2 to 4: a flat list of resources, each naming its parent. */
function readResources(resources: JsonObject[], draft: CollectionDraft): void {
  const children = new Map<string, JsonObject[]>();
  const ids = new Set(resources.map(({ _id }) => scalarText(_id)).filter((id) => id !== ''));
  const roots: JsonObject[] = [];
  for (const resource of resources) {
    const parent = scalarText(resource.parentId);
    if (!ids.has(parent) || resource._type === 'workspace') roots.push(resource);
    else children.set(parent, [...(children.get(parent) ?? []), resource]);
  }
  const workspaces = roots.filter(({ _type }) => _type === 'workspace');
  draft.title = textOf(workspaces[0]?.name) ?? draft.title;
  if (workspaces.length === 1) draft.description = descriptionText(workspaces[0]?.description);
  const done = new Set<unknown>();
  const walk = (resource: JsonObject, context: FolderContext): void => {
    const id = scalarText(resource._id);
    if (done.has(id || resource)) return;
    done.add(id || resource);
    const below = [...(children.get(id) ?? [])].sort((left, right) => sortKey(left) - sortKey(right));
    readNode(resource, kindOf(resource), below, context, draft, walk);
  };
  const outer = rootContext();
  for (const root of roots)
    walk(root, workspaces.length > 1 && root._type === 'workspace' ? rootContext([scalarText(root.name)]) : outer);
  for (const resource of resources) if (resource._type === 'request') walk(resource, outer);
}

const mimeTypes: Record<string, string> = {
  form: 'application/x-www-form-urlencoded',
  json: 'application/json',
  xml: 'application/xml',
};

/** Format 1: folders contain their requests and environments; only `base` always exists. */
function readFormat1(items: JsonObject[], draft: CollectionDraft): void {
  const walk = (node: JsonObject, context: FolderContext): void => {
    const { base, ...others } = objectOf(node.environments);
    const name = textOf(node.name) ?? 'Folder';
    for (const variable of flattened(base, name, draft)) draft.addVariable(variable, name);
    for (const [environment, data] of Object.entries(others)) {
      const variables = flattened(data, `environment ${environment}`, draft);
      draft.environments.push({ name: environment, variables });
    }
    const mimeType = mimeTypes[scalarText(objectOf(node.__insomnia).format)];
    const body = mimeType === undefined ? node.body : { mimeType, text: node.body };
    readNode(
      { ...node, body, parameters: node.params },
      kindOf(node),
      listOf(node.requests).filter(isObject),
      context,
      draft,
      walk,
    );
  };
  for (const item of items) walk(item, rootContext());
}

const sortKey = ({ metaSortKey }: JsonObject): number => (typeof metaSortKey === 'number' ? metaSortKey : 0);

type Kind = 'request' | 'folder' | 'environment' | 'other';

function kindOf({ _type }: JsonObject): Kind {
  if (_type === 'request' || _type === 'environment') return _type;
  return _type === 'request_group' || _type === 'workspace' ? 'folder' : 'other';
}

type Walk = (child: JsonObject, context: FolderContext) => void;

function readNode(
  node: JsonObject,
  kind: Kind,
  below: JsonObject[],
  context: FolderContext,
  draft: CollectionDraft,
  walk: Walk,
): void {
  const name = textOf(node.name) ?? 'Folder';
  const place = [...context.folders, name].join(' / ');
  if (kind === 'request') readRequest(node, context, place, draft);
  else if (kind === 'environment') readEnvironment(node, below, draft);
  else if (kind === 'other') noteOther(node, below, place, draft);
  else if (context.folders.length >= depthLimit)
    draft.problems.add(place, `Folders are nested deeper than ${depthLimit} levels.`);
  else {
    const inner = folderContext(node, node._type === 'workspace' ? undefined : name, place, context, draft);
    draft.addFolder(inner.folders, descriptionOf(node));
    for (const child of below) walk(child, inner);
  }
}

/** Format 5 keeps the description next to the id. */
export const descriptionOf = (node: JsonObject): string | undefined =>
  descriptionText(node.description) ?? descriptionText(objectOf(node.meta).description);

function folderContext(
  node: JsonObject,
  name: string | undefined,
  place: string,
  from: FolderContext,
  draft: CollectionDraft,
): FolderContext {
  for (const variable of flattened(node.environment, place, draft)) draft.addVariable(variable, place);
  const scripts = objectOf(node.scripts);
  const convert = (text: string) => convertTemplates(text, place, draft.problems);
  return {
    folders: name === undefined ? from.folders : [...from.folders, name],
    authentication: readAuthentication(node.authentication, place, draft.problems) ?? from.authentication,
    headers: [...from.headers, ...rowsOf(node.headers, convert)],
    preRequest: [...from.preRequest, scalarText(node.preRequestScript ?? scripts.preRequest)],
    test: [...from.test, scalarText(node.afterResponseScript ?? scripts.afterResponse)],
  };
}

/** Resources without content of their own. */
const silent = new Set(['proto_file', 'proto_directory', 'workspace_meta', 'request_meta']);
const specificationReason = 'The API specification was left out. Import it as an OpenAPI document.';
const testReason = 'The unit test was left out. Write it as the test script of its request.';

function noteOther(node: JsonObject, below: JsonObject[], place: string, draft: CollectionDraft): void {
  const type = scalarText(node._type);
  if (type === 'cookie_jar') noteCookies(node, place, draft);
  else if (type === 'api_spec') noteSpecification(node.contents, place, draft);
  else if (type === 'unit_test') draft.problems.add(place, testReason);
  else if (type === 'unit_test_suite')
    for (const test of below) noteOther(test, [], `${place} / ${scalarText(test.name)}`, draft);
  else if (/^(grpc|websocket|socketio|mcp)/.test(type))
    draft.problems.add(place, `A request of the kind ${type.replace(/_.*/, '')} is not of HTTP and was left out.`);
  else if (!silent.has(type) && type !== '') draft.problems.add(place, `A resource of the kind ${type} was left out.`);
}

function noteCookies({ cookies }: JsonObject, place: string, draft: CollectionDraft): void {
  const names = listOf(cookies).map((cookie) => scalarText(objectOf(cookie).key));
  if (names.length > 0)
    draft.problems.add(place, `The stored cookies were left out: ${names.slice(0, 10).join(', ')}.`);
}

/** A new design document has an empty specification. */
function noteSpecification(contents: unknown, place: string, draft: CollectionDraft): void {
  const isWritten = isObject(contents) ? Object.keys(contents).length > 0 : scalarText(contents).trim() !== '';
  if (isWritten) draft.problems.add(place, specificationReason);
}

/** The base environment applies to the whole collection; its sub-environments can be selected. */
function readEnvironment(node: JsonObject, below: JsonObject[], draft: CollectionDraft): void {
  for (const variable of flattened(node.data, 'base environment', draft))
    draft.addVariable(variable, 'base environment');
  for (const child of [...below, ...listOf(node.subEnvironments).filter(isObject)]) {
    const name = textOf(child.name) ?? 'Environment';
    draft.environments.push({ name, variables: flattened(child.data, `environment ${name}`, draft) });
  }
}

const valueLimit = 5000;

/** Nested values are addressed by paths, such as `user.name` and `hosts[0]`. */
function flattened(data: unknown, place: string, draft: CollectionDraft): ImportedVariable[] {
  const variables: ImportedVariable[] = [];
  const add = (value: unknown, name: string, depth: number): void => {
    if (variables.length >= valueLimit) return;
    if (depth < 20 && Array.isArray(value))
      for (const [index, item] of value.entries()) add(item, `${name}[${index}]`, depth + 1);
    else if (depth < 20 && isObject(value))
      for (const [key, item] of Object.entries(value)) add(item, name === '' ? key : `${name}.${key}`, depth + 1);
    else if (name !== '')
      variables.push({
        name,
        value: convertTemplates(scalarText(value), `${place}, variable ${name}`, draft.problems),
        isSecret: false,
      });
  };
  add(isObject(data) ? data : {}, '', 0);
  return variables;
}

function readFormat5(document: JsonObject, draft: CollectionDraft): void {
  draft.title = textOf(document.name) ?? draft.title;
  draft.description = descriptionOf(document);
  const environments = objectOf(document.environments);
  if (Object.keys(environments).length > 0) readEnvironment(environments, [], draft);
  const walk = (node: JsonObject, context: FolderContext): void =>
    readNode(node, kindOf5(node), listOf(node.children).filter(isObject), context, draft, walk);
  for (const node of listOf(document.collection).filter(isObject)) walk(node, rootContext());
  noteCookies(objectOf(document.cookieJar), 'cookie jar', draft);
  noteSpecification(objectOf(document.spec).contents, 'specification', draft);
  for (const { name, tests } of listOf(document.testSuites).filter(isObject))
    for (const test of listOf(tests).filter(isObject))
      draft.problems.add(`${scalarText(name)} / ${scalarText(test.name)}`, testReason);
  if (document.collection === undefined && Object.keys(environments).length === 0)
    draft.problems.add('document', 'The document holds no requests and no environments.');
}

const otherKinds: Record<string, string> = { 'ws-req': 'websocket', greq: 'grpc', socketio: 'socketio', mcp: 'mcp' };

function kindOf5(node: JsonObject): Kind {
  if (Array.isArray(node.children)) return 'folder';
  const begin = /^(?:ws-req|greq|socketio|mcp)/.exec(scalarText(objectOf(node.meta).id))?.[0];
  const other = begin ?? (node.protoMethodName === undefined ? undefined : 'greq');
  if (other !== undefined) {
    node._type = otherKinds[other];
    return 'other';
  }
  return node.method !== undefined || node.url !== undefined ? 'request' : 'folder';
}
