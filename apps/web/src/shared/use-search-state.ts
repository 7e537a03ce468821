import { useCallback, useContext, useLayoutEffect, useMemo, useRef } from 'react';
import { UNSAFE_DataRouterContext as RouterContext, useLocation, useNavigate } from 'react-router';

type Value = string | number | boolean | string[] | undefined | null;

function encode(value: Value): string {
  return Array.isArray(value) ? value.join(',') : String(value ?? '');
}

/**
 * What a page keeps in the address: a Zod object whose fields all have a fallback (`.catch`), or an equivalent without
 * Zod.
 */
export interface SearchSchema<T> {
  readonly shape: { readonly [name in keyof T]: unknown };
  /** Parses any strings from the address; never throws. */
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

/** writeSearch applies a patch to a query string; values equal to their default are omitted, other parameters stay. */
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

/** Changes of this moment that aren't in the address yet, to be merged with each other. */
let unsettled: { key: string; params: URLSearchParams } | undefined;

/**
 * useSearchState keeps filters, page and tab in the address, typed by a schema. Changes replace the history entry
 * unless `push` is given; they apply to the address as it is then, also after a wait, and are dropped once the page has
 * been left.
 */
export function useSearchState<T extends object>(
  schema: SearchSchema<T>,
): [T, (patch: Partial<T>, options?: { push?: boolean }) => void] {
  const location = useLocation();
  const navigate = useNavigate();
  const router = useContext(RouterContext)?.router;
  const now = useRef<typeof location>(undefined);
  useLayoutEffect(() => {
    now.current = location;
    return () => {
      now.current = undefined;
    };
  }, [location]);
  const { search } = location;
  const state = useMemo(() => readSearch(schema, new URLSearchParams(search)), [schema, search]);
  const setState = useCallback(
    (patch: Partial<T>, options: { push?: boolean } = {}) => {
      // The router's location is ahead of the rendered one.
      const at = router?.state.location ?? now.current;
      if (!at || at.pathname !== now.current?.pathname) return;
      const before = unsettled?.key === at.key ? unsettled.params : new URLSearchParams(at.search);
      const params = writeSearch(schema, before, patch);
      unsettled = { key: at.key, params };
      queueMicrotask(() => {
        unsettled = undefined;
      });
      void navigate(`?${params}`, { replace: !options.push });
    },
    [schema, navigate, router],
  );
  return [state, setState];
}
