import type { Page } from '@touchstone/contracts';
import type { Project } from '@touchstone/contracts/workspaces';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { preferences, usePreferences } from '../preferences.ts';
import { useTeam } from '../session/use-team.ts';

/** What every area knows about its projects. */
export type AreaProject = Pick<
  Project,
  'projectId' | 'projectName' | 'projectDescription' | 'workspaceType' | 'teamId' | 'role'
>;

/** ProjectChoice is the project that an area's pages show, among the projects that the user may open. */
export interface ProjectChoice<P> {
  project: P | undefined;
  projects: readonly P[];
  isPending: boolean;
  error: Error | null;
  retry: () => void;
}

/** chosenProjectOf returns the last opened project of an area in this browser. */
export const chosenProjectOf = (area: string) => ({
  get: (): string | null => preferences.get().areaProjects[area] ?? null,
  set: (projectId: string): void =>
    preferences.set({ areaProjects: { ...preferences.get().areaProjects, [area]: projectId } }),
  use: (): string | null => usePreferences().areaProjects[area] ?? null,
});
/** ChosenProject stores the last opened project of an area. */
export type ChosenProject = ReturnType<typeof chosenProjectOf>;

interface Answer<T> {
  data: T | undefined;
  isPending: boolean;
  isSuccess: boolean;
  isError: boolean;
  isFetching: boolean;
  error: Error | null;
  refetch: () => unknown;
}
interface Reading<P> {
  chosen: ChosenProject;
  /** A hook that reads a team's projects; there are none without a team. */
  useList: (teamId: string | undefined) => Answer<Page<P>>;
  /** A hook that reads one project, without retrying. */
  useOne: (projectId: string, options: { enabled: boolean; retry: false }) => Answer<P>;
}

/** useAreaProject returns the current project of an area: the one in the address, the remembered one, or the first. */
export function useAreaProject<P extends AreaProject>({ chosen, useList, useOne }: Reading<P>): ProjectChoice<P> {
  const [params] = useSearchParams();
  const { team } = useTeam();
  const remembered = chosen.use();
  const inAddress = params.get('project');
  const all = useList(team?.teamId);
  const projects = all.data?.content ?? [];
  const wanted = inAddress ?? remembered;
  const listed = projects.find(({ projectId }) => projectId === wanted);
  const single = useOne(wanted ?? '', { enabled: wanted !== null && all.isSuccess && !listed, retry: false });
  const project = listed ?? single.data ?? (inAddress && !single.isError ? undefined : projects[0]);
  const id = project?.projectId;
  useEffect(() => {
    if (id && id !== chosen.get()) chosen.set(id);
  }, [id, chosen]);
  return {
    project,
    projects,
    isPending: all.isPending || (!project && single.isFetching),
    error: all.error,
    retry: () => void all.refetch(),
  };
}
