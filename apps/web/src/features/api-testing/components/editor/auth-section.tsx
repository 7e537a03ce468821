import { PasswordInput, Select, TextInput } from '@mantine/core';
import type { ScriptAuthentication, ScriptInput } from '@touchstone/contracts';
import { type Problems, problemsAt } from '../../model/script-draft.ts';
import classes from './editor.module.css';

interface Props {
  draft: ScriptInput;
  onChange: (draft: ScriptInput) => void;
  problems: Problems;
}

const empty: Record<ScriptAuthentication['type'], ScriptAuthentication> = {
  none: { type: 'none' },
  basic: { type: 'basic', username: '', password: '' },
  bearer: { type: 'bearer', token: '' },
  oauth2: { type: 'oauth2', token: '', tokenType: 'Bearer' },
  apiKey: { type: 'apiKey', key: '', value: '', in: 'header' },
};
const labels = { none: 'None', basic: 'Basic Auth', bearer: 'Bearer token', oauth2: 'OAuth 2.0', apiKey: 'API key' };

/** AuthSection chooses how the request authenticates itself. */
export function AuthSection({ draft, onChange, problems }: Props) {
  const auth = draft.authentication;
  const set = (authentication: ScriptAuthentication) => onChange({ ...draft, authentication });
  const errors = problemsAt(problems, 'authentication');
  const toggle = { 'aria-label': 'Show or hide' };
  return (
    <div className={classes.fields}>
      <Select
        label="Type"
        allowDeselect={false}
        data={Object.entries(labels).map(([value, label]) => ({ value, label }))}
        value={auth.type}
        onChange={(value) => set(empty[(value ?? 'none') as ScriptAuthentication['type']])}
      />
      {auth.type === 'none' ? <p className="dim">The request is sent without credentials.</p> : null}
      {auth.type === 'basic' ? (
        <>
          <TextInput
            label="Username"
            autoComplete="off"
            value={auth.username}
            error={errors.username}
            onChange={(event) => set({ ...auth, username: event.currentTarget.value })}
          />
          <PasswordInput
            label="Password"
            autoComplete="new-password"
            value={auth.password}
            error={errors.password}
            visibilityToggleButtonProps={toggle}
            onChange={(event) => set({ ...auth, password: event.currentTarget.value })}
          />
        </>
      ) : null}
      {auth.type === 'bearer' || auth.type === 'oauth2' ? (
        <PasswordInput
          label={auth.type === 'oauth2' ? 'Auth token' : 'Token'}
          autoComplete="new-password"
          value={auth.token}
          error={errors.token}
          visibilityToggleButtonProps={toggle}
          onChange={(event) => set({ ...auth, token: event.currentTarget.value })}
        />
      ) : null}
      {auth.type === 'oauth2' ? (
        <TextInput
          label="Token type"
          value={auth.tokenType}
          error={errors.tokenType}
          onChange={(event) => set({ ...auth, tokenType: event.currentTarget.value })}
        />
      ) : null}
      {auth.type === 'apiKey' ? (
        <>
          <TextInput
            label="Key"
            value={auth.key}
            error={errors.key}
            onChange={(event) => set({ ...auth, key: event.currentTarget.value })}
          />
          <PasswordInput
            label="Value"
            autoComplete="new-password"
            value={auth.value}
            error={errors.value}
            visibilityToggleButtonProps={toggle}
            onChange={(event) => set({ ...auth, value: event.currentTarget.value })}
          />
          <Select
            label="Send in"
            allowDeselect={false}
            data={[
              { value: 'header', label: 'Header' },
              { value: 'query', label: 'Query' },
            ]}
            value={auth.in}
            onChange={(value) => set({ ...auth, in: value === 'query' ? 'query' : 'header' })}
          />
        </>
      ) : null}
      {auth.type === 'none' ? null : (
        <p className="dim">
          Write <code className="mono">{'{{name}}'}</code> to use a secret variable instead of the value itself.
        </p>
      )}
    </div>
  );
}
