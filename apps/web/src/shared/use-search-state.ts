import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { z } from 'zod';

type Value = string | number | boolean | string[] | undefined | null;

function encode(value: Value): string {
  return Array.isArray(value) ? value.join(',') : String(value ?? '');
}

/** readSearch parses a query string by a schema whose fields all have a fallback (`.catch`), so that no address can break a page. */
export function readSearch<S extends z.ZodObject>(schema: S, params: URLSearchParams): z.infer<S> {
  const raw: Record<string, string> = {};
  for (const key of Object.keys(schema.shape)) {
    const value = params.get(key);
    if (value !== null) raw[key] = value;
  }
  return schema.parse(raw);
}

/** writeSearch puts a patch into a query string; values equal to their default are left out, other parameters stay. */
export function writeSearch<S extends z.ZodObject>(
  schema: S,
  params: URLSearchParams,
  patch: Partial<z.infer<S>>,
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
export function useSearchState<S extends z.ZodObject>(
  schema: S,
): [z.infer<S>, (patch: Partial<z.infer<S>>, options?: { push?: boolean }) => void] {
  const [params, setParams] = useSearchParams();
  const state = useMemo(() => readSearch(schema, params), [schema, params]);
  const setState = useCallback(
    (patch: Partial<z.infer<S>>, options: { push?: boolean } = {}) =>
      setParams((before) => writeSearch(schema, before, patch), { replace: !options.push }),
    [schema, setParams],
  );
  return [state, setState];
}
