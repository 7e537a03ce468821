import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';

type Value = string | number | boolean | string[] | undefined | null;

function encode(value: Value): string {
  return Array.isArray(value) ? value.join(',') : String(value ?? '');
}

/** What a page keeps in the address: a Zod object whose fields all have a fallback (`.catch`), or the like without Zod. */
export interface SearchSchema<T> {
  readonly shape: { readonly [name in keyof T]: unknown };
  /** Of whatever text the address holds; never throws. */
  parse(raw: Readonly<Record<string, string>>): T;
}

/** readSearch parses a query string; no address can break a page. */
export function readSearch<T extends object>(schema: SearchSchema<T>, params: URLSearchParams): T {
  const raw: Record<string, string> = {};
  for (const key of Object.keys(schema.shape)) {
    const value = params.get(key);
    if (value !== null) raw[key] = value;
  }
  return schema.parse(raw);
}

/** writeSearch puts a patch into a query string; values equal to their default are left out, other parameters stay. */
export function writeSearch<T extends object>(
  schema: SearchSchema<T>,
  params: URLSearchParams,
  patch: Partial<T>,
): URLSearchParams {
  const next = new URLSearchParams(params);
  const fallback = schema.parse({}) as Record<string, Value>;
  for (const [key, value] of Object.entries(patch) as [string, Value][]) {
    const text = encode(value);
    if (text === encode(fallback[key])) next.delete(key);
    else next.set(key, text);
  }
  return next;
}

/** useSearchState keeps filter, page and tab in the address, typed by a schema. Changes replace the history entry unless `push` is told. */
export function useSearchState<T extends object>(
  schema: SearchSchema<T>,
): [T, (patch: Partial<T>, options?: { push?: boolean }) => void] {
  const [params, setParams] = useSearchParams();
  const state = useMemo(() => readSearch(schema, params), [schema, params]);
  const setState = useCallback(
    (patch: Partial<T>, options: { push?: boolean } = {}) =>
      setParams((before) => writeSearch(schema, before, patch), { replace: !options.push }),
    [schema, setParams],
  );
  return [state, setState];
}
