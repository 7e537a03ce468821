import type { HttpAuthentication, KeyValue } from '@touchstone/engine-http/core';
import type { DocumentedCredential } from '../../documentation.ts';
import type { ImportedStep } from '../../imported-collection.ts';
import type { JsonObject } from '../../json-values.ts';
import { canonical } from '../../merge/merge-parts.ts';
import { isSigned } from '../../signed-authentications.ts';

/** SecuritySchemes collects the schemes used by a document's requests. */
export class SecuritySchemes {
  readonly #schemes = new Map<string, JsonObject>();

  /** The security requirements of a request: as documented, preceded by its own authentication if that differs. */
  requirementsOf({ authentication, documentation }: ImportedStep): JsonObject[] | undefined {
    const documented = documentation?.security ?? [];
    const own = isCovered(authentication, documented) ? undefined : credentialOf(authentication);
    const choices = own === undefined ? documented : [[own], ...documented];
    if (choices.length === 0) return undefined;
    return choices.map((choice) =>
      Object.fromEntries(choice.map((credential) => [this.#nameOf(credential), credential.scopes ?? []])),
    );
  }

  get schemes(): JsonObject | undefined {
    return this.#schemes.size === 0 ? undefined : Object.fromEntries(this.#schemes);
  }

  #nameOf({ name, scheme }: DocumentedCredential): string {
    for (let number = 1; ; number += 1) {
      const wanted = number === 1 ? name : `${name}_${number}`;
      const known = this.#schemes.get(wanted);
      if (known === undefined) this.#schemes.set(wanted, scheme);
      if (known === undefined || canonical(known) === canonical(scheme)) return wanted;
    }
  }
}

/** Whether the row exists only because the documented credentials require it. */
export function isCredentialRow(row: KeyValue, where: 'header' | 'query', { documentation }: ImportedStep): boolean {
  const [, ...further] = documentation?.security?.[0] ?? [];
  return (
    row.enabled !== false &&
    /^\{\{[\w.-]+\}\}$/.test(row.value) &&
    further.some(({ scheme }) => scheme.type === 'apiKey' && scheme.in === where && scheme.name === row.key)
  );
}

/** Whether the row is the cookie of a documented credential. */
export function isCredentialCookie({ key, value }: KeyValue, { documentation }: ImportedStep): boolean {
  const credentials = documentation?.security?.[0] ?? [];
  const isNamed = credentials.some(
    ({ scheme }) => scheme.type === 'apiKey' && scheme.in === 'cookie' && scheme.name === key,
  );
  return isNamed && /^\{\{[\w.-]+\}\}$/.test(value);
}

function isCovered(authentication: HttpAuthentication, documented: readonly DocumentedCredential[][]): boolean {
  if (authentication.type === 'none') return true;
  const own = credentialOf(authentication)?.scheme ?? {};
  return (documented[0] ?? []).some(({ scheme }) => {
    if (own.type === 'oauth2') return scheme.type === 'oauth2' || scheme.type === 'openIdConnect';
    if (own.type === 'apiKey') return scheme.type === 'apiKey' && scheme.in === own.in && scheme.name === own.name;
    return scheme.type === own.type && String(scheme.scheme).toLowerCase() === own.scheme;
  });
}

/**
 * OpenAPI identifies HTTP schemes by name only; a signature without a registered name is a header with a description.
 */
const signatures = {
  oauth1: { type: 'http', scheme: 'oauth' },
  hawk: { type: 'http', scheme: 'hawk' },
  ntlm: { type: 'http', scheme: 'ntlm' },
  edgeGrid: { type: 'apiKey', name: 'Authorization', in: 'header', description: 'Akamai EdgeGrid (EG1-HMAC-SHA256)' },
  asap: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'ASAP (Atlassian)' },
} as const;

function credentialOf(authentication: HttpAuthentication): DocumentedCredential | undefined {
  if (isSigned(authentication)) return { name: authentication.type, scheme: { ...signatures[authentication.type] } };
  switch (authentication.type) {
    case 'none':
      return undefined;
    case 'basic':
    case 'digest':
      return { name: authentication.type, scheme: { type: 'http', scheme: authentication.type } };
    case 'bearer':
      return { name: 'bearer', scheme: { type: 'http', scheme: 'bearer' } };
    case 'oauth2':
      return { name: 'oauth2Token', scheme: { type: 'oauth2', flows: {} } };
    case 'apiKey': {
      const name = `apiKey_${authentication.key.replace(/[^\w.-]+/g, '_')}`;
      return { name, scheme: { type: 'apiKey', name: authentication.key, in: authentication.in } };
    }
    case 'awsV4': {
      const description = 'AWS Signature Version 4';
      return { name: 'awsV4', scheme: { type: 'apiKey', name: 'Authorization', in: 'header', description } };
    }
    case 'oauth2Grant': {
      const scopes = authentication.scope?.split(/\s+/).filter(Boolean) ?? [];
      const scheme = oauthScheme(authentication.grant, authentication.tokenUrl, scopes);
      return { name: 'oauth2', scheme, ...(scopes.length === 0 ? {} : { scopes }) };
    }
  }
}

function oauthScheme(grant: string, tokenUrl: string, names: readonly string[]): JsonObject {
  const scopes = Object.fromEntries(names.map((name) => [name, '']));
  const isOwn = grant === 'clientCredentials' || grant === 'password';
  return {
    type: 'oauth2',
    flows: isOwn
      ? { [grant]: { tokenUrl, scopes } }
      : { authorizationCode: { authorizationUrl: tokenUrl, tokenUrl, scopes } },
  };
}
