import type { AddressKind, EnvironmentLink } from '@touchstone/contracts/service-virtualization';
import type { Variable } from '@touchstone/contracts/workspaces';
import { AppError, newId } from '@touchstone/kernel';
import type { Platform } from '../../../platform/platform.ts';
import type { Actor, Environments, Variables, Workspaces } from '../../workspaces/index.ts';
import { virtualizationErrors } from '../errors.ts';
import { type EnvironmentLinkRow, environmentLinksStore } from '../store/environment-links.store.ts';
import type { MockRow } from '../store/mocks.store.ts';
import type { Open } from './open.ts';
import type { Addresses } from './projects/addresses.ts';

interface Needs {
  platform: Platform;
  open: Open;
  addresses: Addresses;
  workspaces: Workspaces;
  environments: Environments;
  variables: Variables;
}
interface NewLink {
  environmentId: string;
  variableName: string;
  addressKind?: AddressKind | undefined;
  key?: string | undefined;
}
/** The secret variable that contains a mock's key. */
const keyVariable = 'mockKey';

/** Reads and writes variables of environments with the caller's permissions. */
function createLinkParts({
  addresses,
  workspaces,
  environments,
  variables,
}: Pick<Needs, 'addresses' | 'workspaces' | 'environments' | 'variables'>) {
  const variableOf = async (caller: Actor, environmentId: string, name: string): Promise<Variable | undefined> =>
    (await variables.list(caller, { environmentId })).find((variable) => variable.name === name);

  const write = async (
    caller: Actor,
    environmentId: string,
    given: { name: string; value: string; isSecret: boolean; description: string },
  ): Promise<Variable> => {
    const known = await variableOf(caller, environmentId, given.name);
    const { name: _name, ...change } = given;
    if (known) return variables.update(caller, { variableId: known.variableId, ...change, enabled: true });
    const [made] = await variables.add(caller, environmentId, [given]);
    if (!made) throw new AppError(virtualizationErrors.variableNotFound);
    return made;
  };

  /** A link as shown to the caller; undefined if the environment or variable is deleted or not accessible. */
  const show = async (caller: Actor, row: EnvironmentLinkRow, mock: MockRow): Promise<EnvironmentLink | undefined> => {
    try {
      const { environment } = await environments.open(caller, row.environmentId, 'view');
      const { project } = await workspaces.open(caller, row.workspaceId, 'view');
      const variable = await variableOf(caller, row.environmentId, row.variableName);
      return {
        linkId: row.id,
        workspaceId: row.workspaceId,
        workspaceName: project.name,
        environmentId: row.environmentId,
        environmentName: environment.name,
        variableName: row.variableName,
        addressKind: row.addressKind,
        isCurrent: variable?.enabled === true && variable.value === addresses.of(mock, row.addressKind),
      };
    } catch (error) {
      if (error instanceof AppError) return undefined;
      throw error;
    }
  };
  return { variableOf, write, show };
}

/**
 * createEnvironmentLinks lets runs with an environment call a mock: a variable of the environment contains the mock's
 * address and follows it.
 */
export function createEnvironmentLinks({ platform, open, addresses, workspaces, environments, variables }: Needs) {
  const { sql } = platform.database;

  const { variableOf, write, show } = createLinkParts({ addresses, workspaces, environments, variables });

  return {
    async list(caller: Actor, projectId: string): Promise<EnvironmentLink[]> {
      const mock = await open.mock(caller, projectId, 'view');
      const rows = await environmentLinksStore.list(sql, projectId);
      const shown = await Promise.all(rows.map((row) => show(caller, row, mock)));
      return shown.filter((link) => link !== undefined);
    },
    async link(
      caller: Actor,
      projectId: string,
      { environmentId, variableName, addressKind = 'path', key }: NewLink,
    ): Promise<EnvironmentLink> {
      const mock = await open.mock(caller, projectId, 'view');
      const { project } = await open.project(caller, projectId, 'view');
      const { environment } = await environments.open(caller, environmentId, 'edit');
      const address = addresses.list(mock).find(({ kind }) => kind === addressKind);
      if (!address) throw new AppError(virtualizationErrors.noSuchAddress);
      const before = await variableOf(caller, environmentId, variableName);
      if (before?.isSecret) throw new AppError(virtualizationErrors.secretVariable, { params: { name: variableName } });
      const description = `Address of the mock ${project.name}`;
      const given = { name: variableName, value: address.url, isSecret: false, description };
      const variable = await write(caller, environmentId, given);
      if (key !== undefined)
        await write(caller, environmentId, {
          name: keyVariable,
          value: key,
          isSecret: true,
          description: `Key of the mock ${project.name}. Send it as X-Mock-Key.`,
        });
      const row = await environmentLinksStore.put(sql, {
        id: newId(),
        organizationId: caller.organizationId,
        projectId,
        workspaceId: environment.projectId,
        environmentId,
        variableId: variable.variableId,
        variableName,
        addressKind,
        before: before ? { value: before.value, description: before.description, enabled: before.enabled } : null,
        createdAt: platform.clock.now(),
      });
      await platform.audit(caller, { action: 'mock.linked', target: projectId, detail: { environmentId } });
      const shown = await show(caller, row, mock);
      if (!shown) throw new AppError(virtualizationErrors.linkNotFound);
      return shown;
    },
    /** Ends a link. A variable that was changed in the meantime stays as it is. */
    async unlink(caller: Actor, linkId: string): Promise<void> {
      const row = await environmentLinksStore.find(sql, caller.organizationId, linkId);
      if (!row) throw new AppError(virtualizationErrors.linkNotFound);
      const mock = await open.mock(caller, row.projectId, 'view');
      await environments.open(caller, row.environmentId, 'edit');
      const variable = await variableOf(caller, row.environmentId, row.variableName);
      const { variableId } = row;
      if (variable?.variableId === variableId && variable.value === addresses.of(mock, row.addressKind)) {
        if (row.before) await variables.update(caller, { variableId, ...row.before });
        else await variables.delete(caller, row.workspaceId, [variableId]);
      }
      await environmentLinksStore.delete(sql, linkId);
    },
    /**
     * Updates linked variables to a mock's new address, if they still have the old one and the caller may change them.
     */
    async moved(caller: Actor, before: MockRow, now: MockRow): Promise<void> {
      for (const { environmentId, variableName, addressKind } of await environmentLinksStore.list(sql, now.id))
        try {
          const [from, value] = [addresses.of(before, addressKind), addresses.of(now, addressKind)];
          if (from === value) continue;
          const variable = await variableOf(caller, environmentId, variableName);
          if (variable?.value !== from) continue;
          await variables.update(caller, { variableId: variable.variableId, value });
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
        }
    },
  };
}
/** EnvironmentLinks lets runs with an environment call a mock. */
export type EnvironmentLinks = ReturnType<typeof createEnvironmentLinks>;
