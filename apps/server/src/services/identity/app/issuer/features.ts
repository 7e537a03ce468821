import { type Configuration, errors } from 'oidc-provider';
import { accessTokenSeconds } from '../../domain/clients.ts';
import { renderMessage } from './issuer-pages.ts';
import { scopes } from './registration.ts';

/** featuresOf returns the enabled features of the OpenID provider; tokens are only issued for the audience. */
export const featuresOf = (audience: string): NonNullable<Configuration['features']> => ({
  devInteractions: { enabled: false },
  userinfo: { enabled: false },
  revocation: {
    enabled: true,
    allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId,
  },
  introspection: { enabled: false },
  rpInitiatedLogout: {
    enabled: true,
    logoutSource: (ctx, form) =>
      renderMessage(
        ctx,
        'Sign out?',
        `${form}<button name="logout" value="yes" form="op.logoutForm">Sign out</button>`,
      ),
    postLogoutSuccessSource: (ctx) => renderMessage(ctx, 'You are signed out.', '<a href="/login">Sign in</a>'),
  },
  resourceIndicators: {
    enabled: true,
    defaultResource: () => audience,
    useGrantedResource: () => true,
    getResourceServerInfo: (_ctx, resource) => {
      if (resource !== audience) throw new errors.InvalidTarget(`the only resource is ${audience}`);
      return {
        scope: scopes.join(' '),
        audience,
        accessTokenTTL: accessTokenSeconds,
        accessTokenFormat: 'jwt',
        jwt: { sign: { alg: 'RS256' } },
      };
    },
  },
});
