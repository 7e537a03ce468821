import { Select, TagsInput, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { collectionsQuery } from '../../api/monitors.queries.ts';
import classes from './editor.module.css';
import type { FormPart } from './form-part.ts';

/** BasicsFields edits the name and collection of a monitored API. */
export function BasicsFields({ draft, problems, projectId, onChange }: FormPart & { projectId: string }) {
  const collections = useQuery(collectionsQuery(projectId)).data ?? [];
  return (
    <fieldset className={classes.part}>
      <TextInput
        label="Name"
        data-autofocus
        maxLength={200}
        value={draft.name}
        error={problems.name}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <Select
        label="Collection"
        allowDeselect={false}
        searchable
        nothingFoundMessage="No matching collection"
        data={collections.map((each) => ({ value: each.collectionId, label: each.name }))}
        value={draft.collectionId || null}
        error={problems.collectionId}
        onChange={(collectionId) => collectionId && onChange({ collectionId })}
      />
      <TagsInput
        label="Tags"
        placeholder={draft.tags.length === 0 ? 'Press Enter after each tag' : ''}
        maxTags={20}
        value={draft.tags}
        error={problems.tags}
        onChange={(tags) => onChange({ tags })}
      />
      <Textarea
        label="Description"
        autosize
        minRows={1}
        maxRows={4}
        maxLength={2000}
        value={draft.description}
        error={problems.description}
        onChange={(event) => onChange({ description: event.currentTarget.value })}
      />
    </fieldset>
  );
}
