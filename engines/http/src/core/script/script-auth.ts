import type { ScriptAuth } from '@touchstone/engine-script/core';
import type { HttpAuthentication } from '../plan.ts';
import { fromPostmanSignature, toPostmanSignature } from './postman-signatures.ts';

/** scriptAuthOf returns an authentication as `pm.request.auth`, in Postman's format. */
export function scriptAuthOf(authentication: HttpAuthentication): { auth?: ScriptAuth } {
  switch (authentication.type) {
    case 'oauth1':
    case 'hawk':
    case 'ntlm':
    case 'edgeGrid':
    case 'asap': {
      const { type: kind, values: named } = toPostmanSignature(authentication);
      return {
        auth: { type: kind, [kind]: Object.entries(named).map(([key, value]) => ({ key, value, type: 'any' })) },
      };
    }
  }
  const { type, ...values } = authentication;
  const name = names[type];
  if (name === undefined) return {};
  const rows = Object.entries(values).filter(([, value]) => typeof value === 'string' || typeof value === 'boolean');
  const keyOf = (field: string) => fields[type]?.[field] ?? field;
  return { auth: { type: name, [name]: rows.map(([field, value]) => ({ key: keyOf(field), value, type: 'any' })) } };
}

/** authenticationOf reads the authentication that a script passes to `pm.sendRequest`; unknown types become none. */
export function authenticationOf(auth: ScriptAuth | undefined): HttpAuthentication {
  const values = valuesOf(auth?.[auth.type]);
  const signature = fromPostmanSignature(auth?.type ?? '', (name) => String(values[name] ?? ''));
  if (signature !== undefined) return signature;
  const type = Object.entries(names).find(([, name]) => name === auth?.type)?.[0] as HttpAuthentication['type'];
  if (auth === undefined || type === undefined) return { type: 'none' };
  const text = (field: string) => String(values[fields[type]?.[field] ?? field] ?? '');
  switch (type) {
    case 'basic':
    case 'digest':
      return { type, username: text('username'), password: text('password') };
    case 'bearer':
      return { type, token: text('token') };
    case 'apiKey':
      return { type, key: text('key'), value: text('value'), in: text('in') === 'query' ? 'query' : 'header' };
    case 'oauth2':
      return { type, token: text('token'), tokenType: text('tokenType') };
    case 'awsV4':
      return {
        type,
        accessKeyId: text('accessKeyId'),
        secretAccessKey: text('secretAccessKey'),
        region: text('region') || 'us-east-1',
        service: text('service') || 'execute-api',
        ...(text('sessionToken') === '' ? {} : { sessionToken: text('sessionToken') }),
      };
    default:
      return { type: 'none' };
  }
}

/** Postman's names for authentication types. */
const names: Partial<Record<HttpAuthentication['type'], string>> = {
  basic: 'basic',
  bearer: 'bearer',
  apiKey: 'apikey',
  oauth2: 'oauth2',
  digest: 'digest',
  awsV4: 'awsv4',
};

/** Postman's names for their values, if different. */
const fields: Partial<Record<HttpAuthentication['type'], Record<string, string>>> = {
  oauth2: { token: 'accessToken', tokenType: 'headerPrefix' },
  awsV4: { accessKeyId: 'accessKey', secretAccessKey: 'secretKey' },
};

/** Values are a list of rows, or an object in older collections. */
function valuesOf(given: unknown): Record<string, unknown> {
  if (Array.isArray(given)) return Object.fromEntries(given.map((row) => [String(row?.key), row?.value]));
  return given !== null && typeof given === 'object' ? (given as Record<string, unknown>) : {};
}
