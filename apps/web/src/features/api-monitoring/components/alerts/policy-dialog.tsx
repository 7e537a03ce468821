import { ActionIcon, Button, Checkbox, Modal, MultiSelect, TagsInput, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ApiError } from '@touchstone/contracts';
import { type AlertPolicy, type NewPolicy, newPolicySchema } from '@touchstone/contracts/api-monitoring';
import { Plus, X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { messageOf } from '../../../../shared/toasts.ts';
import { channelsQuery, usePolicyMutations } from '../../api/alerts.ts';
import { collectionsQuery } from '../../api/monitors.queries.ts';
import classes from '../editor/editor.module.css';
import { NumberField, OptionalNumberField } from '../editor/number-field.tsx';
import { MonitorsField } from '../monitors/monitors-field.tsx';
import { QuietFields } from './quiet-fields.tsx';

type Draft = Omit<NewPolicy, 'projectId'> & Required<Pick<NewPolicy, 'steps' | 'quietHours'>>;
type Problems = Readonly<Record<string, string>>;

const newDraft: Draft = {
  name: '',
  isEnabled: true,
  tellsDegraded: true,
  steps: [{ afterMinutes: 0, channelIds: [] }],
  groupSeconds: 0,
  reminderMinutes: null,
  tellsAcknowledged: true,
  tellsRecovery: true,
  tellsBurnRate: true,
  quietHours: [],
  collectionIds: [],
  monitorIds: [],
  tags: [],
};

function draftOf(policy: AlertPolicy): Draft {
  const { policyId: _i, projectId: _p, createdByName: _b, createdAt: _c, updatedAt: _u, ...draft } = policy;
  return draft;
}

function problemsOf(projectId: string, draft: Draft): Problems {
  const problems: Record<string, string> = {};
  for (const { path, message, code } of newPolicySchema.safeParse({ projectId, ...draft }).error?.issues ?? [])
    problems[path.join('.')] ??= code === 'invalid_type' ? 'Enter a number.' : message;
  return problems;
}

interface Props {
  projectId: string;
  /** The policy to edit; absent to create one. */
  policy?: AlertPolicy | undefined;
  onClose: () => void;
}

/** PolicyDialog creates or edits an alert policy: who is notified, in which steps, and when messages are held. */
export function PolicyDialog({ projectId, policy, onClose }: Props) {
  const { create, update } = usePolicyMutations(projectId);
  const [draft, setDraft] = useState<Draft>(() => (policy ? draftOf(policy) : newDraft));
  const [isAsked, setAsked] = useState(false);
  const [refused, setRefused] = useState<{ problems: Problems; message?: string }>({ problems: {} });
  const own = problemsOf(projectId, draft);
  const problems = { ...refused.problems, ...(isAsked ? own : {}) };
  const change = (patch: Partial<Draft>) => {
    setRefused({ problems: {} });
    setDraft((before) => ({ ...before, ...patch }));
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (Object.keys(own).length > 0) return;
    try {
      // The schema's defaults fill in what the form leaves out.
      if (policy)
        await update.mutateAsync({ id: policy.policyId, ...newPolicySchema.omit({ projectId: true }).parse(draft) });
      else await create.mutateAsync(draft);
      onClose();
    } catch (error) {
      const details = error instanceof ApiError ? error.details : [];
      const found = Object.fromEntries(details.map(({ path, message }) => [path, message]));
      setRefused(details.length > 0 ? { problems: found } : { problems: {}, message: messageOf(error) });
    }
  };
  const part = { draft, problems, onChange: change, projectId };
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnClickOutside={false}
      title={policy ? `Edit ${policy.name}` : 'Create policy'}
      size={680}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form className={`form ${classes.form}`} noValidate onSubmit={(event) => void submit(event)}>
        <TextInput
          label="Name"
          data-autofocus
          maxLength={100}
          value={draft.name}
          error={problems.name}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <StepFields {...part} />
        <MessageFields {...part} />
        <QuietFields value={draft.quietHours} problems={problems} onChange={(quietHours) => change({ quietHours })} />
        <ScopeFields {...part} />
        <div className={classes.foot}>
          {refused.message ? (
            <p className={classes.problem} role="alert">
              {refused.message}
            </p>
          ) : null}
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={create.isPending || update.isPending}>
            {policy ? 'Save policy' : 'Create policy'}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

interface Part {
  draft: Draft;
  problems: Problems;
  projectId: string;
  onChange: (patch: Partial<Draft>) => void;
}

function StepFields({ draft: { steps }, problems, projectId, onChange }: Part) {
  const channels = useQuery(channelsQuery(projectId)).data ?? [];
  const set = (index: number, patch: object) =>
    onChange({ steps: steps.map((step, at) => (at === index ? { ...step, ...patch } : step)) });
  return (
    <fieldset className={classes.part}>
      <legend className="eyebrow">Escalation</legend>
      {steps.map((step, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: steps are told apart by their order alone
        <div key={index} className={classes.line}>
          <NumberField
            label={`Step ${index + 1} after`}
            suffix=" min"
            min={0}
            max={10_080}
            value={step.afterMinutes}
            error={problems[`steps.${index}.afterMinutes`] ?? (index === steps.length - 1 ? problems.steps : undefined)}
            onChange={(afterMinutes) => set(index, { afterMinutes })}
          />
          <div className={classes.copy}>
            <MultiSelect
              className="grow"
              label={`Channels of step ${index + 1}`}
              placeholder={channels.length === 0 ? 'Create a channel first' : undefined}
              searchable
              data={channels.map(({ channelId, name }) => ({ value: channelId, label: name }))}
              value={step.channelIds}
              error={problems[`steps.${index}.channelIds`]}
              onChange={(channelIds) => set(index, { channelIds })}
            />
            {steps.length > 1 ? (
              <ActionIcon
                mt={20}
                aria-label={`Remove step ${index + 1}`}
                onClick={() => onChange({ steps: steps.filter((_, at) => at !== index) })}
              >
                <X size={14} />
              </ActionIcon>
            ) : null}
          </div>
        </div>
      ))}
      {steps.length < 10 ? (
        <div className={classes.wide}>
          <Button
            variant="default"
            leftSection={<Plus size={14} />}
            onClick={() =>
              onChange({ steps: [...steps, { afterMinutes: (steps.at(-1)?.afterMinutes ?? 0) + 15, channelIds: [] }] })
            }
          >
            Add step
          </Button>
        </div>
      ) : null}
    </fieldset>
  );
}

function MessageFields({ draft, problems, onChange }: Part) {
  const boxes = [
    ['tellsDegraded', 'Alert when degraded'],
    ['tellsAcknowledged', 'Tell when acknowledged'],
    ['tellsRecovery', 'Tell when it is over'],
    ['tellsBurnRate', 'Alert when an error budget burns too fast'],
    ['isEnabled', 'Policy is enabled'],
  ] as const;
  return (
    <fieldset className={classes.part}>
      <legend className="eyebrow">Messages</legend>
      <OptionalNumberField
        label="Remind every (optional)"
        suffix=" min"
        min={1}
        max={10_080}
        value={draft.reminderMinutes ?? null}
        error={problems.reminderMinutes}
        onChange={(reminderMinutes) => onChange({ reminderMinutes })}
      />
      <NumberField
        label="Group incidents within"
        description="0 sends each by itself."
        suffix=" s"
        min={0}
        max={3600}
        value={draft.groupSeconds ?? 0}
        error={problems.groupSeconds}
        onChange={(groupSeconds) => onChange({ groupSeconds })}
      />
      {boxes.map(([key, label]) => (
        <Checkbox
          key={key}
          label={label}
          checked={draft[key] ?? true}
          onChange={(event) => onChange({ [key]: event.currentTarget.checked })}
        />
      ))}
    </fieldset>
  );
}

function ScopeFields({ draft, problems, projectId, onChange }: Part) {
  const collections = useQuery(collectionsQuery(projectId)).data ?? [];
  return (
    <fieldset className={classes.part}>
      <legend className="eyebrow">Monitored APIs</legend>
      <MultiSelect
        label="Collections"
        placeholder={hasScope(draft) ? undefined : 'Whole project'}
        searchable
        data={collections.map((each) => ({ value: each.collectionId, label: each.name }))}
        value={draft.collectionIds ?? []}
        error={problems.collectionIds}
        onChange={(collectionIds) => onChange({ collectionIds })}
      />
      <MonitorsField
        projectId={projectId}
        value={draft.monitorIds ?? []}
        error={problems.monitorIds}
        onChange={(monitorIds) => onChange({ monitorIds })}
      />
      <TagsInput label="Tags" value={draft.tags ?? []} error={problems.tags} onChange={(tags) => onChange({ tags })} />
    </fieldset>
  );
}

const hasScope = ({ collectionIds = [], monitorIds = [], tags = [] }: Draft): boolean =>
  collectionIds.length + monitorIds.length + tags.length > 0;
