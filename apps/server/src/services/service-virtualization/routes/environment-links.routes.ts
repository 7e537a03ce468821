import { environmentLinkRoutes as routes } from '@touchstone/contracts/service-virtualization';
import type { Registrar } from '../../../platform/http/registrar.ts';
import type { EnvironmentLinks } from '../app/environment-links.ts';

export function addEnvironmentLinkRoutes(registrar: Registrar, links: EnvironmentLinks): void {
  registrar.add(routes.listEnvironmentLinks, async ({ caller, params }) => ({
    links: await links.list(caller, params.id),
  }));
  registrar.add(routes.linkEnvironment, ({ caller, params, body }) => links.link(caller, params.id, body));
  registrar.add(routes.unlinkEnvironment, async ({ caller, params }) => {
    await links.unlink(caller, params.id);
    return { message: 'Link ended' };
  });
}
