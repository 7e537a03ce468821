import type { HttpAuthentication, HttpStep, HttpStepSettings, KeyValue } from '@touchstone/engine-http/core';
import { scalarText } from './document/scalar-text.ts';
import { descriptionText } from './documentation.ts';
import { isObject, type JsonObject, listOf } from './json-values.ts';
import { row } from './step-parts.ts';

/** What a request inherits from its folders, in clients that support this. */
export interface FolderContext {
  folders: string[];
  authentication: HttpAuthentication | undefined;
  headers: KeyValue[];
  preRequest: string[];
  test: string[];
}

export const rootContext = (folders: string[] = []): FolderContext => ({
  folders,
  authentication: undefined,
  headers: [],
  preRequest: [],
  test: [],
});

/** rowsOf reads rows of `{ name | key, value, description }`, disabled by `disabled`, `enabled` or `active`. */
export function rowsOf(source: unknown, convert: (text: string) => string = (text) => text): KeyValue[] {
  return listOf(source)
    .filter(isObject)
    .map((entry) =>
      row(
        convert(scalarText(entry.name ?? entry.key)),
        convert(scalarText(entry.value)),
        isOn(entry),
        descriptionText(entry.description),
      ),
    )
    .filter(({ key, value }) => key !== '' || value !== '');
}

export const isOn = ({ disabled, enabled, active }: JsonObject): boolean =>
  disabled !== true && enabled !== false && active !== false;

/** A header of the request replaces the folder's. */
export function withFolderHeaders(own: KeyValue[], inherited: readonly KeyValue[]): KeyValue[] {
  const names = new Set(own.map(({ key }) => key.toLowerCase()));
  return [...inherited.filter(({ key }) => !names.has(key.toLowerCase())).map((header) => ({ ...header })), ...own];
}

/** optionalScripts omits empty scripts. */
export const optionalScripts = (
  preRequestScript: string | undefined,
  testScript: string | undefined,
): Pick<HttpStep, 'preRequestScript' | 'testScript'> => ({
  ...(preRequestScript === undefined ? {} : { preRequestScript }),
  ...(testScript === undefined ? {} : { testScript }),
});

export const redirectSetting = (value: unknown): HttpStepSettings =>
  value === 'off' || value === false ? { followRedirects: false } : {};

/** mapTexts applies `convert` to every string of a JSON value, down to a bounded depth. */
export function mapTexts(value: unknown, convert: (text: string) => string, depth = 0): unknown {
  if (typeof value === 'string') return convert(value);
  if (depth > 40) return value;
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, convert, depth + 1));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapTexts(item, convert, depth + 1)]));
}
