import { scriptInputSchema } from '@touchstone/contracts/api-testing';
import type { SeedContext } from '../../../../platform/service.ts';
import type { Environments, Workspaces } from '../../../workspaces/index.ts';
import { petstoreSuites } from '../../domain/imports/petstore.ts';
import type { Scripts } from '../suites/scripts.ts';
import type { Suites } from '../suites/suites.ts';

/** createSeedPetstore gives the first organization a workspace that tests the sample API. */
export function createSeedPetstore(needs: {
  workspaces: Workspaces;
  suites: Suites;
  scripts: Scripts;
  environments: Environments;
}) {
  const { workspaces, suites, scripts, environments } = needs;
  return async ({ founder }: SeedContext): Promise<void> => {
    if (!founder) return;
    const { projectId } = await workspaces.create(founder, {
      projectName: 'Petstore',
      projectDescription: 'A workspace to try things in. It tests the sample API that comes with Touchstone.',
    });
    await environments.create(founder, {
      projectId,
      environmentName: 'Local sample',
      variables: [
        { name: 'baseUrl', value: '{{$serverUrl}}/sample/petstore', isSecret: false },
        { name: 'user', value: 'ana', isSecret: false },
        { name: 'password', value: 'paws-and-claws', isSecret: true },
      ],
    });
    for (const { scripts: drafts, ...suite } of petstoreSuites) {
      const { suiteId } = await suites.create(founder, { projectId, ...suite });
      for (const draft of drafts) await scripts.save(founder, [suiteId], scriptInputSchema.parse(draft));
    }
  };
}
