import { zodResolver } from '@hookform/resolvers/zod';
import { Button, Group, Modal, Radio, Textarea, TextInput } from '@mantine/core';
import { ApiError } from '@touchstone/contracts';
import { createProjectSchema, type Project } from '@touchstone/contracts/workspaces';
import { useForm } from 'react-hook-form';
import { messageOf } from '../../../../shared/toasts.ts';
import { useProjectMutations } from '../../api/projects.mutations.ts';

const formSchema = createProjectSchema.pick({ projectName: true, projectDescription: true, workspaceType: true });
interface Form {
  projectName: string;
  projectDescription?: string | undefined;
  workspaceType?: 'PRIVATE' | 'SHARED' | undefined;
}

interface Props {
  project: Project;
  onClose: () => void;
}

/** ProjectForm changes name, description and type of a workspace. */
export function ProjectForm({ project, onClose }: Props) {
  const { update } = useProjectMutations();
  const form = useForm<Form>({
    resolver: zodResolver(formSchema),
    mode: 'onTouched',
    defaultValues: {
      projectName: project.projectName,
      projectDescription: project.projectDescription,
      workspaceType: project.workspaceType,
    },
  });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    try {
      await update.mutateAsync({ projectId: project.projectId, ...values });
      onClose();
    } catch (error) {
      const field =
        error instanceof ApiError && error.details[0]?.path.includes('Description')
          ? 'projectDescription'
          : 'projectName';
      form.setError(field, { message: messageOf(error) }, { shouldFocus: true });
    }
  });
  return (
    <Modal opened onClose={onClose} title="Edit project">
      <form className="form" onSubmit={(event) => void submit(event)} noValidate>
        <TextInput {...form.register('projectName')} label="Name" data-autofocus error={errors.projectName?.message} />
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
          value={form.watch('workspaceType') ?? 'PRIVATE'}
          onChange={(value) => form.setValue('workspaceType', value as 'PRIVATE' | 'SHARED')}
          error={errors.workspaceType?.message}
        >
          <Group gap="lg" mt={4}>
            <Radio value="PRIVATE" size="xs" label="Private: only you and people you add" />
            <Radio value="SHARED" size="xs" label="Shared: the whole team" />
          </Group>
        </Radio.Group>
        <Group justify="flex-end" mt="lg" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isSubmitting}>
            Save project
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
