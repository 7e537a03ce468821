import type { Repository } from '../../test-repository/index.ts';
import type { Actor } from '../../workspaces/index.ts';
import { sampleModule, sampleScripts } from '../domain/sample-scripts.ts';

/**
 * createSampleScripts creates starter scripts for projects; `shopUrl` is the sample shop's address as runs reach it.
 */
export function createSampleScripts({
  repository,
  shopUrl,
}: {
  repository: Pick<Repository, 'bringModule' | 'bringVariable'>;
  shopUrl: string;
}) {
  return async (caller: Actor, projectId: string): Promise<{ moduleUUID: string; scriptUUIDs: string[] }> => {
    const address = await repository.bringVariable(caller, projectId, 'shopUrl', shopUrl);
    return repository.bringModule(caller, projectId, { ...sampleModule, scripts: sampleScripts(address) });
  };
}
