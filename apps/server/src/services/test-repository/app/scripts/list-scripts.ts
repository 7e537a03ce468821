import type { Page } from '@touchstone/contracts';
import type { RepositoryScript } from '@touchstone/contracts/test-repository';
import type { Platform } from '../../../../platform/platform.ts';
import type { Actor, Workspaces } from '../../../workspaces/index.ts';
import { recentsStore } from '../../store/recents.store.ts';
import { scriptsStore } from '../../store/scripts.store.ts';
import type { Open } from '../open.ts';
import { mostRecent } from '../projects.ts';
import type { ShowScripts } from './show-scripts.ts';

type Given = { searchTerm?: string | undefined; tag?: string | undefined; isReusable?: boolean | undefined };
type PageRequest = { page: number; size: number };

const maxListed = 1000;
const maxTags = 20;

interface Needs {
  platform: Platform;
  workspaces: Pick<Workspaces, 'listVisible'>;
  open: Open;
  show: ShowScripts;
}

/** createListScripts lists and searches scripts. */
export function createListScripts({ platform, workspaces, open, show }: Needs) {
  const { sql } = platform.database;

  const list = async (
    { organizationId }: Actor,
    filter: Given & { moduleId?: string; projectIds?: readonly string[] },
    { page, size, byName = false }: PageRequest & { byName?: boolean },
  ): Promise<Page<RepositoryScript>> => {
    const found = await scriptsStore.list(sql, { organizationId, ...filter }, { page, size, byName });
    return {
      content: await show.show(organizationId, found.content),
      totalElements: found.totalElements,
      page,
      size,
    };
  };

  return {
    async inModule(caller: Actor, moduleId: string, filter: Given, page: PageRequest) {
      await open.module(caller, moduleId, 'view');
      return list(caller, { ...filter, moduleId }, page);
    },
    async allInModule(caller: Actor, moduleId: string): Promise<RepositoryScript[]> {
      await open.module(caller, moduleId, 'view');
      return (await list(caller, { moduleId }, { page: 0, size: maxListed })).content;
    },
    async inProject(caller: Actor, projectId: string, filter: Given, page: PageRequest) {
      await open.project(caller, projectId, 'view');
      return list(caller, { ...filter, projectIds: [projectId] }, { ...page, byName: true });
    },
    /** Reusable scripts of every project the caller may open, with the project names. */
    async shared(caller: Actor, searchTerm: string | undefined, page: PageRequest) {
      const projects = await workspaces.listVisible(caller, undefined, open.service);
      const names = new Map(projects.map(({ projectId, projectName }) => [projectId, projectName]));
      const filter = { searchTerm, isReusable: true, projectIds: [...names.keys()] };
      const found = await list(caller, filter, { ...page, byName: true });
      const content = found.content.map((one) => ({ ...one, projectName: names.get(one.projectUUID) ?? '' }));
      return { ...found, content };
    },
    async view(caller: Actor, scriptId: string): Promise<RepositoryScript> {
      const { projectId, moduleId } = await open.script(caller, scriptId, 'view');
      await recentsStore.note(sql, caller, { kind: 'script', itemId: scriptId, projectId });
      await recentsStore.note(sql, caller, { kind: 'module', itemId: moduleId, projectId });
      return show.one(caller.organizationId, scriptId);
    },
    async listRecent(caller: Actor, projectId: string) {
      await open.project(caller, projectId, 'view');
      const recent = await recentsStore.list(sql, caller, { kind: 'script', projectId, most: 100 });
      const shown = await show.many(
        caller.organizationId,
        recent.map(({ itemId }) => itemId),
      );
      const at = new Map(recent.map((one) => [one.itemId, one.at.toISOString()]));
      return shown.map((one) => ({ ...one, workedAt: at.get(one.uuid) ?? '' })).slice(0, mostRecent);
    },
    async suggestTags(caller: Actor, projectId: string, begin: string): Promise<string[]> {
      await open.project(caller, projectId, 'view');
      return scriptsStore.suggestTags(sql, projectId, begin, maxTags);
    },
  };
}
/** ListScripts lists and searches scripts. */
export type ListScripts = ReturnType<typeof createListScripts>;
