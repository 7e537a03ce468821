import { Alert, Button, CopyButton, Skeleton, Switch, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf, toastError } from '../../../shared/toasts.ts';
import { Problem } from '../../../ui/page.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { RelativeTime } from '../../../ui/status/relative-time.tsx';
import { aiTokenQuery, useProfileMutations } from '../api/profile.queries.ts';
import classes from './account.module.css';

const word = 'Generate';

/** AiTokenPanel generates the user's AI token, shows its key once, and switches it on and off. */
export function AiTokenPanel() {
  const token = useQuery(aiTokenQuery);
  const { generateToken, switchToken } = useProfileMutations();
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string>();
  const generate = () => {
    if (typed !== word) return setProblem("Please Type 'Generate' to generate new key value");
    generateToken.mutate(undefined, {
      onSuccess: () => setTyped(''),
      onError: (error) => setProblem(messageOf(error)),
    });
  };
  const { apiToken, keyEnding, enabled, createdAt } = token.data ?? {};
  return (
    <Panel title="AI token" padded>
      {token.isError ? <Problem error={token.error} onRetry={() => void token.refetch()} /> : null}
      {token.isPending ? <Skeleton height={28} /> : null}
      <div className={classes.column}>
        {apiToken ? (
          <div className={classes.person}>
            <span>
              Key ending in <span className="mono">{keyEnding}</span>, generated <RelativeTime at={createdAt} />
            </span>
            <Switch
              label="Enabled"
              aria-label="AI token enabled"
              checked={enabled ?? false}
              disabled={switchToken.isPending}
              onChange={(event) =>
                switchToken.mutate({ apiToken, enabled: event.currentTarget.checked }, { onError: toastError })
              }
            />
          </div>
        ) : null}
        {token.data && !apiToken ? (
          <p className="dim">A token lets your programs use AI features in your name. You have none yet.</p>
        ) : null}
        {generateToken.data ? <NewKey value={generateToken.data.key} /> : null}
        <form
          className={`form ${classes.column}`}
          onSubmit={(event) => {
            event.preventDefault();
            generate();
          }}
        >
          <TextInput
            label={apiToken ? 'Type Generate for a new key; the current key stops working' : 'Type Generate for a key'}
            placeholder={word}
            autoComplete="off"
            value={typed}
            error={problem}
            onChange={(event) => {
              setTyped(event.currentTarget.value);
              setProblem(undefined);
            }}
          />
          <div>
            <Button type="submit" variant="default" loading={generateToken.isPending}>
              Generate key
            </Button>
          </div>
        </form>
      </div>
    </Panel>
  );
}

function NewKey({ value }: { value: string }) {
  return (
    <Alert role="status" title="Copy the key now. It is shown only once.">
      <div className={classes.column}>
        <code className={`mono ${classes.key}`}>{value}</code>
        <div>
          <CopyButton value={value}>
            {({ copied, copy }) => (
              <Button variant="default" onClick={copy}>
                {copied ? 'Copied' : 'Copy key'}
              </Button>
            )}
          </CopyButton>
        </div>
      </div>
    </Alert>
  );
}
