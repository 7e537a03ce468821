import { Button, Group, SegmentedControl, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Problem } from '../../../../ui/page.tsx';
import { FileDrop } from '../../../../ui/select/file-drop.tsx';
import { suitesQuery } from '../../../api-testing/index.ts';
import type { ChainOrigin } from '../../api/generate.mutations.ts';
import classes from './generate.module.css';

interface Props {
  projectId: string;
  isBusy: boolean;
  error: Error | null;
  onFind: (workflowName: string, origin: ChainOrigin) => void;
  onCancel: () => void;
}

const nameOfFile = (name: string): string => name.replace(/\.[a-z0-9]{1,5}$/i, '').slice(0, 255);

/** SourceForm asks for the source of a workflow and its name. */
export function SourceForm({ projectId, isBusy, error, onFind, onCancel }: Props) {
  const [from, setFrom] = useState<'file' | 'suite'>('file');
  const [name, setName] = useState('');
  const [files, setFiles] = useState<File[]>([]);
  const [suiteId, setSuiteId] = useState<string | null>(null);
  const [searchTerm, setSearchTerm] = useState('');
  const suites = useQuery({
    ...suitesQuery({ projectId, page: 0, size: 50, ...(searchTerm && { searchTerm }) }),
    enabled: from === 'suite',
  });
  const choices = (suites.data?.content ?? []).map((suite) => ({ value: suite.suiteId, label: suite.suiteName }));
  const isReady = name.trim() !== '' && (from === 'file' ? files.length > 0 : suiteId !== null);
  const submit = () =>
    onFind(name.trim(), from === 'file' ? { from, files } : { from: 'suite', suiteId: suiteId ?? '' });
  return (
    <form
      className={`form ${classes.form}`}
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady && !isBusy) submit();
      }}
    >
      <SegmentedControl
        aria-label="Source of the requests"
        value={from}
        onChange={(value) => setFrom(value as 'file' | 'suite')}
        data={[
          { value: 'file', label: 'File' },
          { value: 'suite', label: 'Test suite' },
        ]}
      />
      {from === 'file' ? (
        <FileDrop
          label={files.length > 0 ? files.map((file) => file.name).join(', ') : 'Drop a file here, or choose one'}
          hint="OpenAPI, HAR, Postman and other formats"
          multiple
          isBusy={isBusy}
          onFiles={(chosen) => {
            setFiles(chosen);
            if (name === '') setName(nameOfFile(chosen[0]?.name ?? ''));
          }}
        />
      ) : (
        <Select
          label="Test suite"
          description="Its scripts stay as they are; the workflow gets copies."
          placeholder="Choose a suite"
          searchable
          data={choices}
          value={suiteId}
          nothingFoundMessage="No matching suite"
          onSearchChange={(text) => setSearchTerm(choices.some(({ label }) => label === text) ? '' : text)}
          onChange={(value, option) => {
            setSuiteId(value);
            if (name === '' && option) setName(option.label);
          }}
        />
      )}
      <TextInput
        label="Workflow name"
        maxLength={255}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {error ? <Problem error={error} /> : null}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" disabled={!isReady} loading={isBusy}>
          Find links
        </Button>
      </Group>
    </form>
  );
}
