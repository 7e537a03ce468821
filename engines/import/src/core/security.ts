import type { HttpAuthentication, KeyValue } from '@touchstone/engine-http/core';
import { isObject, type JsonObject, listOf, objectOf, textOf } from './json-values.ts';
import type { ProblemList } from './problems.ts';
import type { References } from './references.ts';

export interface ImportedSecurity {
  authentication: HttpAuthentication;
  headers: KeyValue[];
  queryParams: KeyValue[];
}

/** SecurityReader turns what an operation demands into authentication whose secrets are variables for the user to fill. */
export class SecurityReader {
  readonly #document: JsonObject;
  readonly #schemes: JsonObject;
  readonly #references: References;
  readonly #problems: ProblemList;

  constructor(document: JsonObject, references: References, problems: ProblemList) {
    this.#document = document;
    this.#schemes = objectOf(objectOf(document.components).securitySchemes ?? document.securityDefinitions);
    this.#references = references;
    this.#problems = problems;
  }

  read(operation: JsonObject, place: string): ImportedSecurity {
    const out: ImportedSecurity = { authentication: { type: 'none' }, headers: [], queryParams: [] };
    const choices = listOf(operation.security ?? this.#document.security).filter(isObject);
    // An empty choice says that the operation may be called without credentials.
    if (choices.length === 0 || choices.some((choice) => Object.keys(choice).length === 0)) return out;
    for (const name of Object.keys(choices[0] ?? {})) this.#add(name, out, place);
    return out;
  }

  #add(name: string, out: ImportedSecurity, place: string): void {
    const scheme = this.#references.resolve(this.#schemes[name], `${place}, security`);
    const authentication = scheme && this.#authenticationOf(name, scheme);
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

  #authenticationOf(name: string, scheme: JsonObject): HttpAuthentication | { cookie: string } | undefined {
    const kind = String(scheme.type === 'http' ? textOf(scheme.scheme)?.toLowerCase() : scheme.type);
    switch (kind) {
      case 'basic':
        return { type: 'basic', username: '{{username}}', password: '{{password}}' };
      case 'bearer':
        return { type: 'bearer', token: '{{bearerToken}}' };
      case 'oauth2':
      case 'openIdConnect':
        return { type: 'oauth2', token: '{{accessToken}}', tokenType: 'Bearer' };
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

  /** One key is called apiKey; several are told apart by the names of their schemes. */
  #keyVariable(name: string): string {
    const keys = Object.values(this.#schemes).filter((scheme) => objectOf(scheme).type === 'apiKey');
    if (keys.length <= 1) return 'apiKey';
    const cleaned = name.replace(/[^\w.-]+/g, '_');
    return /^[A-Za-z_]/.test(cleaned) ? cleaned : `_${cleaned}`;
  }
}
