import { Button, Group, Modal, TextInput } from '@mantine/core';
import type { Limit } from '@touchstone/contracts/subscription';
import { type FormEvent, useState } from 'react';
import { messageOf, toast } from '../../../shared/toasts.ts';
import { useLimitMutations } from '../api/organizations.mutations.ts';
import { type GivenPlan, planChoices, readLimit } from '../model/plan-text.ts';
import classes from './organizations.module.css';

const notInteger = 'Only Integer allowed';
const typedOf = (value: number | null | undefined) => (value === null || value === undefined ? '' : String(value));

/** LimitDialog adds a limit, or changes the values of the plans. */
export function LimitDialog({ limit, onClose }: { limit?: Limit | undefined; onClose: () => void }) {
  const { add } = useLimitMutations();
  const [limitName, setLimitName] = useState(limit?.limitName ?? '');
  const [description, setDescription] = useState(limit?.description ?? '');
  const [typed, setTyped] = useState<Record<string, string>>(
    Object.fromEntries(planChoices.map(({ value }) => [value, typedOf(limit?.byPlan[value])])),
  );
  const [problem, setProblem] = useState<string>();
  const values = planChoices.map(({ value }) => [value, readLimit(typed[value] ?? '')] as const);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (values.some(([, value]) => value === undefined)) return;
    try {
      const byPlan = Object.fromEntries(values) as Partial<Record<GivenPlan, number | null>>;
      await add.mutateAsync({ limitName, byPlan, ...(description && { description }) });
      toast('success', `${limitName} is saved.`);
      onClose();
    } catch (error) {
      setProblem(messageOf(error));
    }
  };
  return (
    <Modal opened onClose={onClose} title={limit ? `Limit ${limit.limitName}` : 'Add limit'}>
      <form className={`form ${classes.column}`} noValidate onSubmit={(event) => void submit(event)}>
        {limit ? null : (
          <TextInput
            label="Name"
            description="In capitals, such as EXECUTIONS_PER_DAY"
            value={limitName}
            onChange={({ currentTarget: { value } }) => setLimitName(value)}
            data-autofocus
          />
        )}
        <TextInput
          label="Description"
          value={description}
          maxLength={255}
          onChange={({ currentTarget: { value } }) => setDescription(value)}
        />
        <div className={classes.pair}>
          {planChoices.map(({ value, label }) => (
            <TextInput
              key={value}
              label={label}
              placeholder="No limit"
              inputMode="numeric"
              value={typed[value]}
              error={readLimit(typed[value] ?? '') === undefined ? notInteger : undefined}
              onChange={({ currentTarget }) => setTyped({ ...typed, [value]: currentTarget.value })}
            />
          ))}
        </div>
        {problem ? (
          <p role="alert" style={{ color: 'var(--fail)' }}>
            {problem}
          </p>
        ) : null}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={add.isPending}>
            {limit ? 'Save limit' : 'Add limit'}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}

interface OverrideProps {
  limit: Limit;
  organization: { organizationId: string; organizationName: string };
  onClose: () => void;
}

/** OverrideDialog sets a limit for one organization, or restores the limit of its plan. */
export function OverrideDialog({ limit, organization, onClose }: OverrideProps) {
  const { override } = useLimitMutations();
  const [typed, setTyped] = useState(typedOf(limit.value));
  const [problem, setProblem] = useState<string>();
  const value = readLimit(typed);
  const { limitName } = limit;
  const save = async (next: { value?: number | null }) => {
    try {
      await override.mutateAsync({ limitName, organizationId: organization.organizationId, ...next });
      toast('success', `${limitName} of ${organization.organizationName} is changed.`);
      onClose();
    } catch (error) {
      setProblem(messageOf(error));
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (value !== undefined) void save({ value });
  };
  return (
    <Modal opened onClose={onClose} title={`${limitName} of ${organization.organizationName}`}>
      <form className={`form ${classes.column}`} noValidate onSubmit={submit}>
        <TextInput
          label="Value"
          placeholder="No limit"
          inputMode="numeric"
          value={typed}
          error={value === undefined ? notInteger : problem}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value);
            setProblem(undefined);
          }}
          data-autofocus
        />
        <Group justify="flex-end" gap="sm">
          {limit.isOverridden ? (
            <Button variant="subtle" color="gray" disabled={override.isPending} onClick={() => void save({})}>
              As in the plan
            </Button>
          ) : null}
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={override.isPending}>
            Set limit
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
