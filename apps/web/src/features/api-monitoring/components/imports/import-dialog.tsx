import { Button, Modal, SegmentedControl, Select, TextInput } from '@mantine/core';
import type { MonitorImport, MonitoringProject } from '@touchstone/contracts/api-monitoring';
import { type FormEvent, useState } from 'react';
import { formatCount } from '../../../../shared/format.ts';
import { messageOf, toast } from '../../../../shared/toasts.ts';
import { FileDrop } from '../../../../ui/select/file-drop.tsx';
import { type ImportFormat, useImportMutations } from '../../api/imports.ts';
import { ImportChoice } from './import-choice.tsx';
import classes from './imports.module.css';

const formats: { value: ImportFormat; label: string }[] = [
  { value: 'openapi', label: 'OpenAPI or Swagger' },
  { value: 'postman', label: 'Postman collection' },
  { value: 'uptime-kuma', label: 'Uptime Kuma backup' },
];

interface Props {
  project: Pick<MonitoringProject, 'projectId'>;
  onDone: (collectionId: string) => void;
  onClose: () => void;
}

/** ImportDialog creates a collection of monitored APIs from a document: reads it first, then lets the user select. */
export function ImportDialog({ project: { projectId }, onDone, onClose }: Props) {
  const { read, take } = useImportMutations(projectId);
  const [found, setFound] = useState<MonitorImport | null>(null);
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnClickOutside={false}
      title="Import collection"
      size={720}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {found ? (
        <ImportChoice
          projectId={projectId}
          found={found}
          isBusy={take.isPending}
          problem={take.error ? messageOf(take.error) : undefined}
          onBack={() => setFound(null)}
          onTake={async (body) => {
            const { collectionId, imported, problems } = await take.mutateAsync(body);
            const left = problems.length === 0 ? '' : ` ${formatCount(problems.length)} could not be imported.`;
            toast(
              problems.length === 0 ? 'success' : 'warning',
              `Imported ${formatCount(imported)} monitored ${imported === 1 ? 'API' : 'APIs'}.${left}`,
            );
            onDone(collectionId);
            onClose();
          }}
        />
      ) : (
        <SourceForm read={read} onFound={setFound} onClose={onClose} />
      )}
    </Modal>
  );
}

interface SourceProps {
  read: ReturnType<typeof useImportMutations>['read'];
  onFound: (found: MonitorImport) => void;
  onClose: () => void;
}

function SourceForm({ read, onFound, onClose }: SourceProps) {
  const [format, setFormat] = useState<ImportFormat>('openapi');
  const [from, setFrom] = useState<'url' | 'file'>('url');
  const [url, setUrl] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const isFile = from === 'file' || format === 'uptime-kuma';
  const ask = async (source: { url: string } | { file: File }) => {
    setProblem(null);
    await read.mutateAsync({ format, source }).then(onFound, (error: unknown) => setProblem(messageOf(error)));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isFile) return;
    if (/^https?:\/\/[^\s/]+/i.test(url.trim())) void ask({ url: url.trim() });
    else setProblem('Invalid url');
  };
  return (
    <form className={`form ${classes.form}`} noValidate onSubmit={submit}>
      <Select
        label="Format"
        allowDeselect={false}
        data={formats}
        value={format}
        onChange={(value) => {
          setFormat((value ?? 'openapi') as ImportFormat);
          setProblem(null);
        }}
      />
      {format === 'uptime-kuma' ? null : (
        <SegmentedControl
          aria-label="Source"
          data={[
            { value: 'url', label: 'URL' },
            { value: 'file', label: 'File' },
          ]}
          value={from}
          onChange={(value) => {
            setFrom(value as 'url' | 'file');
            setProblem(null);
          }}
        />
      )}
      {isFile ? (
        <div>
          <FileDrop
            label={read.isPending ? 'Reading…' : 'Drop a file here, or choose it'}
            hint={format === 'uptime-kuma' ? 'The JSON file of a backup.' : 'JSON or YAML.'}
            isBusy={read.isPending}
            isInvalid={problem !== null}
            onFiles={([file]) => file && void ask({ file })}
          />
          {problem ? (
            <p className={classes.problem} role="alert">
              {problem}
            </p>
          ) : null}
        </div>
      ) : (
        <TextInput
          label="URL"
          data-autofocus
          spellCheck={false}
          autoComplete="off"
          placeholder={format === 'postman' ? 'https://host/collection.json' : 'https://host/openapi.json'}
          value={url}
          error={problem}
          onChange={(event) => {
            setUrl(event.currentTarget.value);
            setProblem(null);
          }}
        />
      )}
      <div className={classes.foot}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        {isFile ? null : (
          <Button type="submit" loading={read.isPending}>
            Preview import
          </Button>
        )}
      </div>
    </form>
  );
}
