import { zodResolver } from '@hookform/resolvers/zod';
import { Button, Group, Modal, Select, Textarea, TextInput } from '@mantine/core';
import { ApiError } from '@touchstone/contracts';
import {
  colorSchema,
  type FolderInfo,
  folderNameSchema,
  orchestrationIcon,
  projectKeySchema,
} from '@touchstone/contracts/orchestration';
import { Controller, type UseFormReturn, useForm } from 'react-hook-form';
import { z } from 'zod';
import { useTeam } from '../../../../shared/session/use-team.ts';
import { messageOf } from '../../../../shared/toasts.ts';
import { useOrchestrationMutations } from '../../api/orchestration.mutations.ts';
import { colours } from '../../model/colours.ts';
import type { ContainerEntry } from '../../model/entry.ts';
import { proposeKey } from '../../model/project-key.ts';
import { ColourSelect } from './colour-select.tsx';

const fields = { name: folderNameSchema, description: z.string().max(10_000), color: colorSchema };
const folderForm = z.object({ ...fields, deepLinkId: z.string() });
const projectForm = z.object({ ...fields, deepLinkId: projectKeySchema });
type Form = z.infer<typeof folderForm>;

interface Props {
  /** The folder to edit; absent to create one. */
  folder?: ContainerEntry;
  /** Parent of a new folder; absent for a project. */
  parentUuid?: string;
  onCreated?: (folder: FolderInfo) => Promise<unknown> | unknown;
  onClose: () => void;
}

/** FolderDialog creates or edits a project or folder. Server-side errors are shown at their fields. */
export function FolderDialog({ folder, parentUuid, onCreated, onClose }: Props) {
  const { createFolder, updateFolder } = useOrchestrationMutations();
  const { team, teams } = useTeam();
  const isProject = folder ? folder.isRootFolder : parentUuid === undefined;
  const hasKey = isProject && !folder;
  const form = useForm<Form & { teamId: string }>({
    resolver: zodResolver((hasKey ? projectForm : folderForm).extend({ teamId: z.string() })),
    mode: 'onTouched',
    defaultValues: {
      name: folder?.name ?? '',
      description: folder?.description ?? '',
      color: folder?.color || colours[0].value,
      deepLinkId: '',
      teamId: team?.teamId ?? '',
    },
  });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async ({ deepLinkId, teamId, ...given }) => {
    try {
      if (folder) await updateFolder.mutateAsync({ folderUuid: folder.folderUuid, ...given });
      else {
        const place = hasKey
          ? { isRootFolder: true, deepLinkId, icon: orchestrationIcon, isStarred: false, ...(teamId && { teamId }) }
          : { isRootFolder: false, parentUuid };
        const created = await createFolder.mutateAsync({ ...given, ...place });
        // The navigation also closes the dialog.
        if (onCreated) return await onCreated(created);
      }
      onClose();
    } catch (error) {
      form.setError(fieldOf(error), { message: messageOf(error) }, { shouldFocus: true });
    }
  });
  const noun = isProject ? 'Project' : 'Folder';
  return (
    <Modal opened onClose={onClose} title={folder ? `Edit ${noun.toLowerCase()} ${folder.name}` : `Create ${noun}`}>
      <form className="form" onSubmit={(event) => void submit(event)} noValidate>
        <TextInput
          {...form.register('name', { onChange: () => hasKey && follow(form) })}
          label={`${noun} name`}
          data-autofocus
          maxLength={255}
          error={errors.name?.message}
        />
        {hasKey ? (
          <TextInput
            {...form.register('deepLinkId')}
            label="Key"
            description="Appears in addresses. 2 to 10 letters or digits."
            mt="md"
            maxLength={10}
            styles={{ input: { textTransform: 'uppercase' } }}
            error={errors.deepLinkId?.message}
          />
        ) : null}
        <Textarea
          {...form.register('description')}
          label="Description"
          autosize
          minRows={2}
          maxRows={6}
          mt="md"
          error={errors.description?.message}
        />
        <Controller
          control={form.control}
          name="color"
          render={({ field }) => <ColourSelect value={field.value} onChange={field.onChange} />}
        />
        {hasKey && teams.length > 1 ? (
          <Controller
            control={form.control}
            name="teamId"
            render={({ field }) => (
              <Select
                label="Team"
                mt="md"
                allowDeselect={false}
                data={teams.map(({ teamId, teamName }) => ({ value: teamId, label: teamName }))}
                value={field.value}
                onChange={(value) => field.onChange(value ?? '')}
              />
            )}
          />
        ) : null}
        <Group justify="flex-end" mt="lg" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isSubmitting}>
            {folder ? `Save ${noun.toLowerCase()}` : `Create ${noun}`}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}

/** The key follows the name until it is typed by hand. */
function follow(form: UseFormReturn<Form & { teamId: string }>): void {
  if (form.getFieldState('deepLinkId').isTouched) return;
  form.setValue('deepLinkId', proposeKey(form.getValues('name')));
}

/** The field that an error belongs to. */
function fieldOf(error: unknown): 'name' | 'deepLinkId' | 'description' {
  const path = error instanceof ApiError ? `${error.details[0]?.path ?? ''} ${error.code}`.toLowerCase() : '';
  if (path.includes('deeplinkid') || path.includes('key')) return 'deepLinkId';
  return path.includes('description') ? 'description' : 'name';
}
