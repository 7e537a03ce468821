import { ApiError } from '@touchstone/contracts';
import { type Script, type ScriptInput, scriptInputSchema } from '@touchstone/contracts/api-testing';
import { withQueryRows } from '../request/address.ts';
import { pathParamNames } from '../request/path-params.ts';
import { checkAuthentication } from './authentication-form.ts';
import { checkBody } from './body-text.ts';

const start = scriptInputSchema.parse({ scriptName: 'New request', method: 'GET', url: 'https://example.com' });

/** newScript returns a new script: a GET without an address, and usually without a name. */
export const newScript = (scriptName = ''): ScriptInput => ({ ...start, scriptName, url: '' });

/** draftOf returns the editable part of a saved script; its folder is changed in the tree. */
export function draftOf(script: Script): ScriptInput {
  const {
    suiteId: _suite,
    projectId: _project,
    position: _position,
    folder: _folder,
    createdAt: _created,
    updatedAt: _updated,
    ...input
  } = script;
  // The response of a save carries the ids of all created scripts.
  delete (input as { scriptIds?: unknown }).scriptIds;
  return withQueryRows(input);
}

export const sameDraft = (a: ScriptInput | null, b: ScriptInput | null): boolean =>
  JSON.stringify(a) === JSON.stringify(b);

export type Problems = Record<string, string>;

/** problemsOf returns what prevents a draft from being saved or sent, by dotted path such as `headers.0.key`. */
export function problemsOf(draft: ScriptInput): Problems {
  const problems: Problems = {};
  const parsed = scriptInputSchema.safeParse(draft);
  for (const issue of parsed.error?.issues ?? []) problems[issue.path.join('.')] ??= issue.message;
  if ('content' in draft.body) {
    const message = checkBody(draft.body.type, draft.body.content);
    if (message) problems['body.content'] ??= message;
  }
  const { body } = draft;
  if (body.type === 'binary' && body.fileId === '') problems['body.fileId'] = 'Please choose a file.';
  if (body.type === 'graphql' && body.query.trim() === '') problems['body.query'] ??= 'Please enter a GraphQL query.';
  if (body.type === 'graphql' && body.variables.trim() !== '') {
    const message = checkBody('json', body.variables);
    if (message) problems['body.variables'] ??= message;
  }
  for (const [key, message] of Object.entries(checkAuthentication(draft.authentication)))
    problems[`authentication.${key}`] ??= message;
  return problems;
}

/** problemsAt returns the problems below a path, with relative names. */
export function problemsAt(problems: Problems, place: string): Problems {
  const prefix = `${place}.`;
  return Object.fromEntries(
    Object.entries(problems)
      .filter(([key]) => key.startsWith(prefix))
      .map(([key, message]) => [key.slice(prefix.length), message]),
  );
}

/** sendProblemsOf returns what only prevents a draft from being sent: path parameters without a value. */
export function sendProblemsOf(draft: ScriptInput): Problems {
  const problems: Problems = {};
  for (const name of pathParamNames(draft.url)) {
    const at = draft.pathParams.findIndex(({ key, enabled }) => key === name && enabled);
    const place = at === -1 ? 'url' : `pathParams.${at}.value`;
    const wayOn = at === -1 ? 'Add it under Params' : 'Enter one';
    if (at === -1 || draft.pathParams[at]?.value === '')
      problems[place] ??= `The path parameter {${name}} has no value. ${wayOn}, or remove it from the address.`;
  }
  return problems;
}

/** withScript sets the pre-request or test script; an emptied one is removed from the draft. */
export function withScript(draft: ScriptInput, key: 'preRequestScript' | 'testScript', code: string): ScriptInput {
  const { [key]: _before, ...rest } = draft;
  return code.trim() === '' ? rest : { ...rest, [key]: code };
}

export type Section =
  | 'params'
  | 'headers'
  | 'body'
  | 'auth'
  | 'assertions'
  | 'extract'
  | 'scripts'
  | 'settings'
  | 'docs';

const places: [prefix: string, section: Section][] = [
  ['queryParams', 'params'],
  ['pathParams', 'params'],
  ['headers', 'headers'],
  ['body', 'body'],
  ['authentication', 'auth'],
  ['assertions', 'assertions'],
  ['dataHandlers', 'extract'],
  ['preRequestScript', 'scripts'],
  ['testScript', 'scripts'],
  ['condition', 'settings'],
  ['settings', 'settings'],
  ['description', 'docs'],
  ['examples', 'docs'],
  ['documentation', 'docs'],
];

const sectionOf = (place: string): Section | undefined =>
  places.find(([prefix]) => place.split('.')[0] === prefix)?.[1];

/** problemsBySection groups problems by editor tab, in tab order. */
export function problemsBySection(problems: Problems): Map<Section, Problems> {
  const found = new Map<Section, Problems>();
  for (const section of new Set(places.map(([, each]) => each))) {
    const own = Object.entries(problems).filter(([place]) => sectionOf(place) === section);
    if (own.length > 0) found.set(section, Object.fromEntries(own));
  }
  return found;
}

/** A draft that the server refused, and why. */
export interface Refusal {
  draft: ScriptInput;
  problems: Problems;
}

const isInSight = (place: string) => ['scriptName', 'method', 'url'].includes(place);

/** refusalOf returns the paths of a draft that the server refused; undefined if the error names none. */
export function refusalOf(error: unknown, draft: ScriptInput): Refusal | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const places = error.details.map(({ path, message }) => [path.replace(/^script\./, ''), message] as const);
  const own = places.filter(([place]) => isInSight(place) || sectionOf(place) !== undefined);
  return own.length > 0 ? { draft, problems: Object.fromEntries(own) } : undefined;
}

const valueAt = (draft: ScriptInput, place: string): unknown =>
  place.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], draft);

/** refusedProblems returns the refused paths whose value is still the refused one. */
export function refusedProblems(refusal: Refusal | null, draft: ScriptInput): Problems {
  if (!refusal) return {};
  const isSame = (place: string) =>
    JSON.stringify(valueAt(draft, place)) === JSON.stringify(valueAt(refusal.draft, place));
  return Object.fromEntries(Object.entries(refusal.problems).filter(([place]) => isSame(place)));
}
