import type { HttpBody, KeyValue } from '@touchstone/engine-http/core';
import { scalarText } from './document/scalar-text.ts';
import { isObject, textOf } from './json-values.ts';

/** SavedExample is a response saved with its request. */
export interface SavedExample {
  id?: string;
  name: string;
  /** Markdown. */
  description?: string;
  status: number;
  statusText?: string;
  headers: KeyValue[];
  /** Text as received. */
  body: string;
  /** The request that was answered, if it differs from the one that the example belongs to. */
  request?: ExampleRequest;
}

/** savedExample converts a response saved by a client or a recorder; values of the wrong type are left out. */
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

/** StepDocumentation is the documentation of a request in an API description. */
export interface StepDocumentation {
  /** The full name, if it exceeds the length limit for request names. */
  name?: string;
  operationId?: string;
  /** Tags other than the one used as the folder. */
  tags?: string[];
  isDeprecated?: boolean;
  externalDocs?: { url: string; description?: string };
  parameters?: DocumentedParameter[];
  requestBody?: { description?: string; isRequired?: boolean; contents?: DocumentedContent[] };
  responses?: DocumentedResponse[];
  /**
   * Alternative authentications, preferred first; each requires all of its credentials. An empty one means that no
   * credentials are needed.
   */
  security?: DocumentedCredential[][];
  /** Servers that the document names for this request, the active one first. */
  servers?: string[];
}

/** A parameter as documented. */
export interface DocumentedParameter {
  in: 'path' | 'query' | 'header' | 'cookie';
  name: string;
  isRequired?: boolean;
  isDeprecated?: boolean;
  schema?: object;
  /** Serialization style of a list in the address. */
  style?: string;
  explode?: boolean;
}

/** A media type of a body with its self-contained schema (JSON Schema 2020-12). */
export interface DocumentedContent {
  type: string;
  schema?: object;
}

/** A response as documented. */
export interface DocumentedResponse {
  /** A code, a class such as `2XX`, or `default`. */
  status: string;
  description: string;
  headers?: { name: string; description?: string; schema?: object }[];
  contents?: DocumentedContent[];
}

/** DocumentedCredential names a security scheme; it never contains secrets. */
export interface DocumentedCredential {
  name: string;
  /** The security scheme object of OpenAPI 3.1. */
  scheme: Record<string, unknown>;
  scopes?: string[];
}

/** descriptionText reads a string, or the object that Postman writes for it; undefined if it is empty. */
export function descriptionText(source: unknown): string | undefined {
  const text = isObject(source) ? source.content : source;
  return typeof text === 'string' && text.trim() !== '' ? text : undefined;
}

/** described returns the `description` member of a request, folder or collection; an empty object if there is none. */
export function described(source: unknown): { description?: string } {
  const description = descriptionText(source);
  return description === undefined ? {} : { description };
}

/**
 * optional returns an object without undefined members, empty lists and empty objects; undefined if nothing is left.
 */
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
