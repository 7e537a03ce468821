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

/** isType tells whether a header is the content type. */
export const isType = ({ key }: KeyValue): boolean => key.toLowerCase() === 'content-type';

/** typeOf is the content type of a request. */
export const typeOf = ({ headers }: PlainRequest): string | undefined => headers.find(isType)?.value;

/** headersOf are the headers that a program writes itself: the library writes the content type of a form. */
export const headersOf = ({ headers, body }: PlainRequest): KeyValue[] =>
  body.kind === 'form' ? headers.filter((header) => !isType(header)) : [...headers];

/** headersBeside are the headers for a library whose body object sets the content type; without a body, a header sets it. */
export const headersBeside = ({ headers, body }: PlainRequest): KeyValue[] =>
  body.kind === 'none' ? [...headers] : headers.filter((header) => !isType(header));

/** joinedHeaders gives headers of one name as one header, for libraries that hold each name once. */
export function joinedHeaders(headers: readonly KeyValue[]): KeyValue[] {
  const groups = Map.groupBy(headers, ({ key }) => key.toLowerCase());
  return [...groups].map(([name, rows]) => ({
    key: rows[0]!.key,
    value: rows.map(({ value }) => value).join(name === 'cookie' ? '; ' : ', '),
  }));
}

/** Separates the parts of a multipart body that a snippet writes itself. */
export const boundary = 'touchstone-part';

/** partHead is the line that names a part of a form, with the escapes of the HTML standard ("Multipart form data"). */
export const partHead = (field: FormField): string =>
  `Content-Disposition: form-data; name="${inPart(field.key)}"${field.kind === 'file' ? `; filename="${inPart(fileOf(field))}"` : ''}`;

const inPart = (text: string): string => text.replace(/["\r\n]/g, (sign) => encodeURIComponent(sign));
