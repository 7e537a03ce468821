import { Button, Checkbox, SegmentedControl, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import {
  type MockImport,
  type MockImportFormat,
  mockImportFormats,
} from '@touchstone/contracts/service-virtualization';
import { type FormEvent, useState } from 'react';
import { formatRelative } from '../../../../shared/format.ts';
import { messageOf } from '../../../../shared/toasts.ts';
import { CodeField } from '../../../../ui/code-editor/code-field.tsx';
import { FileDrop } from '../../../../ui/select/file-drop.tsx';
import { type ImportSource, sourcesQuery, type useImportMutations } from '../../api/imports.ts';
import classes from './imports.module.css';

const formatWords: Record<MockImportFormat, string> = {
  openapi: 'OpenAPI or Swagger',
  postman: 'Postman collection',
  wiremock: 'WireMock mappings',
  har: 'HAR recording',
  mockoon: 'Mockoon environment',
  wsdl: 'WSDL',
  curl: 'curl commands',
};
const any = '';
const none = '';

type From = 'file' | 'url' | 'text' | 'again';

interface Props {
  projectId: string;
  read: ReturnType<typeof useImportMutations>['read'];
  onFound: (found: MockImport) => void;
  onClose: () => void;
}

/** SourceForm asks for the source of a document, and reads it. */
export function SourceForm({ projectId, read, onFound, onClose }: Props) {
  const sources = useQuery(sourcesQuery(projectId)).data ?? [];
  const [format, setFormat] = useState<MockImportFormat | typeof any>(any);
  const [from, setFrom] = useState<From>('file');
  const [url, setUrl] = useState('');
  const [text, setText] = useState('');
  const [sourceId, setSourceId] = useState(none);
  const [hasResources, setHasResources] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const withAddress = sources.filter((source) => source.url !== null);
  const ask = async (source: ImportSource) => {
    setProblem(null);
    const options = { format: format || undefined, hasResources, sourceId: sourceId || undefined };
    await read.mutateAsync({ source, options }).then(onFound, (error: unknown) => setProblem(messageOf(error)));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (from === 'again') return void (sourceId ? ask({ sourceId }) : setProblem('Choose a document.'));
    if (from === 'text') return void (text.trim() ? ask({ text }) : setProblem('Paste a document first.'));
    if (from === 'url')
      return void (/^https?:\/\/[^\s/]+/i.test(url.trim()) ? ask({ url: url.trim() }) : setProblem('Invalid url'));
  };
  const choose = (next: From) => {
    setFrom(next);
    setProblem(null);
    if (next === 'again') setSourceId(withAddress[0]?.sourceId ?? none);
  };
  return (
    <form className={`form ${classes.form}`} noValidate onSubmit={submit}>
      <div className={classes.line}>
        <Select
          label="Format"
          allowDeselect={false}
          data={[
            { value: any, label: 'Detect' },
            ...mockImportFormats.map((value) => ({ value, label: formatWords[value] })),
          ]}
          value={format}
          onChange={(value) => {
            setFormat((value ?? any) as MockImportFormat | typeof any);
            setProblem(null);
          }}
        />
        {from === 'again' ? null : (
          <Select
            label="Newer form of (optional)"
            clearable
            placeholder="A new document"
            disabled={sources.length === 0}
            data={sources.map((source) => ({ value: source.sourceId, label: source.title }))}
            value={sourceId || null}
            onChange={(value) => setSourceId(value ?? none)}
          />
        )}
      </div>
      <SegmentedControl
        aria-label="Source"
        data={[
          { value: 'file', label: 'File' },
          { value: 'url', label: 'URL' },
          { value: 'text', label: 'Paste' },
          ...(withAddress.length > 0 ? [{ value: 'again', label: 'Read again' }] : []),
        ]}
        value={from}
        onChange={(value) => choose(value as From)}
      />
      <Source
        from={from}
        isBusy={read.isPending}
        problem={problem}
        url={url}
        text={text}
        sourceId={sourceId}
        sources={withAddress.map((source) => ({
          value: source.sourceId,
          label: `${source.title} · ${source.url} · ${formatRelative(source.importedAt)}`,
        }))}
        onUrl={setUrl}
        onText={setText}
        onSource={setSourceId}
        onFiles={(files) => void ask({ files })}
      />
      <Checkbox
        label="Keep records: lists in the document become records that callers create, change and delete"
        checked={hasResources}
        onChange={(event) => setHasResources(event.currentTarget.checked)}
      />
      <div className={classes.foot}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        {from === 'file' ? null : (
          <Button type="submit" loading={read.isPending}>
            Preview import
          </Button>
        )}
      </div>
    </form>
  );
}

interface SourceProps {
  from: From;
  isBusy: boolean;
  problem: string | null;
  url: string;
  text: string;
  sourceId: string;
  sources: { value: string; label: string }[];
  onUrl: (url: string) => void;
  onText: (text: string) => void;
  onSource: (sourceId: string) => void;
  onFiles: (files: File[]) => void;
}

function Source({
  from,
  isBusy,
  problem,
  url,
  text,
  sourceId,
  sources,
  onUrl,
  onText,
  onSource,
  onFiles,
}: SourceProps) {
  if (from === 'url')
    return (
      <TextInput
        label="URL"
        data-autofocus
        spellCheck={false}
        autoComplete="off"
        placeholder="https://host/openapi.json"
        value={url}
        error={problem}
        onChange={(event) => onUrl(event.currentTarget.value)}
      />
    );
  if (from === 'again')
    return (
      <Select
        label="Document"
        allowDeselect={false}
        data={sources}
        value={sourceId || null}
        error={problem}
        onChange={(value) => onSource(value ?? none)}
      />
    );
  if (from === 'text')
    return <CodeField label="Document" language="text" value={text} error={problem ?? undefined} onChange={onText} />;
  return (
    <div>
      <FileDrop
        label={isBusy ? 'Reading…' : 'Drop files here, or choose them'}
        hint="OpenAPI, Postman, WireMock, HAR, Mockoon, WSDL or curl. Add the files that the document names, or a ZIP archive with all of them."
        multiple
        isBusy={isBusy}
        isInvalid={problem !== null}
        onFiles={onFiles}
      />
      {problem ? (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      ) : null}
    </div>
  );
}
