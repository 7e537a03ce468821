import { Button, Group, NativeSelect, SegmentedControl, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { FileDrop } from '../../../../ui/select/file-drop.tsx';
import type { ImportOrigin, UrlKind } from '../../api/exchange/imports.mutations.ts';
import { addressProblem } from '../../model/import/import-choice.ts';
import classes from './import.module.css';
import { ImportFailure } from './import-failure.tsx';

type Place = 'file' | 'url' | 'curl';

interface Props {
  error: Error | null;
  onRead: (origin: ImportOrigin) => void;
  onReset: () => void;
  onClose: () => void;
}

/** ImportSourceForm asks for the document: a file, an address or pasted curl commands. */
export function ImportSourceForm({ error, onRead, onReset, onClose }: Props) {
  const [from, setFrom] = useState<Place>('file');
  const [kind, setKind] = useState<UrlKind>('openapi');
  const [url, setUrl] = useState('');
  const [baseUrl, setBaseUrl] = useState('');
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();

  const takeFiles = (files: File[]) => onRead({ from: 'file', files, baseUrl: baseUrl.trim() });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wrong = from === 'url' ? addressProblem(kind, url) : text.trim() ? undefined : 'Paste a curl command.';
    setProblem(wrong);
    if (wrong || from === 'file') return;
    onRead(from === 'url' ? { from, kind, url: url.trim(), baseUrl: baseUrl.trim() } : { from, text });
  };
  const change = (next: Place) => {
    setFrom(next);
    setProblem(undefined);
    onReset();
  };
  return (
    <form className={`form ${classes.form}`} onSubmit={submit} noValidate>
      <SegmentedControl
        aria-label="Request source"
        value={from}
        onChange={(value) => change(value as Place)}
        data={[
          { value: 'file', label: 'File' },
          { value: 'url', label: 'URL' },
          { value: 'curl', label: 'curl' },
        ]}
      />
      {from === 'url' ? (
        <div className={classes.pair}>
          <NativeSelect
            label="Document"
            value={kind}
            onChange={(event) => {
              setKind(event.currentTarget.value as UrlKind);
              setProblem(undefined);
            }}
            data={[
              { value: 'openapi', label: 'OpenAPI' },
              { value: 'postman', label: 'Postman' },
              { value: 'wsdl', label: 'WSDL' },
            ]}
          />
          <TextInput
            label="URL"
            placeholder="https://host/openapi.json"
            spellCheck={false}
            data-autofocus
            value={url}
            error={problem}
            onChange={(event) => {
              setUrl(event.currentTarget.value);
              setProblem(undefined);
            }}
          />
        </div>
      ) : null}
      {from === 'curl' ? (
        <Textarea
          label="curl commands"
          description="One or more, as copied from a browser."
          placeholder="curl https://host/pets -H 'Accept: application/json'"
          classNames={{ input: 'mono' }}
          spellCheck={false}
          autosize
          minRows={6}
          maxRows={16}
          value={text}
          error={problem}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setProblem(undefined);
          }}
        />
      ) : (
        <TextInput
          label="Base URL (optional)"
          description="Replaces the address in the document."
          placeholder="https://staging.host or {{baseUrl}}"
          spellCheck={false}
          value={baseUrl}
          onChange={(event) => setBaseUrl(event.currentTarget.value)}
        />
      )}
      {from === 'file' ? (
        <FileDrop
          label="Drop files here, or choose them"
          hint={
            <>
              OpenAPI, Postman, HAR, Insomnia, Bruno, Hoppscotch, WSDL, JMeter, Excel or curl. The format is recognized.
              <br />
              Add files that the document references, such as the XSDs of a WSDL.
            </>
          }
          multiple
          autoFocus
          onFiles={takeFiles}
        />
      ) : null}
      <ImportFailure error={error} />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" mr="auto" onClick={() => onRead({ from: 'sample' })}>
          Use the sample API
        </Button>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        {from === 'file' ? null : <Button type="submit">Read</Button>}
      </Group>
    </form>
  );
}
