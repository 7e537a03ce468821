import { zodResolver } from '@hookform/resolvers/zod';
import { Button, Modal, Textarea, TextInput } from '@mantine/core';
import { demoFieldsSchema, messageFieldsSchema } from '@touchstone/contracts/identity';
import { useForm } from 'react-hook-form';
import { messageOf, toast } from '../../../shared/toasts.ts';
import { bookDemo, sendMessage } from '../api/sign-up.queries.ts';
import { authClasses } from './auth-card.tsx';
import { useBotCheck } from './bot-check.ts';

interface Form {
  name: string;
  email: string;
  organizationName: string;
  message: string;
}
const empty: Form = { name: '', email: '', organizationName: '', message: '' };
const schemas = {
  demo: demoFieldsSchema.omit({ recaptcha: true }),
  message: messageFieldsSchema
    .omit({ recaptcha: true })
    .extend({ organizationName: demoFieldsSchema.shape.organizationName }),
};

interface Props {
  kind: 'message' | 'demo';
  /** The sender, if known. */
  sender?: Pick<Form, 'name' | 'email'>;
  onClose: () => void;
}

/** ContactDialog sends a message to the people who run this installation. */
export function ContactDialog({ kind, sender, onClose }: Props) {
  const botCheck = useBotCheck();
  const form = useForm<Form>({
    resolver: zodResolver(schemas[kind]) as never,
    mode: 'onTouched',
    defaultValues: { ...empty, ...sender },
  });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async ({ organizationName, ...fields }) => {
    try {
      const recaptcha = await botCheck();
      const common = { ...fields, ...(recaptcha && { recaptcha }) };
      const { message } = kind === 'demo' ? await bookDemo({ ...common, organizationName }) : await sendMessage(common);
      toast('success', message);
      onClose();
    } catch (error) {
      form.setError('message', { message: messageOf(error) });
    }
  });
  return (
    <Modal opened onClose={onClose} title={kind === 'demo' ? 'Book a demo' : 'Contact Us'}>
      <form className={`${authClasses.form} form`} onSubmit={(event) => void submit(event)} noValidate>
        <TextInput
          {...form.register('name')}
          label="Name"
          autoComplete="name"
          error={errors.name?.message}
          data-autofocus
        />
        <TextInput
          {...form.register('email')}
          label="E-mail"
          type="email"
          autoComplete="email"
          error={errors.email?.message}
        />
        {kind === 'demo' ? (
          <TextInput
            {...form.register('organizationName')}
            label="Organization"
            autoComplete="organization"
            error={errors.organizationName?.message}
          />
        ) : null}
        <Textarea
          {...form.register('message')}
          label={kind === 'demo' ? 'When would it suit you?' : 'Message'}
          autosize
          minRows={4}
          error={errors.message?.message}
        />
        <Button type="submit" fullWidth loading={isSubmitting}>
          {kind === 'demo' ? 'Ask for a demo' : 'Send message'}
        </Button>
      </form>
    </Modal>
  );
}
