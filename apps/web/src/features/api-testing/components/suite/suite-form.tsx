import { zodResolver } from '@hookform/resolvers/zod';
import { Alert, Button, Group, Modal, Textarea, TextInput } from '@mantine/core';
import { ApiError } from '@touchstone/contracts';
import { createSuiteSchema, type Suite, type SuiteConflict } from '@touchstone/contracts/api-testing';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { messageOf } from '../../../../shared/toasts.ts';
import { useSuiteMutations } from '../../api/suites.mutations.ts';

const formSchema = createSuiteSchema.pick({ suiteName: true, suiteDescription: true });
interface Form {
  suiteName: string;
  suiteDescription?: string | undefined;
}
interface Props {
  suite: Suite;
  onClose: () => void;
}

const conflictOf = (error: unknown): SuiteConflict | undefined =>
  error instanceof ApiError && error.code === 'API_TESTING_SUITE_SAVED_MEANWHILE'
    ? (error.data as SuiteConflict)
    : undefined;

/**
 * SuiteForm edits the name and description of a suite. Someone else's concurrent change is shown at each field that
 * both changed.
 */
export function SuiteForm({ suite, onClose }: Props) {
  const { update } = useSuiteMutations();
  const form = useForm<Form>({
    resolver: zodResolver(formSchema),
    mode: 'onTouched',
    defaultValues: { suiteName: suite.suiteName, suiteDescription: suite.suiteDescription },
  });
  const [before, setBefore] = useState<SuiteConflict>({
    suiteName: suite.suiteName,
    suiteDescription: suite.suiteDescription,
  });
  const [theirs, setTheirs] = useState<Partial<SuiteConflict>>({});
  const submit = form.handleSubmit(async (values) => {
    try {
      await update.mutateAsync({ suiteId: suite.suiteId, ...values, before });
      onClose();
    } catch (error) {
      const newer = conflictOf(error);
      if (newer) return merge(newer);
      form.setError('suiteName', { message: messageOf(error) }, { shouldFocus: true });
    }
  });
  /** Fields that only the other person changed take that change; for the rest the user decides. */
  const merge = (newer: SuiteConflict) => {
    const both: Partial<SuiteConflict> = {};
    for (const field of ['suiteName', 'suiteDescription'] as const) {
      const mine = form.getValues(field) ?? '';
      if (newer[field] === before[field] || newer[field] === mine) continue;
      if (mine === before[field]) form.setValue(field, newer[field]);
      else both[field] = newer[field];
    }
    setBefore(newer);
    setTheirs(both);
  };
  const take = (field: keyof SuiteConflict) => {
    form.setValue(field, theirs[field] ?? '');
    setTheirs({ ...theirs, [field]: undefined });
  };
  const { errors, isSubmitting } = form.formState;
  const isMerging = before.suiteName !== suite.suiteName || before.suiteDescription !== suite.suiteDescription;
  return (
    <Modal opened onClose={onClose} title="Edit test suite">
      <form className="form" onSubmit={(event) => void submit(event)} noValidate>
        <TextInput {...form.register('suiteName')} label="Name" data-autofocus error={errors.suiteName?.message} />
        <Theirs text={theirs.suiteName} onTake={() => take('suiteName')} />
        <Textarea
          {...form.register('suiteDescription')}
          label="Description"
          mt="md"
          autosize
          minRows={2}
          maxRows={6}
          error={errors.suiteDescription?.message}
        />
        <Theirs text={theirs.suiteDescription} onTake={() => take('suiteDescription')} />
        {isMerging ? (
          <Alert mt="md" color="yellow" role="alert" title="Someone else changed this suite meanwhile">
            Their changes are in the form. Where you both changed a field, choose a version, then save again.
          </Alert>
        ) : null}
        <Group justify="flex-end" mt="lg" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isSubmitting}>
            Save suite
          </Button>
        </Group>
      </form>
    </Modal>
  );
}

/** Someone else's value of a field that the user changed too. */
function Theirs({ text, onTake }: { text: string | undefined; onTake: () => void }) {
  if (text === undefined) return null;
  return (
    <Group gap="sm" mt={4} wrap="nowrap">
      <span className="grow">
        <span className="dim">Saved by someone else: </span>
        {text === '' ? <span className="dim">nothing</span> : text}
      </span>
      <Button variant="default" size="xs" onClick={onTake}>
        Use theirs
      </Button>
    </Group>
  );
}
