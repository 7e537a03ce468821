import type { ScriptInput } from '@touchstone/contracts/api-testing';
import { newId } from '@touchstone/kernel';

type Part = { id?: string | undefined };
/** What a script sends and checks; authentication is sealed, and documentation is stored separately. */
export type ScriptDocument = Omit<ScriptInput, 'scriptId' | 'authentication' | 'folder' | 'documentation' | 'examples'>;

/** A document's description of an entire suite. */
export interface SuiteDocumentation {
  about?: Record<string, unknown>;
  servers?: string[];
}

const withId = <T extends Part>(parts: T[], fresh: boolean): T[] =>
  parts.map((part) => (part.id && !fresh ? part : { ...part, id: newId() }));

/**
 * identifyParts gives an id to every header, parameter, field, assertion and data handler that has none; `fresh` gives
 * new ids to all.
 */
export function identifyParts<T extends ScriptDocument>(script: T, options: { fresh: boolean } = { fresh: false }): T {
  const { fresh } = options;
  const body =
    script.body.type === 'form'
      ? { ...script.body, fields: withId(script.body.fields, fresh) }
      : script.body.type === 'urlencoded'
        ? { ...script.body, fields: withId(script.body.fields, fresh) }
        : script.body;
  return {
    ...script,
    body,
    headers: withId(script.headers, fresh),
    queryParams: withId(script.queryParams, fresh),
    pathParams: withId(script.pathParams, fresh),
    assertions: withId(script.assertions, fresh),
    dataHandlers: withId(script.dataHandlers, fresh),
  };
}

/** listPartIds returns the ids of all parts of the script. */
export function listPartIds(script: ScriptDocument): string[] {
  const fields: Part[] = 'fields' in script.body ? script.body.fields : [];
  return [script.headers, script.queryParams, script.pathParams, script.assertions, script.dataHandlers, fields]
    .flat()
    .flatMap((part) => (part.id ? [part.id] : []));
}

/** The kinds of parts that a delete call may remove. */
export type PartKind =
  | 'header'
  | 'param'
  | 'formData'
  | 'dataHandler'
  | 'assertHeader'
  | 'assertJson'
  | 'assertBody'
  | 'assertStatus'
  | 'assertXpath';

const assertionKind = {
  assertHeader: 'header',
  assertJson: 'jsonPath',
  assertBody: 'body',
  assertStatus: 'status',
  assertXpath: 'xpath',
} as const;

/** removePart removes a part of the given kind from a script; undefined if the script has no such part. */
export function removePart<T extends ScriptDocument>(script: T, kind: PartKind, id: string): T | undefined {
  const without = <P extends Part>(parts: P[]) => parts.filter((part) => part.id !== id);
  let next: T = script;
  if (kind === 'header') next = { ...script, headers: without(script.headers) };
  else if (kind === 'param')
    next = { ...script, queryParams: without(script.queryParams), pathParams: without(script.pathParams) };
  else if (kind === 'dataHandler') next = { ...script, dataHandlers: without(script.dataHandlers) };
  else if (kind === 'formData') {
    if (script.body.type === 'form')
      next = { ...script, body: { ...script.body, fields: without(script.body.fields) } };
    else if (script.body.type === 'urlencoded')
      next = { ...script, body: { ...script.body, fields: without(script.body.fields) } };
  } else
    next = {
      ...script,
      assertions: script.assertions.filter((part) => part.id !== id || part.kind !== assertionKind[kind]),
    };
  return listPartIds(next).length < listPartIds(script).length ? next : undefined;
}
