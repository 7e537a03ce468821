import { type HttpStep, type HttpStepSettings, joinScripts, withOAuth1Place } from '@touchstone/engine-http/core';
import { scalarText } from '../document/scalar-text.ts';
import { descriptionText, type ExampleRequest, optional } from '../documentation.ts';
import { readPostmanTests } from '../export/postman/postman-tests.ts';
import type { ImportedStep } from '../imported-collection.ts';
import { isObject, type JsonObject, listOf, objectOf, textOf } from '../json-values.ts';
import { ProblemList } from '../problems.ts';
import { type CollectionDraft, depthLimit, folderPath, longName, newStep, type PartDraft } from '../step-parts.ts';
import { dropImpliedType } from '../written-body.ts';
import { type ReadAuthentication, readAuthentication } from './authentication.ts';
import { keyValues, readBody } from './body.ts';
import { readVariables } from './environment.ts';
import { readExamples } from './examples.ts';
import { readUrl } from './url.ts';

/** What a request inherits from its folders. */
export interface Inherited {
  folders: string[];
  authentication: ReadAuthentication | undefined;
  preRequest: string[];
  test: string[];
  behavior: JsonObject;
}

export const nothingInherited = (folders: string[]): Inherited => ({
  folders,
  authentication: undefined,
  preRequest: [],
  test: [],
  behavior: {},
});

/** readCollectionV2 reads the formats 2.0 and 2.1. */
export function readCollectionV2(document: JsonObject, folders: string[], draft: CollectionDraft): void {
  const inherited = inherit(nothingInherited(folders), document, undefined, 'collection', draft);
  readItems(listOf(document.item), inherited, draft);
}

function readItems(items: unknown[], inherited: Inherited, draft: CollectionDraft): void {
  for (const [index, item] of items.entries()) {
    const place = placeOf(item, inherited, index);
    if (!isObject(item)) draft.problems.add(place, 'The entry is no object and was left out.');
    else if (Array.isArray(item.item)) readFolder(item, inherited, place, draft);
    else if (item.request !== undefined && item.request !== null) readRequest(item, inherited, place, draft);
    else draft.problems.add(place, 'The entry has no request and was left out.');
  }
}

function readFolder(item: JsonObject, inherited: Inherited, place: string, draft: CollectionDraft): void {
  if (inherited.folders.length >= depthLimit) {
    draft.problems.add(place, `Folders are nested deeper than ${depthLimit} levels; the folder was left out.`);
    return;
  }
  const inner = inherit(inherited, item, textOf(item.name) ?? 'Folder', place, draft);
  draft.addFolder(inner.folders, descriptionText(item.description));
  readItems(listOf(item.item), inner, draft);
}

function placeOf(item: unknown, { folders }: Inherited, index: number): string {
  const name = textOf(objectOf(item).name) ?? `entry ${index + 1}`;
  return [...folders, name].join(' / ');
}

function inherit(
  from: Inherited,
  source: JsonObject,
  name: string | undefined,
  place: string,
  draft: CollectionDraft,
): Inherited {
  for (const variable of readVariables(source.variable ?? source.variables, place, draft))
    draft.addVariable(variable, place);
  const scripts = readEvents(source.event ?? source.events, place, draft.problems);
  return {
    folders: name === undefined ? from.folders : [...from.folders, name],
    authentication: readAuthentication(source.auth, place, draft.problems) ?? from.authentication,
    preRequest: [...from.preRequest, ...scripts.preRequest],
    test: [...from.test, ...scripts.test],
    behavior: { ...from.behavior, ...objectOf(source.protocolProfileBehavior) },
  };
}

function readRequest(item: JsonObject, from: Inherited, place: string, draft: CollectionDraft): void {
  const { problems } = draft;
  const request: JsonObject = isObject(item.request) ? item.request : { url: item.request, method: 'GET' };
  const own = inherit(from, item, undefined, place, draft);
  const parts = readRequestParts(request, place, draft);
  noteUnread(request, place, problems);
  const preRequestScript = joinScripts(own.preRequest);
  const { scripts, ...checks } = readChecks(own.test, place, problems);
  const testScript = joinScripts(scripts);
  const auth = readAuthentication(request.auth, place, problems) ?? own.authentication;
  const description = descriptionText(request.description) ?? descriptionText(item.description);
  draft.addStep(
    newStep({
      name: textOf(item.name) ?? '',
      group: folderPath(own.folders),
      ...parts,
      authentication: withOAuth1Place(auth?.authentication ?? { type: 'none' }, parts),
      settings: settingsOf(own.behavior, place, problems),
      ...checks,
      ...(preRequestScript === undefined ? {} : { preRequestScript }),
      ...(testScript === undefined ? {} : { testScript }),
      ...documentationOf(item.name, description, auth),
      ...optional({
        examples: readExamples(listOf(item.response), parts, (original) =>
          readRequestParts(original, place, { problems: new ProblemList(), files: draft.files }),
        ),
      }),
    }),
  );
}

/** Information kept with a request: its description, its unshortened name, its OAuth 2.0 URLs. */
export function documentationOf(
  name: unknown,
  description: string | undefined,
  auth: ReadAuthentication | undefined,
): Pick<ImportedStep, 'description' | 'documentation'> {
  const documentation = optional({ name: longName(scalarText(name)), security: auth?.security });
  return { ...(description === undefined ? {} : { description }), ...(documentation && { documentation }) };
}

/** readRequestParts reads everything that a request sends except its credentials. */
export function readRequestParts(request: JsonObject, place: string, draft: PartDraft): ExampleRequest {
  const headers = keyValues(request.header ?? request.headers, `${place}, headers`, draft.problems);
  const body = readBody(request.body, headers, place, draft);
  dropImpliedType(headers, body);
  return { method: methodOf(request.method), ...readUrl(request.url), headers, body };
}

/** Extracts assertions and data handlers from test scripts that this product exported. */
function readChecks(written: readonly string[], place: string, problems: ProblemList) {
  const checks: Pick<HttpStep, 'assertions' | 'dataHandlers'> = { assertions: [], dataHandlers: [] };
  const scripts = written.map((script) => {
    const read = readPostmanTests(script);
    if (read?.isEdited)
      problems.add(
        place,
        'The exported assertions were edited as a script, so they stay one. Add them as assertions anew.',
      );
    checks.assertions.push(...(read?.assertions ?? []));
    checks.dataHandlers.push(...(read?.dataHandlers ?? []));
    return read?.rest ?? script;
  });
  return { ...checks, scripts };
}

export const methodOf = (method: unknown): string => (typeof method === 'string' && method.trim()) || 'GET';

function noteUnread(request: JsonObject, place: string, problems: ProblemList): void {
  if (isObject(request.proxy) && request.proxy.disabled !== true)
    problems.add(place, 'The proxy of the request was left out. Set it for the environment.');
  if (isObject(request.certificate) && Object.keys(request.certificate).length > 0)
    problems.add(place, 'The client certificate was left out. Add it under Certificates.');
}

/** readEvents reads the scripts of one level; external ones are never fetched. */
export function readEvents(
  source: unknown,
  place: string,
  problems: ProblemList,
): { preRequest: string[]; test: string[] } {
  const scripts = { preRequest: [] as string[], test: [] as string[] };
  for (const event of listOf(source).filter(isObject)) {
    if (event.disabled === true) continue;
    const text = scriptText(event.script, place, problems);
    if (text.trim() === '') continue;
    if (event.listen === 'prerequest') scripts.preRequest.push(text);
    else if (event.listen === 'test') scripts.test.push(text);
    else problems.add(place, `The script for ${scalarText(event.listen)} is not supported and was left out.`);
  }
  return scripts;
}

function scriptText(script: unknown, place: string, problems: ProblemList): string {
  if (typeof script === 'string') return script;
  if (Array.isArray(script)) return script.map(scalarText).join('\n');
  const { exec, src } = objectOf(script);
  if (exec === undefined && src !== undefined)
    problems.add(place, 'A script that is kept in another place was not fetched.');
  return Array.isArray(exec) ? exec.map(scalarText).join('\n') : scalarText(exec);
}

const readBehaviors = new Set(['followRedirects', 'maxRedirects', 'strictSSL', 'requestTimeout']);
/** No effect here: the engine keeps bodies and headers as written. */
const ignoredBehaviors = new Set(['disableBodyPruning', 'removeRefererHeaderOnRedirect', 'disableUrlEncoding']);

/** settingsOf reads `protocolProfileBehavior`. */
export function settingsOf(behavior: JsonObject, place: string, problems: ProblemList): HttpStepSettings {
  const settings: HttpStepSettings = {};
  if (typeof behavior.followRedirects === 'boolean') settings.followRedirects = behavior.followRedirects;
  if (typeof behavior.strictSSL === 'boolean') settings.verifyCertificate = behavior.strictSSL;
  if (isCount(behavior.maxRedirects)) settings.maxRedirects = behavior.maxRedirects;
  if (isCount(behavior.requestTimeout) && behavior.requestTimeout > 0) settings.timeoutMs = behavior.requestTimeout;
  for (const [name, value] of Object.entries(behavior)) {
    if (readBehaviors.has(name) || ignoredBehaviors.has(name) || value === false || value === null) continue;
    if (isObject(value) && Object.keys(value).length === 0) continue;
    problems.add(place, `The setting ${name} is not supported and was left out.`);
  }
  return settings;
}

const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
