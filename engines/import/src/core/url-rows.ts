import type { KeyValue } from '@touchstone/engine-http/core';
import { row } from './step-parts.ts';

/**
 * Encodes a row like the http engine and the URL standard; a query is split only if the engine reproduces the same
 * text.
 */
const encode = (text: string): string =>
  text
    .toWellFormed()
    .split(/(%[0-9A-Fa-f]{2})/)
    .map((part, index) =>
      index % 2 === 1
        ? part
        : encodeURIComponent(part)
            .replace(/%(3A|2F|2C|40|24)/g, decodeURIComponent)
            .replaceAll("'", '%27'),
    )
    .join('');

const token = /(\{\{[^{}]*\}\})/;

/** Variables are encoded after they are resolved, so they stay here. */
const encodeKeepingVariables = (text: string): string =>
  text
    .split(token)
    .map((part, index) => (index % 2 === 1 ? part : encode(part)))
    .join('');

/** encodedQuery returns the rows as the http engine encodes them. */
export const encodedQuery = (rows: readonly KeyValue[]): string =>
  rows
    .filter(({ enabled, key, value }) => enabled !== false && (key !== '' || value !== ''))
    .map(({ key, value }) => `${encodeKeepingVariables(key)}=${encodeKeepingVariables(value)}`)
    .join('&');

/** splitQuery moves the query of an address to rows if that preserves every byte; the fragment is dropped. */
export function splitQuery(written: string): { url: string; queryParams: KeyValue[] } {
  const url = dropFragment(written);
  const question = url.indexOf('?');
  if (question === -1) return { url, queryParams: [] };
  const query = url.slice(question + 1);
  const queryParams = query.split('&').map(pairOf);
  if (encodedQuery(queryParams) !== query || query === '') return { url, queryParams: [] };
  return { url: url.slice(0, question), queryParams };
}

/** A `#` inside a variable's braces doesn't start a fragment. */
function dropFragment(url: string): string {
  const hash = url.replace(/\{\{[^{}]*\}\}/g, (name) => '_'.repeat(name.length)).indexOf('#');
  return hash === -1 ? url : url.slice(0, hash);
}

function pairOf(pair: string): KeyValue {
  const equals = pair.indexOf('=');
  if (equals === -1) return row(decodeIfSame(pair), '');
  return row(decodeIfSame(pair.slice(0, equals)), decodeIfSame(pair.slice(equals + 1)));
}

/** Decodes text for rows, unless encoding it again would give a different text. */
function decodeIfSame(text: string): string {
  try {
    const decoded = decodeURIComponent(text);
    return encodeKeepingVariables(decoded) === text && !/\{\{|[\r\n]/.test(decoded) ? decoded : text;
  } catch {
    return text;
  }
}

/** formFields splits urlencoded text if the engine's own encoding reproduces the same bytes. */
export function formFields(text: string): KeyValue[] | undefined {
  if (/[\r\n]/.test(text)) return undefined;
  const fields: KeyValue[] = [];
  for (const pair of text.split('&')) {
    const equals = pair.indexOf('=');
    if (equals < 0) return undefined;
    const key = formDecode(pair.slice(0, equals));
    const value = formDecode(pair.slice(equals + 1));
    if (key === undefined || value === undefined) return undefined;
    fields.push(row(key, value));
  }
  return encodedForm(fields) === text ? fields : undefined;
}

/** encodedForm returns what the http engine sends for form fields. */
export const encodedForm = (fields: readonly KeyValue[]): string =>
  fields
    .filter(({ enabled, key, value }) => enabled !== false && (key !== '' || value !== ''))
    .map(({ key, value }) => `${formEncode(key)}=${formEncode(value)}`)
    .join('&');

const formEncode = (text: string): string =>
  text
    .split(token)
    .map((part, index) => (index % 2 === 1 ? part : new URLSearchParams([['', part]]).toString().slice(1)))
    .join('');

function formDecode(text: string): string | undefined {
  try {
    const parts = text
      .split(token)
      .map((part, index) => (index % 2 === 1 ? part : decodeURIComponent(part.replaceAll('+', ' '))));
    // A variable that appears only after decoding would be resolved, which the source doesn't ask for.
    return parts.some((part, index) => index % 2 === 0 && /\{\{/.test(part)) ? undefined : parts.join('');
  } catch {
    return undefined;
  }
}
