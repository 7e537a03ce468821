import { zodResolver } from '@hookform/resolvers/zod';
import { Button, Group, Modal, Radio, Select, Textarea, TextInput } from '@mantine/core';
import { ApiError } from '@touchstone/contracts';
import { createProjectSchema } from '@touchstone/contracts/workspaces';
import { useForm } from 'react-hook-form';
import { preferences } from '../../shared/preferences.ts';
import type { AreaProject } from '../../shared/projects/area-projects.ts';
import { useTeam } from '../../shared/session/use-team.ts';
import { messageOf } from '../../shared/toasts.ts';

const formSchema = createProjectSchema.pick({
  projectName: true,
  projectDescription: true,
  workspaceType: true,
  teamId: true,
});

/** Fields of a project. */
export interface ProjectForm {
  projectName: string;
  projectDescription?: string | undefined;
  workspaceType?: 'PRIVATE' | 'SHARED' | undefined;
  teamId?: string | undefined;
}

interface Making {
  /** The project to edit; absent to create one. */
  project?: AreaProject | undefined;
  create: (form: ProjectForm) => Promise<{ projectId: string }>;
  /** Called after a project was created and the dialog closed. */
  onCreated: (projectId: string) => void;
}
/** The area creates its projects elsewhere. */
interface Changing {
  project: AreaProject;
  create?: undefined;
  onCreated?: undefined;
}
type Props = (Making | Changing) & {
  update: (change: Omit<ProjectForm, 'teamId'> & { projectId: string }) => Promise<unknown>;
  onClose: () => void;
};

/** ProjectDialog creates or edits a project of an area. Server-side validation errors are shown at their fields. */
export function ProjectDialog({ project, create, update, onCreated, onClose }: Props) {
  const { team, teams } = useTeam();
  const form = useForm<ProjectForm>({
    resolver: zodResolver(formSchema),
    mode: 'onTouched',
    defaultValues: {
      projectName: project?.projectName ?? '',
      projectDescription: project?.projectDescription ?? '',
      workspaceType: project?.workspaceType ?? 'SHARED',
      ...(team && { teamId: team.teamId }),
    },
  });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async ({ teamId, ...given }) => {
    try {
      if (project) {
        await update({ projectId: project.projectId, ...given });
        onClose();
      } else if (create) {
        const { projectId } = await create({ ...given, ...(teamId && { teamId }) });
        if (teamId && teamId !== preferences.get().teamId) preferences.set({ teamId });
        // The dialog closes first: what its page does to the address on close must not undo the navigation to the
        // project.
        onClose();
        onCreated(projectId);
      }
    } catch (error) {
      const isOfDescription = error instanceof ApiError && error.details[0]?.path.includes('Description');
      const field = isOfDescription ? 'projectDescription' : 'projectName';
      form.setError(field, { message: messageOf(error) }, { shouldFocus: true });
    }
  });
  return (
    <Modal opened onClose={onClose} title={project ? `Edit project ${project.projectName}` : 'Create project'}>
      <form className="form" onSubmit={(event) => void submit(event)} noValidate>
        <TextInput
          {...form.register('projectName')}
          label="Project name"
          data-autofocus
          maxLength={255}
          error={errors.projectName?.message}
        />
        <Textarea
          {...form.register('projectDescription')}
          label="Description"
          autosize
          minRows={2}
          maxRows={6}
          mt="md"
          error={errors.projectDescription?.message}
        />
        <Radio.Group
          label="Type"
          mt="md"
          value={form.watch('workspaceType') ?? 'SHARED'}
          onChange={(value) => form.setValue('workspaceType', value as 'PRIVATE' | 'SHARED')}
          error={errors.workspaceType?.message}
        >
          <Group gap="lg" mt={4}>
            <Radio value="PRIVATE" size="xs" label="Private: only you and people you add" />
            <Radio value="SHARED" size="xs" label="Shared: the whole team" />
          </Group>
        </Radio.Group>
        {!project && teams.length > 1 ? (
          <Select
            label="Team"
            mt="md"
            allowDeselect={false}
            data={teams.map(({ teamId, teamName }) => ({ value: teamId, label: teamName }))}
            value={form.watch('teamId') ?? null}
            onChange={(value) => value && form.setValue('teamId', value)}
          />
        ) : null}
        <Group justify="flex-end" mt="lg" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isSubmitting}>
            {project ? 'Save project' : 'Create project'}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
