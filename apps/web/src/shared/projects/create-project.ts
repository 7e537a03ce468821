import type { QueryKey } from '@tanstack/react-query';
import type { Project } from '@touchstone/contracts/workspaces';
import type { Choice, ChoiceQuery } from '../choices.ts';
import type { CreateContext, CreateForm, RemoteField } from '../create/create-target.ts';

type NewProject = Required<Pick<Project, 'projectName' | 'projectDescription' | 'workspaceType'>>;

const onlyMe: Choice = { value: 'PRIVATE', label: 'Private: only you and people you add' };
const wholeTeam: Choice = { value: 'SHARED', label: 'Shared: the whole team' };

/** projectForm creates a project of an area from the global create dialog; `create` returns the path to navigate to. */
export const projectForm = ({
  usualType,
  isDescriptionOptional = false,
  refreshes,
  create,
}: {
  usualType: Project['workspaceType'];
  isDescriptionOptional?: boolean;
  refreshes: readonly QueryKey[];
  create: (project: NewProject, context: CreateContext) => Promise<string>;
}): CreateForm => {
  const [usual, other] = usualType === 'PRIVATE' ? [onlyMe, wholeTeam] : [wholeTeam, onlyMe];
  return {
    fields: [
      { type: 'name', name: 'projectName', label: 'Project name' },
      {
        type: 'description',
        name: 'projectDescription',
        label: 'Project description',
        isOptional: isDescriptionOptional,
      },
      { type: 'option', name: 'workspaceType', label: 'Type', options: [usual, other], initialOption: usual },
    ],
    refreshes,
    create({ texts, choices }, context) {
      const { projectName = '', projectDescription = '' } = texts;
      const workspaceType = choices.workspaceType?.value === other.value ? other.value : usual.value;
      return create(
        { projectName, projectDescription, workspaceType: workspaceType as Project['workspaceType'] },
        context,
      );
    },
  };
};

type Named = Pick<Project, 'projectId' | 'projectName' | 'role'>;

/**
 * projectField selects the project in which something is created, initially the last opened one. Projects that the user
 * may only view can't be selected.
 */
export const projectField = ({
  key,
  list,
  get,
  last,
}: {
  key: QueryKey;
  list: (
    teamId: string,
    query: ChoiceQuery,
    signal: AbortSignal,
  ) => Promise<{ content: readonly Named[]; totalElements: number }>;
  get: (projectId: string) => Promise<Named>;
  last: () => string | null | undefined;
}): RemoteField => ({
  type: 'remote',
  name: 'project',
  label: 'Project',
  source: (_values, { teamId }) => ({
    queryKey: [...key, 'of-team', teamId],
    load: async (query, signal) => {
      const { content, totalElements } = await list(teamId, query, signal);
      const choices = content.map(({ projectId, projectName, role }) => ({
        value: projectId,
        label: role === 'VIEWER' ? `${projectName} (view only)` : projectName,
        isDisabled: role === 'VIEWER',
      }));
      return { choices, total: totalElements };
    },
  }),
  async initial() {
    const projectId = last();
    // A deleted project isn't preselected.
    const project = projectId ? await get(projectId).catch(() => undefined) : undefined;
    return project && project.role !== 'VIEWER' ? { value: project.projectId, label: project.projectName } : undefined;
  },
});
