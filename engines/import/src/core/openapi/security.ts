import type { HttpAuthentication, KeyValue } from '@touchstone/engine-http/core';
import type { DocumentedCredential } from '../documentation.ts';
import { isObject, type JsonObject, listOf, objectOf, textOf } from '../json-values.ts';
import type { ProblemList } from '../problems.ts';
import type { References } from './references.ts';
import { upgradeScheme } from './swagger2.ts';

export interface ImportedSecurity {
  authentication: HttpAuthentication;
  headers: KeyValue[];
  queryParams: KeyValue[];
  /** The document's requirements, preferred choice first; empty if it has none. */
  documented: DocumentedCredential[][];
}

/**
 * SecurityReader converts the security requirements of an operation to authentication whose secrets are variables for
 * the user to fill in.
 */
export class SecurityReader {
  readonly #document: JsonObject;
  readonly #schemes: JsonObject;
  readonly #references: References;
  readonly #problems: ProblemList;
  #keyCount: number | undefined;

  constructor(document: JsonObject, references: References, problems: ProblemList) {
    this.#document = document;
    this.#schemes = objectOf(objectOf(document.components).securitySchemes ?? document.securityDefinitions);
    this.#references = references;
    this.#problems = problems;
  }

  read(operation: JsonObject, place: string): ImportedSecurity {
    const out: ImportedSecurity = { authentication: { type: 'none' }, headers: [], queryParams: [], documented: [] };
    const choices = listOf(operation.security ?? this.#document.security).filter(isObject);
    out.documented = choices.map((choice) => this.#documented(choice, place));
    // An empty choice means that the operation may be called without credentials.
    if (choices.length === 0 || choices.some((choice) => Object.keys(choice).length === 0)) return out;
    for (const [name, scopes] of Object.entries(choices[0] ?? {})) this.#add(name, listOf(scopes), out, place);
    return out;
  }

  #documented(choice: JsonObject, place: string): DocumentedCredential[] {
    return Object.entries(choice).flatMap(([name, list]) => {
      const scheme = this.#schemeOf(name, place);
      const scopes = listOf(list).filter((scope) => typeof scope === 'string');
      return scheme === undefined ? [] : [{ name, scheme, ...(scopes.length === 0 ? {} : { scopes }) }];
    });
  }

  #schemeOf(name: string, place: string): JsonObject | undefined {
    const scheme = this.#references.resolve(this.#schemes[name], `${place}, security`);
    return scheme && upgradeScheme(scheme);
  }

  #add(name: string, scopes: unknown[], out: ImportedSecurity, place: string): void {
    const scheme = this.#schemeOf(name, place);
    const authentication = scheme && this.#authenticationOf(name, scheme, scopes);
    if (!authentication) {
      const kind = scheme ? ` (${[scheme.type, scheme.scheme].filter(Boolean).join(' ')})` : '';
      this.#problems.add(
        `${place}, security`,
        `The security scheme ${name}${kind} is not supported; add its credentials by hand.`,
      );
    } else if ('cookie' in authentication) {
      out.headers.push({ key: 'Cookie', value: `${authentication.cookie}={{${this.#keyVariable(name)}}}` });
    } else if (out.authentication.type === 'none') out.authentication = authentication;
    else if (authentication.type === 'apiKey') {
      const row = { key: authentication.key, value: authentication.value };
      (authentication.in === 'query' ? out.queryParams : out.headers).push(row);
    } else
      this.#problems.add(`${place}, security`, `${name} is wanted besides another scheme; only one of them is sent.`);
  }

  #authenticationOf(
    name: string,
    scheme: JsonObject,
    scopes: unknown[],
  ): HttpAuthentication | { cookie: string } | undefined {
    const kind = String(scheme.type === 'http' ? textOf(scheme.scheme)?.toLowerCase() : scheme.type);
    switch (kind) {
      case 'basic':
      case 'digest':
        return { type: kind, username: '{{username}}', password: '{{password}}' };
      case 'bearer':
        return { type: 'bearer', token: '{{bearerToken}}' };
      case 'oauth2':
      case 'openIdConnect':
        return (
          grantOf(objectOf(scheme.flows), scopes) ?? { type: 'oauth2', token: '{{accessToken}}', tokenType: 'Bearer' }
        );
      case 'apiKey': {
        const key = textOf(scheme.name);
        if (!key) return undefined;
        if (scheme.in === 'cookie') return { cookie: key };
        const value = `{{${this.#keyVariable(name)}}}`;
        return { type: 'apiKey', key, value, in: scheme.in === 'query' ? 'query' : 'header' };
      }
      default:
        return undefined;
    }
  }

  /** A single key is called apiKey; several are named after their schemes. */
  #keyVariable(name: string): string {
    this.#keyCount ??= this.#countKeys();
    if (this.#keyCount <= 1) return 'apiKey';
    const cleaned = name.replace(/[^\w.-]+/g, '_');
    return /^[A-Za-z_]/.test(cleaned) ? cleaned : `_${cleaned}`;
  }

  /** Only keys required by an operation count. */
  #countKeys(): number {
    const used = new Set<string>();
    const note = (security: unknown) => {
      for (const choice of listOf(security).filter(isObject)) for (const name of Object.keys(choice)) used.add(name);
    };
    note(this.#document.security);
    for (const item of Object.values(objectOf(this.#document.paths)))
      for (const operation of Object.values(objectOf(this.#references.resolve(item, 'paths'))))
        note(objectOf(operation).security);
    return [...used].filter((name) => objectOf(this.#schemes[name]).type === 'apiKey').length;
  }
}

/** A grant without a browser fetches its token automatically; the credentials are variables for the user to fill in. */
function grantOf(flows: JsonObject, scopes: unknown[]): HttpAuthentication | undefined {
  for (const grant of ['clientCredentials', 'password'] as const) {
    const tokenUrl = textOf(objectOf(flows[grant]).tokenUrl);
    if (tokenUrl === undefined || !/^https?:\/\//i.test(tokenUrl)) continue;
    const scope = scopes.filter((name) => typeof name === 'string').join(' ');
    return {
      type: 'oauth2Grant',
      grant,
      tokenUrl,
      clientId: '{{clientId}}',
      clientSecret: '{{clientSecret}}',
      ...(scope === '' ? {} : { scope }),
      ...(grant === 'password' ? { username: '{{username}}', password: '{{password}}' } : {}),
    };
  }
  return undefined;
}
