import { type FormField, type HttpBody, joinScripts, type KeyValue } from '@touchstone/engine-http/core';
import {
  type FolderContext,
  isOn,
  optionalScripts,
  redirectSetting,
  rowsOf,
  withFolderHeaders,
} from '../client-parts.ts';
import { scalarText } from '../document/scalar-text.ts';
import { described, descriptionText } from '../documentation.ts';
import { isObject, type JsonObject, listOf, objectOf, textOf } from '../json-values.ts';
import { fileParts } from '../named-files.ts';
import { graphqlBody } from '../postman/body.ts';
import { type CollectionDraft, findHeader, folderPath, newStep, row } from '../step-parts.ts';
import { splitQuery } from '../url-rows.ts';
import { bodyOfText, dropImpliedType, isFormType, isMultipart } from '../written-body.ts';
import { readAuthentication } from './authentication.ts';
import { convertTemplates } from './templates.ts';

/** Insomnia's script API matches Postman's under another name. */
const scriptPrelude = 'const insomnia = pm;';

/** readRequest adds one request of any format. */
export function readRequest(node: JsonObject, context: FolderContext, place: string, draft: CollectionDraft): void {
  const convert = (text: string) => convertTemplates(text, place, draft.problems);
  const headers = withFolderHeaders(rowsOf(node.headers, convert), context.headers);
  const body = bodyOf(node.body, headers, place, draft, convert);
  dropImpliedType(headers, body);
  const split = splitQuery(convert(scalarText(node.url)));
  const scripts = objectOf(node.scripts);
  const settings = objectOf(node.settings);
  draft.addStep(
    newStep({
      name: textOf(node.name) ?? '',
      group: folderPath(context.folders),
      method: scalarText(node.method).trim() || 'GET',
      url: split.url,
      queryParams: [...split.queryParams, ...rowsOf(node.parameters, convert)],
      pathParams: rowsOf(node.pathParameters, convert).filter(({ key }) => key !== ''),
      headers,
      body,
      authentication: readAuthentication(node.authentication, place, draft.problems) ??
        context.authentication ?? { type: 'none' },
      settings: redirectSetting(node.settingFollowRedirects ?? settings.followRedirects),
      ...optionalScripts(
        scriptOf([...context.preRequest, scalarText(node.preRequestScript ?? scripts.preRequest)]),
        scriptOf([...context.test, scalarText(node.afterResponseScript ?? scripts.afterResponse)]),
      ),
      // Format 5 keeps the description next to the id.
      ...described(descriptionText(node.description) ?? objectOf(node.meta).description),
    }),
  );
}

function scriptOf(scripts: string[]): string | undefined {
  return joinScripts(scripts.map((script) => (script.includes('insomnia') ? `${scriptPrelude}\n${script}` : script)));
}

function bodyOf(
  source: unknown,
  headers: KeyValue[],
  place: string,
  draft: CollectionDraft,
  convert: (text: string) => string,
): HttpBody {
  if (typeof source === 'string')
    return source === '' ? { type: 'none' } : bodyOfText(convert(source), undefined, headers);
  if (!isObject(source)) return { type: 'none' };
  const mimeType = scalarText(source.mimeType);
  const text = convert(scalarText(source.text));
  if (isMultipart(mimeType)) {
    const written = findHeader(headers, 'Content-Type');
    if (written !== undefined && isMultipart(written.value)) headers.splice(headers.indexOf(written), 1);
    return { type: 'form', fields: formFields(source.params, place, draft, convert) };
  }
  if (isFormType(mimeType) && text === '') return { type: 'urlencoded', fields: rowsOf(source.params, convert) };
  if (/^application\/graphql\b/i.test(mimeType)) return graphqlOf(text);
  if (source.fileName !== undefined && text === '') {
    const { fileId = '', fileName = '' } = fileParts(scalarText(source.fileName), draft.files);
    if (fileId === '') draft.problems.add(place, `The body is the file ${fileName}. Choose it again.`);
    return { type: 'binary', fileId, ...(mimeType === '' ? {} : { contentType: mimeType }) };
  }
  return text === '' ? { type: 'none' } : bodyOfText(text, mimeType, headers);
}

/** The query and its variables are stored as one JSON string. */
function graphqlOf(text: string): HttpBody {
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return graphqlBody({ ...value, variables: variablesText(value.variables) });
  } catch {
    // The string is the query itself.
  }
  return text.trim() === '' ? { type: 'none' } : { type: 'graphql', query: text, variables: '' };
}

const variablesText = (variables: unknown): string =>
  isObject(variables)
    ? Object.keys(variables).length === 0
      ? ''
      : JSON.stringify(variables, null, 2)
    : scalarText(variables);

function formFields(
  source: unknown,
  place: string,
  draft: CollectionDraft,
  convert: (text: string) => string,
): FormField[] {
  return listOf(source)
    .filter(isObject)
    .flatMap((entry): FormField[] => {
      const key = convert(scalarText(entry.name));
      const shared = row(key, '', isOn(entry));
      if (entry.type !== 'file') {
        const value = convert(scalarText(entry.value));
        return key === '' && value === '' ? [] : [{ ...shared, value, kind: 'text' }];
      }
      const file = fileParts(scalarText(entry.fileName), draft.files);
      if (isOn(entry) && file.fileId === undefined)
        draft.problems.add(place, `The field ${key} sends a file. Choose it again.`);
      return [{ ...shared, kind: 'file', ...file }];
    });
}
