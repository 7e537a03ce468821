import type { FormField, KeyValue } from '@touchstone/engine-http/core';
import type { PlainRequest } from './plain-request.ts';

/** lines joins the lines of a program; what is undefined is left out. */
export const lines = (...parts: (string | string[] | undefined)[]): string =>
  parts
    .flat()
    .filter((part) => part !== undefined)
    .join('\n');

/** fileOf names the file of a form field, or where one must be named. */
export const fileOf = ({ fileName }: FormField): string => fileName || 'file';

export const isType = ({ key }: KeyValue): boolean => key.toLowerCase() === 'content-type';

/** typeOf is the content type of a request. */
export const typeOf = ({ headers }: PlainRequest): string | undefined => headers.find(isType)?.value;

/** headersOf are the headers that a program writes itself: the library writes the content type of a form. */
export const headersOf = ({ headers, body }: PlainRequest): KeyValue[] =>
  body.kind === 'form' ? headers.filter((header) => !isType(header)) : [...headers];
