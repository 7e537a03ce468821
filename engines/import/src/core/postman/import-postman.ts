import { readJsonObjects } from '../document/read-json.ts';
import { descriptionText } from '../documentation.ts';
import type { ImportedCollection } from '../imported-collection.ts';
import { isObject, type JsonObject, listOf, textOf } from '../json-values.ts';
import type { FileOptions } from '../named-files.ts';
import { type CollectionDraft, importSafely } from '../step-parts.ts';
import { readCollectionV1 } from './collection-v1.ts';
import { readCollectionV2 } from './collection-v2.ts';
import { readEnvironment } from './environment.ts';

/**
 * importPostman reads Postman collections of the formats 1, 2.0 and 2.1, on their own, wrapped as in the Postman API,
 * or in a data dump with environments. Folders become groups; authentication and scripts are inherited as in Postman.
 * It never throws and reads nothing but `text`.
 */
export function importPostman(text: string, options: FileOptions = {}): ImportedCollection {
  const read = (draft: CollectionDraft) => {
    const documents = readJsonObjects(text, draft.problems).flatMap(unwrap);
    for (const document of documents) readOne(document, documents.length > 1, draft);
  };
  return importSafely('Imported collection', read, options);
}

/** importPostmanEnvironment reads a Postman environment or globals. */
export function importPostmanEnvironment(text: string): ImportedCollection {
  return importSafely('Imported environment', (draft) => {
    for (const document of readJsonObjects(text, draft.problems).flatMap(unwrap)) readEnvironment(document, draft);
    const [first] = draft.environments;
    if (first) draft.title = first.name;
  });
}

/** The Postman API wraps its objects; a data dump has lists of all of them. */
function unwrap(document: JsonObject): JsonObject[] {
  if (isObject(document.collection)) return [document.collection];
  if (isObject(document.environment)) return [document.environment];
  const dumped = [...listOf(document.collections), ...listOf(document.environments)].filter(isObject);
  const globals = listOf(document.globals);
  if (dumped.length === 0) return [document];
  return globals.length === 0
    ? dumped
    : [...dumped, { name: 'Globals', values: globals, _postman_variable_scope: 'globals' }];
}

function readOne(document: JsonObject, isOneOfMany: boolean, draft: CollectionDraft): void {
  const info = isObject(document.info) ? document.info : undefined;
  const title = textOf(info?.name) ?? textOf(document.name) ?? 'Imported collection';
  const folders = isOneOfMany ? [title] : [];
  const description = descriptionText(info?.description ?? document.description);
  const isCollection =
    Array.isArray(document.item) || Array.isArray(document.requests) || Array.isArray(document.order);
  if (isCollection && isOneOfMany) draft.addFolder(folders, description);
  else if (isCollection) draft.description = description;
  if (Array.isArray(document.item)) {
    draft.title = title;
    readCollectionV2(document, folders, draft);
  } else if (Array.isArray(document.requests) || Array.isArray(document.order)) {
    draft.title = title;
    readCollectionV1(document, folders, draft);
  } else if (Array.isArray(document.values)) readEnvironment(document, draft);
  else if (info !== undefined) draft.title = title;
  else if (document.request !== undefined) readCollectionV2({ item: [document] }, folders, draft);
  else draft.problems.add('document', 'The document is no Postman collection: it has neither "item" nor "requests".');
}
