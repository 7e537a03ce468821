import type { FormField, KeyValue } from '@touchstone/engine-http/core';
import type { PlainRequest } from './plain-request.ts';

/** lines joins the lines of a program, skipping undefined ones. */
export const lines = (...parts: (string | string[] | undefined)[]): string =>
  parts
    .flat()
    .filter((part) => part !== undefined)
    .join('\n');

/** fileOf returns the file name of a form field, or a placeholder for it. */
export const fileOf = ({ fileName }: FormField): string => fileName || 'file';

/** isType returns whether a header is the content type. */
export const isType = ({ key }: KeyValue): boolean => key.toLowerCase() === 'content-type';

/** typeOf returns the content type of a request. */
export const typeOf = ({ headers }: PlainRequest): string | undefined => headers.find(isType)?.value;

/** headersOf returns the headers that a program sets itself; for forms, the library sets the content type. */
export const headersOf = ({ headers, body }: PlainRequest): KeyValue[] =>
  body.kind === 'form' ? headers.filter((header) => !isType(header)) : [...headers];

/**
 * headersBeside returns the headers for a library whose body object sets the content type; without a body, a header
 * sets it.
 */
export const headersBeside = ({ headers, body }: PlainRequest): KeyValue[] =>
  body.kind === 'none' ? [...headers] : headers.filter((header) => !isType(header));

/** joinedHeaders merges headers with the same name, for libraries that allow each name once. */
export function joinedHeaders(headers: readonly KeyValue[]): KeyValue[] {
  const groups = Map.groupBy(headers, ({ key }) => key.toLowerCase());
  return [...groups].map(([name, rows]) => ({
    key: rows[0]!.key,
    value: rows.map(({ value }) => value).join(name === 'cookie' ? '; ' : ', '),
  }));
}

/** Boundary of multipart bodies that a snippet writes itself. */
export const boundary = 'touchstone-part';

/** partHead returns the header line of a form part, escaped as in the HTML standard ("Multipart form data"). */
export const partHead = (field: FormField): string =>
  `Content-Disposition: form-data; name="${inPart(field.key)}"${field.kind === 'file' ? `; filename="${inPart(fileOf(field))}"` : ''}`;

const inPart = (text: string): string => text.replace(/["\r\n]/g, (sign) => encodeURIComponent(sign));
