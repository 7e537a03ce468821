import { Button, TextInput } from '@mantine/core';
import { type TargetingAttribute, targetingAttributes } from '@touchstone/contracts/feature-flags';
import { type FormEvent, useState } from 'react';
import { messageOf } from '../../../shared/toasts.ts';
import { useFlagMutations } from '../api/flags.queries.ts';
import { contentOf, type FlagDraft } from '../model/flag-draft.ts';
import { attributeNames, decisionText, valueText } from '../model/flag-text.ts';
import classes from './flags.module.css';

interface Props {
  flagKey: string;
  draft: FlagDraft;
  /** Runs the work if the draft is complete; otherwise shows what is missing. */
  whenComplete: (work: () => void) => void;
}

/** FlagPreview shows the value that a draft gives to a user, or to the context in the fields. */
export function FlagPreview({ flagKey, draft, whenComplete }: Props) {
  const { preview } = useFlagMutations();
  const [login, setLogin] = useState('');
  const [typed, setTyped] = useState<Partial<Record<TargetingAttribute, string>>>({});
  const content = contentOf(draft);
  // A result belongs to what was evaluated, not to later changes.
  const asked = JSON.stringify({ content, login, typed });
  const [answeredFor, setAnsweredFor] = useState('');
  const answer = answeredFor === asked ? preview.data : undefined;
  const ask = () => {
    const given = Object.entries(typed).flatMap(([name, value]) => (value.trim() ? [[name, value.trim()]] : []));
    const context = Object.fromEntries(given) as typeof typed;
    preview.mutate({ key: flagKey, ...content, ...(login.trim() && { login: login.trim() }), context });
    setAnsweredFor(asked);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    whenComplete(ask);
  };
  return (
    <form className={`form ${classes.part}`} noValidate onSubmit={submit} aria-label="Preview">
      <h3>Preview</h3>
      <p className="dim">Enter a user, or describe one. Empty fields use the values of the user.</p>
      <div className={classes.fields}>
        <TextInput
          label="User (e-mail)"
          type="email"
          autoComplete="off"
          value={login}
          onChange={(event) => setLogin(event.currentTarget.value)}
        />
        {targetingAttributes.map((attribute) => (
          <TextInput
            key={attribute}
            label={attributeNames[attribute]}
            autoComplete="off"
            maxLength={320}
            placeholder={answer?.context[attribute]}
            value={typed[attribute] ?? ''}
            onChange={(event) => setTyped({ ...typed, [attribute]: event.currentTarget.value })}
          />
        ))}
      </div>
      <div className={classes.result}>
        <Button type="submit" variant="default" loading={preview.isPending}>
          Show the value
        </Button>
        <span role="status">
          {answer ? (
            <>
              <strong>{valueText(answer.value)}</strong>: {decisionText(answer)}
            </>
          ) : null}
        </span>
        {answeredFor === asked && preview.error ? (
          <span role="alert" style={{ color: 'var(--fail)' }}>
            {messageOf(preview.error)}
          </span>
        ) : null}
      </div>
    </form>
  );
}
