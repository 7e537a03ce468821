import type { KoaContextWithOIDC } from 'oidc-provider';
import { scopes } from './registration.ts';

/**
 * loadGrant finds or creates the grant of a sign-in. All clients are our own, so everything they request is granted
 * without asking.
 */
export async function loadGrant(ctx: KoaContextWithOIDC, audience: string) {
  const { client, session, provider } = ctx.oidc;
  if (!client || !session?.accountId) return undefined;
  const grantId = session.grantIdFor(client.clientId);
  const existing = grantId ? await provider.Grant.find(grantId) : undefined;
  if (existing && existing.accountId === session.accountId) return existing;
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
  grant.addOIDCScope(scopes.join(' '));
  grant.addResourceScope(audience, scopes.join(' '));
  await grant.save();
  return grant;
}
