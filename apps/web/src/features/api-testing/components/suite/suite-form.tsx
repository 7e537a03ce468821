import { zodResolver } from '@hookform/resolvers/zod';
import { Button, Group, Modal, Textarea, TextInput } from '@mantine/core';
import { createSuiteSchema, type Suite } from '@touchstone/contracts/api-testing';
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

/** SuiteForm renames and describes a suite. */
export function SuiteForm({ suite, onClose }: Props) {
  const { update } = useSuiteMutations();
  const form = useForm<Form>({
    resolver: zodResolver(formSchema),
    mode: 'onTouched',
    defaultValues: { suiteName: suite.suiteName, suiteDescription: suite.suiteDescription },
  });
  const submit = form.handleSubmit(async (values) => {
    try {
      await update.mutateAsync({ suiteId: suite.suiteId, ...values });
      onClose();
    } catch (error) {
      form.setError('suiteName', { message: messageOf(error) }, { shouldFocus: true });
    }
  });
  const { errors, isSubmitting } = form.formState;
  return (
    <Modal opened onClose={onClose} title="Edit test suite">
      <form className="form" onSubmit={(event) => void submit(event)} noValidate>
        <TextInput {...form.register('suiteName')} label="Name" data-autofocus error={errors.suiteName?.message} />
        <Textarea
          {...form.register('suiteDescription')}
          label="Description"
          mt="md"
          autosize
          minRows={2}
          maxRows={6}
          error={errors.suiteDescription?.message}
        />
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
