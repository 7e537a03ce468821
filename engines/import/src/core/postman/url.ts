import type { KeyValue } from '@touchstone/engine-http/core';
import { scalarText } from '../document/scalar-text.ts';
import { descriptionText } from '../documentation.ts';
import { isObject, type JsonObject, listOf } from '../json-values.ts';
import { row } from '../step-parts.ts';
import { splitQuery } from '../url-rows.ts';

export interface ReadUrl {
  url: string;
  queryParams: KeyValue[];
  pathParams: KeyValue[];
}

/** readUrl reads an address given as a string or as the object of the formats 2.0 and 2.1. */
export function readUrl(source: unknown): ReadUrl {
  if (!isObject(source)) return { ...splitQuery(scalarText(source)), pathParams: [] };
  const written = typeof source.raw === 'string' && source.raw.trim() !== '' ? source.raw : assembled(source);
  const pathParams = listOf(source.variable)
    .filter(isObject)
    .map((entry) =>
      row(
        scalarText(entry.key ?? entry.id),
        scalarText(entry.value),
        entry.disabled !== true,
        descriptionText(entry.description),
      ),
    )
    .filter(({ key }) => key !== '');
  if (!Array.isArray(source.query)) return { ...splitQuery(written), pathParams };
  const rows = source.query.filter(isObject).filter((entry) => entry.key !== null || entry.value !== null);
  return { ...withRows(written, rows), pathParams };
}

function withRows(written: string, entries: JsonObject[]): { url: string; queryParams: KeyValue[] } {
  const rows = entries.map((entry) =>
    row(scalarText(entry.key), scalarText(entry.value), entry.disabled !== true, descriptionText(entry.description)),
  );
  if (entries.length === 0) return splitQuery(written);
  const base = splitQuery(written).url.split('?', 1)[0] ?? '';
  const enabled = entries.filter(({ disabled }) => disabled !== true);
  const sent = enabled
    .map(({ key, value }) => (value === null ? scalarText(key) : `${scalarText(key)}=${scalarText(value)}`))
    .join('&');
  // Postman sends a plus sign and a name without a value unencoded; the engine's rows would encode them.
  if (/\+/.test(sent) || enabled.some(({ value }) => value === null)) {
    return { url: `${base}?${encodeSpaces(sent)}`, queryParams: rows.filter((entry) => entry.enabled === false) };
  }
  // The engine encodes a plus sign in a row, so it can be written unencoded there.
  const plain = (text: string) => text.replaceAll('%2B', '+');
  return {
    url: base,
    queryParams: rows.map((entry) => ({ ...entry, key: plain(entry.key), value: plain(entry.value) })),
  };
}

/** Encodes what always must be encoded; variables stay. */
const encodeSpaces = (text: string): string =>
  text
    .split(/(\{\{[^{}]*\}\})/)
    .map((part, index) =>
      index % 2 === 1 ? part : part.replace(/[\s"<>#']/g, (sign) => encodeURIComponent(sign).replace("'", '%27')),
    )
    .join('');

/** assembled builds the address from its parts, as `postman-collection` does if `raw` is missing. */
function assembled(source: JsonObject): string {
  const protocol = scalarText(source.protocol);
  const host = Array.isArray(source.host) ? source.host.map(scalarText).join('.') : scalarText(source.host);
  const auth = isObject(source.auth) ? `${scalarText(source.auth.user)}:${scalarText(source.auth.password)}@` : '';
  const port = scalarText(source.port);
  const path = Array.isArray(source.path)
    ? source.path.map((segment) => (isObject(segment) ? scalarText(segment.value) : scalarText(segment))).join('/')
    : scalarText(source.path).replace(/^\//, '');
  const query = typeof source.query === 'string' ? `?${source.query}` : '';
  const scheme = protocol === '' ? '' : `${protocol.replace(/:?\/*$/, '')}://`;
  return `${scheme}${auth}${host}${port === '' ? '' : `:${port}`}${path === '' ? '' : `/${path}`}${query}`;
}
