import { flowRoutes } from '@touchstone/contracts/flows';
import type { Registrar } from '../../../platform/http/registrar.ts';
import type { Configurations } from '../app/configurations.ts';

export function addConfigurationRoutes(registrar: Registrar, configurations: Configurations): void {
  registrar.add(flowRoutes.listConfigurations, async ({ caller, query }) => ({
    content: await configurations.list(caller, query.projectId),
  }));
  registrar.add(flowRoutes.createConfiguration, ({ caller, body }) => configurations.create(caller, body));
  registrar.add(flowRoutes.updateConfiguration, ({ caller, params, body }) =>
    configurations.update(caller, params.configurationId, body),
  );
  registrar.add(flowRoutes.deleteConfiguration, async ({ caller, params }) => {
    await configurations.delete(caller, params.configurationId);
    return { message: 'Deleted' };
  });
}
