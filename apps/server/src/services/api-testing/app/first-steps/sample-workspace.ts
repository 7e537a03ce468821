import { type SampleWorkspace, scriptInputSchema } from '@touchstone/contracts/api-testing';
import type { Platform } from '../../../../platform/platform.ts';
import type { SeedContext } from '../../../../platform/service.ts';
import type { UserManagement } from '../../../user-management/index.ts';
import type { Actor, Environments, Workspaces } from '../../../workspaces/index.ts';
import { sampleSuites } from '../../domain/sample-suites.ts';
import { suitesStore } from '../../store/suites.store.ts';
import type { Scripts } from '../suites/scripts.ts';
import type { Suites } from '../suites/suites.ts';

const sample = {
  projectName: 'Petstore',
  projectDescription: 'A workspace to try things in. It tests the sample API that comes with Touchstone.',
};
const environmentName = 'Local sample';
/** The suite executed as the first run. */
const [firstSuite] = sampleSuites;

interface Needs {
  platform: Platform;
  workspaces: Workspaces;
  suites: Suites;
  scripts: Scripts;
  environments: Environments;
  users: UserManagement;
}

/** createSampleWorkspaces gives a new company a workspace that tests the sample API. */
export function createSampleWorkspaces({ platform, workspaces, suites, scripts, environments, users }: Needs) {
  const fill = async (actor: Actor, projectId: string): Promise<SampleWorkspace> => {
    const { environmentId } = await environments.create(actor, {
      projectId,
      environmentName,
      variables: [
        { name: 'baseUrl', value: '{{$serverUrl}}/sample/petstore', isSecret: false },
        { name: 'user', value: 'ana', isSecret: false },
        { name: 'password', value: 'paws-and-claws', isSecret: true },
      ],
    });
    const suiteIds: string[] = [];
    for (const { scripts: drafts, ...suite } of sampleSuites) {
      const { suiteId } = await suites.create(actor, { projectId, ...suite });
      suiteIds.push(suiteId);
      for (const draft of drafts) await scripts.save(actor, [suiteId], scriptInputSchema.parse(draft));
    }
    return { projectId, environmentId, suiteId: suiteIds[0] ?? null };
  };

  /** Creates the workspace completely or not at all. */
  const create = async (actor: Actor): Promise<SampleWorkspace> => {
    const { projectId } = await workspaces.create(actor, sample);
    try {
      return await fill(actor, projectId);
    } catch (error) {
      await workspaces.delete(actor, projectId, { projectName: sample.projectName });
      throw error;
    }
  };

  /** The sample workspace, if the caller can see it and it still has its name. */
  const find = async (actor: Actor): Promise<SampleWorkspace | null> => {
    const visible = await workspaces.listVisible(actor);
    const known = visible.find(({ projectName }) => projectName === sample.projectName);
    if (!known) return null;
    const { projectId } = known;
    const filter = { projectId, isChaining: false, searchTerm: firstSuite?.suiteName ?? '' };
    const [{ rows }, listed] = await Promise.all([
      suitesStore.list(platform.database.sql, filter, { page: 0, size: 1 }),
      environments.list(actor, projectId),
    ]);
    const environment = listed.find((each) => each.environmentName === environmentName) ?? listed[0];
    return { projectId, suiteId: rows[0]?.id ?? null, environmentId: environment?.environmentId ?? null };
  };

  return {
    find,
    /** Returns the sample workspace the caller can see, or creates one. */
    async open(actor: Actor): Promise<SampleWorkspace> {
      return (await find(actor)) ?? (await create(actor));
    },
    /** The first organization gets a sample workspace when it is created. */
    async seed({ founder }: SeedContext): Promise<void> {
      if (founder) await create(founder);
    },
    /**
     * An organization gets a sample workspace with its first administrator, and only if nothing was created there yet.
     */
    async userActivated({ userId }: { userId: string }): Promise<void> {
      const user = await users.findUser(userId);
      if (user?.role !== 'ROLE_ADMIN') return;
      const { email, role, organizationId, plan } = user;
      if ((await users.countUsers(organizationId)).active > 1) return;
      const teamIds = user.teams.map(({ teamId }) => teamId);
      const founder: Actor = {
        userId,
        email,
        role,
        organizationId,
        plan,
        teamIds,
        name: `${user.firstName} ${user.lastName}`.trim(),
        teamId: teamIds[0],
        requestId: 'first-steps',
        address: '',
      };
      if ((await workspaces.listVisible(founder)).length === 0) await create(founder);
    },
  };
}
export type SampleWorkspaces = ReturnType<typeof createSampleWorkspaces>;
