import type { ClientMetadata } from 'oidc-provider';
import { commandLineClientId, webClientId } from '../../domain/clients.ts';

/** Scopes that every client may request. */
export const scopes = ['openid', 'profile', 'email', 'offline_access'];

/** clientsOf returns the clients of the issuer: the page at each of the origins, and the command line. */
export const clientsOf = (origins: string[]): ClientMetadata[] => [
  {
    client_id: webClientId,
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    redirect_uris: origins.map((origin) => `${origin}/callback`),
    post_logout_redirect_uris: origins.flatMap((origin) => [`${origin}/`, `${origin}/login`]),
  },
  {
    client_id: commandLineClientId,
    token_endpoint_auth_method: 'none',
    grant_types: ['password', 'refresh_token'],
    response_types: [],
    redirect_uris: [],
  },
];
