import { isObject } from './json.ts';

/** Scopes of the state that a stub reads and changes. */
export const scopeForms = {
  mock: 'As the mock says',
  global: 'All callers together',
  header: 'Each value of a header',
  cookie: 'Each value of a cookie',
  query: 'Each value of a query parameter',
  session: 'Each session',
  tokenClaim: 'Each value of a token claim',
  expression: 'Each value of an expression',
} as const;
/** A scope of the state. */
export type ScopeForm = keyof typeof scopeForms;

/** scopeOf reads the scope of a stub's state. */
export function scopeOf(value: unknown): { form: ScopeForm; name: string } {
  if (value === 'global') return { form: 'global', name: '' };
  if (!isObject(value)) return { form: 'mock', name: '' };
  const [form = '', name] = Object.entries(value)[0] ?? [];
  return Object.hasOwn(scopeForms, form)
    ? { form: form as ScopeForm, name: String(name ?? '') }
    : { form: 'mock', name: '' };
}

/** scopeValue formats the scope of a stub's state; undefined for the mock's default. */
export const scopeValue = (form: ScopeForm, name: string): unknown =>
  form === 'mock' ? undefined : form === 'global' ? 'global' : { [form]: name };
