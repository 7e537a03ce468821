import { zodResolver } from '@hookform/resolvers/zod';
import { Button, Group, Modal, Select, TextInput } from '@mantine/core';
import { ApiError } from '@touchstone/contracts';
import { newOrganizationSchema } from '@touchstone/contracts/user-management';
import { Controller, type Path, useForm } from 'react-hook-form';
import { z } from 'zod';
import { messageOf, toast } from '../../../shared/toasts.ts';
import { useOrganizationMutations } from '../api/organizations.mutations.ts';
import { endOfDay, type GivenPlan, planChoices } from '../model/plan-text.ts';
import classes from './organizations.module.css';

const formSchema = newOrganizationSchema.extend({ endDay: z.iso.date().or(z.literal('')) });
interface Form {
  organizationName: string;
  login: string;
  firstName: string;
  lastName: string;
  planType: GivenPlan;
  endDay: string;
}
const empty: Form = { organizationName: '', login: '', firstName: '', lastName: '', planType: 'FREE', endDay: '' };
const isField = (name: string): name is Path<Form> => Object.hasOwn(empty, name);

/** AddOrganizationDialog creates an organization; its administrator is invited by e-mail. */
export function AddOrganizationDialog({ onClose }: { onClose: () => void }) {
  const { add } = useOrganizationMutations();
  const form = useForm<Form>({ resolver: zodResolver(formSchema) as never, mode: 'onTouched', defaultValues: empty });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async ({ endDay, ...fields }) => {
    try {
      const made = await add.mutateAsync({ ...fields, ...(endDay && { planExpiryDate: endOfDay(endDay) }) });
      toast('success', `${made.organizationName} is created. ${fields.login} is invited by e-mail.`);
      onClose();
    } catch (error) {
      const at = error instanceof ApiError ? error.details[0]?.path : undefined;
      form.setError(at && isField(at) ? at : 'organizationName', { message: messageOf(error) }, { shouldFocus: true });
    }
  });
  const text = (name: Exclude<Path<Form>, 'planType'>, label: string, type = 'text') => (
    <TextInput {...form.register(name)} label={label} type={type} error={errors[name]?.message} autoComplete="off" />
  );
  return (
    <Modal opened onClose={onClose} title="Add organization">
      <form className={`form ${classes.column}`} noValidate onSubmit={(event) => void submit(event)}>
        {text('organizationName', 'Name of the organization')}
        <div className={classes.pair}>
          {text('firstName', 'First name of the administrator')}
          {text('lastName', 'Last name')}
        </div>
        {text('login', 'E-mail of the administrator', 'email')}
        <div className={classes.pair}>
          <Controller
            control={form.control}
            name="planType"
            render={({ field }) => (
              <Select
                {...field}
                label="Plan"
                allowDeselect={false}
                data={planChoices}
                onChange={(value) => field.onChange(value)}
              />
            )}
          />
          {text('endDay', 'Last day of the plan (optional)', 'date')}
        </div>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isSubmitting}>
            Add organization
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
