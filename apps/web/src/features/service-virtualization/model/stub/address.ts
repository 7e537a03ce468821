import type { Json } from './json.ts';

/** Forms of the address that a stub matches, by the member that holds it. */
export const addressForms = {
  urlPath: 'Path',
  urlPathTemplate: 'Path template',
  urlPathPattern: 'Path regex',
  url: 'Path and query',
  urlPattern: 'Path and query regex',
} as const;
/** The member of a request that holds its address. */
export type AddressForm = keyof typeof addressForms | 'any';

const names = Object.keys(addressForms) as (keyof typeof addressForms)[];

/** addressOf reads the address of a request. */
export function addressOf(request: Json): { form: AddressForm; value: string } {
  const form = names.find((name) => typeof request[name] === 'string');
  return form ? { form, value: request[form] as string } : { form: 'any', value: '' };
}

/** withAddress replaces the address of a request. */
export function withAddress(request: Json, form: AddressForm, value: string): Json {
  const { method, ...rest } = request;
  const others = Object.fromEntries(Object.entries(rest).filter(([name]) => !names.includes(name as never)));
  return { ...(method === undefined ? {} : { method }), ...(form === 'any' ? {} : { [form]: value }), ...others };
}

/** samplePath returns an address that a stub probably matches, as the default of a try. */
export function samplePath(request: Json): string {
  const { form, value } = addressOf(request);
  if (form === 'urlPathTemplate') return value.replace(/\{[^}]*\}/g, '1');
  if (form === 'url' || form === 'urlPath') return value || '/';
  if (form === 'any') return '/';
  const sample = value
    .replace(/^\^|\$$/g, '')
    .replace(/\(\?[:=!][^)]*\)/g, '')
    .replace(/\\d|\[0-9\]/g, '1')
    .replace(/\[[^\]]*\]|\\w|\(?\.[*+]\)?/g, 'a')
    .replace(/\\([./?-])/g, '$1')
    .replace(/[+*?()|]|\{\d+(,\d*)?\}/g, '');
  return sample.startsWith('/') ? sample : `/${sample}`;
}
