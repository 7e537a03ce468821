import { Autocomplete, Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { messageOf } from '../../../../shared/toasts.ts';
import { CodeField } from '../../../../ui/code-editor/code-field.tsx';
import { KeyValueGrid } from '../../../../ui/table/key-value-grid.tsx';
import type { KeyValueRow } from '../../../../ui/table/key-value-text.ts';
import { useTryMock } from '../../api/assets.ts';
import { ExchangeView } from '../exchange/exchange-view.tsx';
import classes from './editor.module.css';

interface Props {
  projectId: string;
  /** Initial values of the form. */
  method: string;
  path: string;
  /** Whether the editor has changes that the mock doesn't know yet. */
  isUnsaved: boolean;
}

/** TryPanel asks the mock how it would respond, and shows why. */
export function TryPanel({ projectId, isUnsaved, ...initial }: Props) {
  const [typedMethod, setMethod] = useState<string>();
  const [typedPath, setPath] = useState<string>();
  const [headers, setHeaders] = useState<KeyValueRow[]>([]);
  const [body, setBody] = useState('');
  const attempt = useTryMock(projectId);
  const method = typedMethod ?? initial.method;
  const path = typedPath ?? initial.path;
  const hasBody = !['GET', 'HEAD'].includes(method);
  const send = (event: FormEvent) => {
    event.preventDefault();
    attempt.mutate({
      method,
      path: path.startsWith('/') ? path : `/${path}`,
      headers: headers
        .filter(({ key, enabled }) => enabled && key !== '')
        .map(({ key, value }) => ({ name: key, value })),
      body: hasBody ? body : '',
    });
  };
  return (
    <section className={classes.try} aria-label="Try it" data-tour="try">
      <h2 className="eyebrow">Try it</h2>
      <form className={`form ${classes.part}`} onSubmit={send} noValidate>
        <div className={classes.tryLine}>
          <Autocomplete
            label="Method"
            data={['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']}
            value={method}
            onChange={(value) => setMethod(value.toUpperCase())}
          />
          <TextInput
            label="Path and query"
            classNames={{ input: 'mono' }}
            spellCheck={false}
            autoComplete="off"
            value={path}
            onChange={(event) => setPath(event.currentTarget.value)}
          />
          <Button type="submit" variant="default" loading={attempt.isPending}>
            Send
          </Button>
        </div>
        <KeyValueGrid<KeyValueRow>
          noun="request header"
          heading="Headers"
          rows={headers}
          make={(row) => row}
          withDescription={false}
          onChange={setHeaders}
        />
        {hasBody ? <CodeField label="Body" language="json" value={body} onChange={setBody} /> : null}
      </form>
      {isUnsaved ? <p className={classes.help}>Answers come from saved assets. Save to try your changes.</p> : null}
      {attempt.error ? (
        <p className={classes.problem} role="alert">
          {messageOf(attempt.error)}
        </p>
      ) : null}
      {attempt.data ? (
        <ExchangeView exchange={attempt.data} withRequest={false} />
      ) : (
        <p className={classes.help}>Shows the response and which asset gives it. State and journal don't change.</p>
      )}
    </section>
  );
}
