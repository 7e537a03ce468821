import { Button, Group, Modal, Select, TextInput } from '@mantine/core';
import type { Organization } from '@touchstone/contracts/user-management';
import { type FormEvent, useState } from 'react';
import { messageOf, toast } from '../../../shared/toasts.ts';
import { withFewerSeatsConfirmed } from '../../../ui/dialog/confirm-fewer-seats.ts';
import { useOrganizationMutations } from '../api/organizations.mutations.ts';
import { endOfDay, type GivenPlan, planChoices } from '../model/plan-text.ts';
import classes from './organizations.module.css';

interface Props {
  organization: Organization;
  /** `upgrade` sets a plan with or without an end; `extend` moves the end of plan and licences. */
  kind: 'upgrade' | 'extend';
  onClose: () => void;
}

/** PlanDialog gives an organization a plan, or more time. */
export function PlanDialog({ organization, kind, onClose }: Props) {
  const { organizationId, organizationName, login, subscribedPlan, planExpiryDate } = organization;
  const { upgrade, extend } = useOrganizationMutations();
  const [planType, setPlanType] = useState<GivenPlan>(subscribedPlan === 'EXPIRED' ? 'FREE' : subscribedPlan);
  const [day, setDay] = useState(planExpiryDate?.slice(0, 10) ?? '');
  const [problem, setProblem] = useState<string>();
  const isExtension = kind === 'extend';
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isExtension && !day) {
      setProblem('This field is required');
      return;
    }
    try {
      const done = () => {
        toast('success', `The plan of ${organizationName} is changed.`);
        onClose();
      };
      if (isExtension) {
        await extend.mutateAsync({ organizationId, date: endOfDay(day) });
        return done();
      }
      const query = { login: login ?? '', planType, ...(day && { planExpiryDate: endOfDay(day) }) };
      await withFewerSeatsConfirmed((confirmed) => upgrade.mutateAsync({ ...query, ...confirmed }), done);
    } catch (error) {
      setProblem(messageOf(error));
    }
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={isExtension ? `Extend ${organizationName}` : `Change the plan of ${organizationName}`}
    >
      <form className={`form ${classes.column}`} noValidate onSubmit={(event) => void submit(event)}>
        {isExtension ? (
          <p className="dim">The plan and licences end on this day.</p>
        ) : (
          <Select
            label="Plan"
            allowDeselect={false}
            data={planChoices}
            value={planType}
            onChange={(value) => value && setPlanType(value)}
          />
        )}
        <TextInput
          type="date"
          label={isExtension ? 'Last day' : 'Last day (optional)'}
          value={day}
          onChange={({ currentTarget: { value } }) => {
            setDay(value);
            setProblem(undefined);
          }}
          error={problem}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={upgrade.isPending || extend.isPending}>
            {isExtension ? 'Extend period' : 'Change plan'}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
