import type { HttpBody, KeyValue } from '@touchstone/engine-http/core';
import { isObject, textOf } from './json-values.ts';
import { scalarText } from './read-data.ts';

/** SavedExample is a response that was kept beside its request. */
export interface SavedExample {
  id?: string;
  name: string;
  /** Markdown. */
  description?: string;
  status: number;
  statusText?: string;
  headers: KeyValue[];
  /** Text as it was received. */
  body: string;
  /** The request that was answered, where it differs from the one that the example belongs to. */
  request?: ExampleRequest;
}

/** savedExample reads a response that a client or a recorder kept; what is no text or number of its kind is left out. */
export function savedExample(source: {
  name: string | undefined;
  description?: unknown;
  status: unknown;
  statusText: unknown;
  headers: KeyValue[];
  body: unknown;
}): SavedExample {
  const status = Number(scalarText(source.status));
  const statusText = textOf(source.statusText);
  return {
    name: source.name?.trim() || 'Example',
    ...described(source.description),
    status: Number.isInteger(status) && status >= 0 && status <= 999 ? status : 0,
    ...(statusText === undefined ? {} : { statusText }),
    headers: source.headers,
    body: scalarText(source.body),
  };
}

/** The request of a saved example. */
export interface ExampleRequest {
  method: string;
  url: string;
  headers: KeyValue[];
  queryParams: KeyValue[];
  pathParams: KeyValue[];
  body: HttpBody;
}

/** StepDocumentation is what a description of an API states about a request. */
export interface StepDocumentation {
  /** The whole name, where it is longer than the name of a request may be. */
  name?: string;
  operationId?: string;
  /** Tags beside the one that is the folder. */
  tags?: string[];
  isDeprecated?: boolean;
  externalDocs?: { url: string; description?: string };
  parameters?: DocumentedParameter[];
  requestBody?: { description?: string; isRequired?: boolean; contents?: DocumentedContent[] };
  responses?: DocumentedResponse[];
  /** Ways to authenticate, the preferred first; each needs all of its credentials. An empty one: no credentials needed. */
  security?: DocumentedCredential[][];
  /** Addresses that the document names for this request; the first is the one in use. */
  servers?: string[];
}

/** A parameter as its document describes it. */
export interface DocumentedParameter {
  in: 'path' | 'query' | 'header' | 'cookie';
  name: string;
  isRequired?: boolean;
  isDeprecated?: boolean;
  schema?: object;
  /** How a list is written in the address. */
  style?: string;
  explode?: boolean;
}

/** A media type of a body; its schema stands alone (JSON Schema 2020-12). */
export interface DocumentedContent {
  type: string;
  schema?: object;
}

/** A response as its document describes it. */
export interface DocumentedResponse {
  /** A code, a class such as `2XX`, or `default`. */
  status: string;
  description: string;
  headers?: { name: string; description?: string; schema?: object }[];
  contents?: DocumentedContent[];
}

/** DocumentedCredential names a security scheme; secrets are never part of it. */
export interface DocumentedCredential {
  name: string;
  /** The security scheme object of OpenAPI 3.1. */
  scheme: Record<string, unknown>;
  scopes?: string[];
}

/** descriptionText reads a text, or the object that Postman writes for it; undefined where it says nothing. */
export function descriptionText(source: unknown): string | undefined {
  const text = isObject(source) ? source.content : source;
  return typeof text === 'string' && text.trim() !== '' ? text : undefined;
}

/** described gives the description as the part of a request, folder or collection that it is; nothing where it says nothing. */
export function described(source: unknown): { description?: string } {
  const description = descriptionText(source);
  return description === undefined ? {} : { description };
}

/** optional gives an object without what is undefined, an empty list or an empty object; undefined where nothing is left. */
export function optional<Value extends object>(
  value: {
    [Key in keyof Value]: Value[Key] | undefined;
  },
): Value | undefined {
  const entries = Object.entries(value).filter(([, item]) => !isNothing(item));
  return entries.length === 0 ? undefined : (Object.fromEntries(entries) as Value);
}

const isNothing = (item: unknown): boolean =>
  item === undefined || (Array.isArray(item) ? item.length === 0 : isObject(item) && Object.keys(item).length === 0);
