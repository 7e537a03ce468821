import { zodResolver } from '@hookform/resolvers/zod';
import { Button, Group, TextInput } from '@mantine/core';
import { type BillingInformation, type BillingInput, billingInputSchema } from '@touchstone/contracts/subscription';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { messageOf, toast } from '../../../shared/toasts.ts';
import { Panel } from '../../../ui/panel.tsx';
import { useBillingMutations } from '../api/billing.queries.ts';
import classes from './subscription.module.css';

type Form = z.input<typeof billingInputSchema>;
const fields: { name: keyof Form; label: string; autoComplete: string; type?: string }[] = [
  { name: 'companyName', label: 'Company', autoComplete: 'organization' },
  { name: 'email', label: 'E-mail for invoices', autoComplete: 'email', type: 'email' },
  { name: 'addressLine1', label: 'Address', autoComplete: 'address-line1' },
  { name: 'addressLine2', label: 'Address, second line', autoComplete: 'address-line2' },
  { name: 'city', label: 'City', autoComplete: 'address-level2' },
  { name: 'postalCode', label: 'Postal code', autoComplete: 'postal-code' },
  { name: 'country', label: 'Country', autoComplete: 'country-name' },
  { name: 'taxId', label: 'Tax number', autoComplete: 'off' },
];

/** BillingForm edits the invoice address. */
export function BillingForm({ billing }: { billing: BillingInformation | null }) {
  const { saveBilling } = useBillingMutations();
  const form = useForm<Form, unknown, BillingInput>({
    resolver: zodResolver(billingInputSchema),
    mode: 'onTouched',
    defaultValues: Object.fromEntries(fields.map(({ name }) => [name, billing?.[name] ?? ''])) as Form,
  });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    try {
      await saveBilling.mutateAsync(values);
      toast('success', 'The billing information is saved.');
    } catch (error) {
      form.setError('companyName', { message: messageOf(error) }, { shouldFocus: true });
    }
  });
  return (
    <Panel title="Billing information" note={billing?.isConfirmed ? 'Confirmed' : undefined} padded>
      <form className={`form ${classes.column}`} noValidate onSubmit={(event) => void submit(event)}>
        <div className={classes.pair}>
          {fields.map(({ name, label, autoComplete, type }) => (
            <TextInput
              key={name}
              {...form.register(name)}
              label={label}
              type={type ?? 'text'}
              autoComplete={autoComplete}
              error={errors[name]?.message}
            />
          ))}
        </div>
        <Group justify="flex-end">
          <Button type="submit" variant="default" loading={isSubmitting}>
            Save billing information
          </Button>
        </Group>
      </form>
    </Panel>
  );
}
