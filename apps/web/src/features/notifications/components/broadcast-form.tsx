import { zodResolver } from '@hookform/resolvers/zod';
import { Button, Group, Textarea, TextInput } from '@mantine/core';
import { broadcastInputSchema } from '@touchstone/contracts/notifications';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { messageOf } from '../../../shared/toasts.ts';
import { useNotificationMutations } from '../api/notifications.queries.ts';
import classes from './notifications.module.css';

const formSchema = z.object({
  text: broadcastInputSchema.shape.text,
  /** Local time in the format of the browser's field; empty until ended by hand. */
  endsAt: z.string().refine((value) => value === '' || new Date(value) > new Date(), 'Choose a time in the future.'),
});
type Form = z.infer<typeof formSchema>;

/** BroadcastForm sends a broadcast to everyone in the installation, for a time or until it is ended. */
export function BroadcastForm({ onDone }: { onDone: () => void }) {
  const { broadcast } = useNotificationMutations();
  const form = useForm<Form>({
    resolver: zodResolver(formSchema),
    mode: 'onTouched',
    defaultValues: { text: '', endsAt: '' },
  });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async ({ text, endsAt }) => {
    try {
      await broadcast.mutateAsync({ text, ...(endsAt && { endsAt: new Date(endsAt).toISOString() }) });
      onDone();
    } catch (error) {
      form.setError('text', { message: messageOf(error) }, { shouldFocus: true });
    }
  });
  return (
    <form className={`form ${classes.form}`} noValidate onSubmit={(event) => void submit(event)}>
      <Textarea
        {...form.register('text')}
        label="Message to everybody"
        autosize
        minRows={3}
        maxRows={8}
        autoFocus
        error={errors.text?.message}
      />
      <TextInput
        {...form.register('endsAt')}
        type="datetime-local"
        label="Until (optional)"
        error={errors.endsAt?.message}
      />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" loading={isSubmitting}>
          Send broadcast
        </Button>
      </Group>
    </form>
  );
}
