import { Space, Textarea, TextInput } from '@mantine/core';
import { type Collection, collectionNameSchema, sloPercentSchema } from '@touchstone/contracts/api-monitoring';
import { useState } from 'react';
import { messageOf } from '../../../../shared/toasts.ts';
import { FormDialog } from '../../../../ui/dialog/form-dialog.tsx';
import { useCollectionMutations } from '../../api/monitors.mutations.ts';
import { OptionalNumberField } from '../editor/number-field.tsx';

interface Props {
  projectId: string;
  /** The collection to edit; absent to create one. */
  collection?: Collection | undefined;
  onMade?: (collection: Collection) => void;
  onClose: () => void;
}

/** CollectionDialog creates or renames a collection. */
export function CollectionDialog({ projectId, collection, onMade, onClose }: Props) {
  const { create, update } = useCollectionMutations();
  const [name, setName] = useState(collection?.name ?? '');
  const [description, setDescription] = useState(collection?.description ?? '');
  const [sloPercent, setSloPercent] = useState(collection?.sloPercent ?? null);
  const [problem, setProblem] = useState<string | null>(null);
  const objectiveProblem = sloPercentSchema.safeParse(sloPercent).error?.issues[0]?.message;
  const submit = async () => {
    const read = collectionNameSchema.safeParse(name);
    if (!read.success) {
      setProblem(read.error.issues[0]?.message ?? null);
      return false;
    }
    if (objectiveProblem) return false;
    const given = { name: read.data, description, sloPercent };
    if (collection) await update.mutateAsync({ collectionId: collection.collectionId, ...given });
    else onMade?.(await create.mutateAsync({ projectId, ...given }));
    return true;
  };
  return (
    <FormDialog
      title={collection ? `Edit collection ${collection.name}` : 'Create collection'}
      confirm={collection ? 'Save collection' : 'Create collection'}
      onSubmit={submit}
      onError={(error) => setProblem(messageOf(error))}
      onClose={onClose}
    >
      <TextInput
        label="Collection name"
        data-autofocus
        value={name}
        error={problem}
        onChange={(event) => {
          setName(event.currentTarget.value);
          setProblem(null);
        }}
      />
      <Textarea
        label="Description"
        mt="md"
        autosize
        minRows={2}
        maxRows={6}
        maxLength={2000}
        value={description}
        onChange={(event) => setDescription(event.currentTarget.value)}
      />
      <Space h="md" />
      <OptionalNumberField
        label="Availability objective (optional)"
        description="Of the checks of all its monitored APIs together."
        suffix=" %"
        allowDecimal
        value={sloPercent}
        error={objectiveProblem}
        onChange={setSloPercent}
      />
    </FormDialog>
  );
}
