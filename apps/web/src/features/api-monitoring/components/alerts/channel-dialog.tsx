import { Button, Modal, PasswordInput, Select, TagsInput, TextInput } from '@mantine/core';
import { ApiError } from '@touchstone/contracts';
import { type AlertChannel, type ChannelKind, channelSettingsSchema } from '@touchstone/contracts/api-monitoring';
import { type FormEvent, useState } from 'react';
import { messageOf } from '../../../../shared/toasts.ts';
import { useChannelMutations } from '../../api/alerts.ts';
import {
  type ChannelField,
  type ChannelValues,
  channelChoices,
  channelForms,
  emptyValues,
  missingSecrets,
  settingsOf,
} from '../../model/alerts/channel-form.ts';
import classes from '../editor/editor.module.css';

interface Props {
  projectId: string;
  /** The channel to edit; absent to create one. */
  channel?: AlertChannel | undefined;
  onClose: () => void;
}

type Problems = Readonly<Record<string, string>>;

function valuesOf({ settings }: AlertChannel): ChannelValues {
  const { kind: _kind, ...values } = settings;
  return values as ChannelValues;
}

function problemsOf(kind: ChannelKind, name: string, values: ChannelValues, sealed: readonly string[]): Problems {
  const issues = channelSettingsSchema.safeParse(settingsOf(kind, values)).error?.issues ?? [];
  const found: Record<string, string> = {};
  for (const { path, message, code } of issues)
    found[String(path[0])] ??= code === 'invalid_type' ? 'Please fill in this field.' : message;
  return {
    ...found,
    ...missingSecrets(kind, values, sealed),
    ...(name.trim() === '' && { name: 'Please enter a name.' }),
  };
}

/** Field errors of a refused save, and its general message. */
function readRefusal(error: unknown): { problems: Problems; message?: string } {
  const details = error instanceof ApiError ? error.details : [];
  if (details.length === 0) return { problems: {}, message: messageOf(error) };
  return {
    problems: Object.fromEntries(
      details.map(({ path, message }) => [path.replace(/^settings\.(\w+).*/, '$1'), message]),
    ),
  };
}

/** ChannelDialog creates or edits an alert channel. Sealed values stay if nothing is entered. */
export function ChannelDialog({ projectId, channel, onClose }: Props) {
  const { create, update } = useChannelMutations(projectId);
  const [kind, setKind] = useState<ChannelKind>(channel?.kind ?? 'email');
  const [name, setName] = useState(channel?.name ?? '');
  const [values, setValues] = useState<ChannelValues>(() => (channel ? valuesOf(channel) : emptyValues('email')));
  const [isAsked, setAsked] = useState(false);
  const [refused, setRefused] = useState<{ problems: Problems; message?: string }>({ problems: {} });
  const [signingSecret, setSigningSecret] = useState<string | null>(null);
  const sealed = channel?.secrets ?? [];
  const own = problemsOf(kind, name, values, sealed);
  const problems = { ...refused.problems, ...(isAsked ? own : {}) };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (Object.keys(own).length > 0) return;
    const settings = settingsOf(kind, values);
    try {
      if (channel) await update.mutateAsync({ id: channel.channelId, name, settings });
      else {
        const created = await create.mutateAsync({ name, settings });
        if (created.signingSecret) return setSigningSecret(created.signingSecret);
      }
      onClose();
    } catch (error) {
      setRefused(readRefusal(error));
    }
  };
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnClickOutside={false}
      title={channel ? `Edit ${channel.name}` : 'Create channel'}
      size={560}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {signingSecret ? (
        <div className={`form ${classes.form}`}>
          <p>
            Check the signature of each message with this secret. <strong>Copy it now: it is shown only once.</strong>
          </p>
          <pre className={`${classes.code} mono`}>{signingSecret}</pre>
          <div className={classes.foot}>
            <Button onClick={onClose}>Done</Button>
          </div>
        </div>
      ) : (
        <form className={`form ${classes.form}`} noValidate onSubmit={(event) => void submit(event)}>
          <Select
            label="Kind"
            allowDeselect={false}
            disabled={channel !== undefined}
            data={channelChoices}
            value={kind}
            onChange={(value) => {
              if (!value) return;
              setKind(value as ChannelKind);
              setValues(emptyValues(value as ChannelKind));
              setAsked(false);
            }}
          />
          <TextInput
            label="Name"
            data-autofocus
            maxLength={100}
            value={name}
            error={problems.name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          {channelForms[kind].fields.map((field) => (
            <Field
              key={`${kind}.${field.key}`}
              field={field}
              value={values[field.key] ?? (field.isList ? [] : '')}
              isSealed={sealed.includes(field.key)}
              error={problems[field.key]}
              onChange={(value) => {
                setRefused({ problems: {} });
                setValues((before) => ({ ...before, [field.key]: value }));
              }}
            />
          ))}
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
              {channel ? 'Save channel' : 'Create channel'}
            </Button>
          </div>
        </form>
      )}
    </Modal>
  );
}

interface FieldProps {
  field: ChannelField;
  value: string | string[];
  isSealed: boolean;
  error: string | undefined;
  onChange: (value: string | string[]) => void;
}

function Field({
  field: { label, description, placeholder, isSecret, isOptional, isList },
  value,
  isSealed,
  error,
  onChange,
}: FieldProps) {
  const look = {
    label: isOptional ? `${label} (optional)` : label,
    description: isSealed ? 'Saved. Enter a new value to replace it.' : description,
    inputWrapperOrder: ['label', 'input', 'description', 'error'] as ('label' | 'input' | 'description' | 'error')[],
    error,
  };
  if (isList) return <TagsInput {...look} value={value as string[]} onChange={onChange} />;
  const text = {
    value: value as string,
    spellCheck: false,
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  };
  return isSecret ? (
    <PasswordInput {...look} {...text} autoComplete="new-password" />
  ) : (
    <TextInput {...look} {...text} autoComplete="off" placeholder={placeholder} />
  );
}
