import { Checkbox, Select } from '@mantine/core';
import type { ScriptAuthentication, ScriptInput } from '@touchstone/contracts/api-testing';
import type { AuthenticationField } from '../../../model/authentication-field.ts';
import {
  type AuthenticationType,
  authenticationFields,
  authenticationLabels,
  authenticationValue,
  withAuthenticationType,
  withAuthenticationValue,
} from '../../../model/editor/authentication-form.ts';
import { type Problems, problemsAt } from '../../../model/editor/script-draft.ts';
import classes from '../editor.module.css';
import { VariableInput } from '../variable-input.tsx';

interface Props {
  draft: ScriptInput;
  onChange: (draft: ScriptInput) => void;
  problems: Problems;
}

/** AuthSection selects how the request authenticates. */
export function AuthSection({ draft, onChange, problems }: Props) {
  const auth = draft.authentication;
  const set = (authentication: ScriptAuthentication) => onChange({ ...draft, authentication });
  const errors = problemsAt(problems, 'authentication');
  return (
    <div className={classes.fields}>
      <Select
        label="Type"
        allowDeselect={false}
        data={Object.entries(authenticationLabels).map(([value, label]) => ({ value, label }))}
        value={auth.type}
        onChange={(value) => set(withAuthenticationType(auth, (value ?? 'none') as AuthenticationType))}
      />
      {auth.type === 'none' ? <p className="dim">The request is sent without credentials.</p> : null}
      {authenticationFields(auth).map((field) => (
        <Field
          key={field.key}
          field={field}
          value={authenticationValue(auth, field.key)}
          error={errors[field.key]}
          onChange={(value) => set(withAuthenticationValue(auth, field, value))}
        />
      ))}
      {auth.type === 'oauth2Grant' ? (
        <p className="dim">
          The token is fetched before the first request that needs it and renewed before it expires.
        </p>
      ) : null}
      {auth.type === 'ntlm' ? (
        <p className="dim">
          NTLM version 2 over a connection of its own: each request signs in anew, so it takes one more round trip.
        </p>
      ) : null}
      {auth.type === 'none' ? null : (
        <p className="dim">
          Write <code className="mono">{'{{name}}'}</code> to use a secret variable instead of the value itself.
        </p>
      )}
    </div>
  );
}

interface FieldProps {
  field: AuthenticationField;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

function Field({ field, value, error, onChange }: FieldProps) {
  if (field.flag)
    return (
      <Checkbox
        label={field.label}
        description={field.description}
        checked={value === 'true'}
        onChange={(event) => onChange(event.currentTarget.checked ? 'true' : '')}
      />
    );
  if (field.options)
    return (
      <Select
        label={field.label}
        allowDeselect={false}
        data={field.options}
        value={value}
        onChange={(next) => next && onChange(next)}
      />
    );
  return (
    <VariableInput
      kind={field.secret ? 'secret' : field.multiline ? 'text' : 'line'}
      label={field.optional ? `${field.label} (optional)` : field.label}
      description={field.description}
      placeholder={field.placeholder}
      value={value}
      error={error}
      onChange={onChange}
    />
  );
}
