import type { FormField, HttpBody, KeyValue } from '@touchstone/engine-http/core';
import { findHeader, row } from './step-parts.ts';
import { formFields } from './url-rows.ts';

/** What the http engine sends if the user sets no content type. */
export const impliedTypes: Partial<Record<HttpBody['type'], string>> = {
  json: 'application/json',
  xml: 'application/xml',
  text: 'text/plain; charset=utf-8',
  urlencoded: 'application/x-www-form-urlencoded',
  graphql: 'application/json',
};

export type TextKind = 'json' | 'xml' | 'text';

export function textKind(contentType: string): TextKind {
  if (/^[\w!#$&^.+-]+\/(?:[\w!#$&^.+-]+\+)?json5?\b/i.test(contentType.trim())) return 'json';
  return /^[\w!#$&^.+-]+\/(?:[\w!#$&^.+-]+\+)?xml\b/i.test(contentType.trim()) ? 'xml' : 'text';
}

export const isFormType = (contentType: string): boolean =>
  /^application\/x-www-form-urlencoded\b/i.test(contentType.trim());
export const isMultipart = (contentType: string): boolean => /^multipart\/form-data\b/i.test(contentType.trim());

/**
 * bodyOfText chooses the kind of body for a text with a known content type, and adds a row to `headers` if the engine's
 * default differs.
 */
export function bodyOfText(text: string, contentType: string | undefined, headers: KeyValue[]): HttpBody {
  const written = findHeader(headers, 'Content-Type');
  const type = written?.value ?? contentType ?? '';
  if (isFormType(type)) {
    const fields = formFields(text);
    if (fields !== undefined) return { type: 'urlencoded', fields };
  }
  if (isMultipart(type)) {
    const fields = multipartFields(text, type);
    if (fields !== undefined) {
      if (written !== undefined) headers.splice(headers.indexOf(written), 1);
      return { type: 'form', fields };
    }
  }
  const kind = textKind(type);
  if (written === undefined && type !== '' && type.toLowerCase() !== impliedTypes[kind] && !/^text\/plain$/i.test(type))
    headers.push(row('Content-Type', type));
  return { type: kind, content: text };
}

/** dropImpliedType removes a content type that the engine would add in the same place anyway. */
export function dropImpliedType(headers: KeyValue[], body: HttpBody): void {
  const last = headers.at(-1);
  if (last === undefined || last.enabled === false || last.description || last.key !== 'Content-Type') return;
  if (last.value === impliedTypes[body.type]) headers.pop();
}

/** multipartFields parses a multipart text; files keep their name but not their content. */
export function multipartFields(text: string, contentType: string): FormField[] | undefined {
  const boundary = /boundary="?([^";]+)"?/i.exec(contentType)?.[1];
  if (boundary === undefined) return undefined;
  const parts = `\r\n${text.replaceAll(/\r?\n/g, '\r\n')}`.split(`\r\n--${boundary}`);
  if (parts.length < 3) return undefined;
  return parts.slice(1, -1).flatMap((part): FormField[] => {
    const gap = part.indexOf('\r\n\r\n');
    const head = gap === -1 ? part : part.slice(0, gap);
    const key = /content-disposition:[^\r\n]*?[;\s]name="((?:[^"\\\r\n]|\\.)*)"/i.exec(head)?.[1];
    if (key === undefined) return [];
    const fileName = /content-disposition:[^\r\n]*?[;\s]filename="((?:[^"\\\r\n]|\\.)*)"/i.exec(head)?.[1];
    const partType = /content-type:[ \t]*([^\r\n]+)/i.exec(head)?.[1];
    const name = unquoted(key);
    const typed = partType === undefined ? {} : { contentType: partType.trim() };
    if (fileName !== undefined) return [{ key: name, value: '', kind: 'file', fileName: unquoted(fileName), ...typed }];
    return [{ key: name, value: gap === -1 ? '' : part.slice(gap + 4), kind: 'text', ...typed }];
  });
}

const unquoted = (text: string): string =>
  text.replace(/%(22|0D|0A)|\\(["\\])/gi, (_, code?: string, escaped?: string) =>
    code === undefined ? (escaped ?? '') : String.fromCharCode(Number.parseInt(code, 16)),
  );
