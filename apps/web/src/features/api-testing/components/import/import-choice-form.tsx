import { Button, Group, Radio, Switch, TextInput } from '@mantine/core';
import type { ImportPreview } from '@touchstone/contracts';
import { type FormEvent, useState } from 'react';
import { formatCount } from '../../../../shared/format.ts';
import { comesAlong, firstChoice, formatName, type ImportBody, importBody } from '../../model/import-choice.ts';
import classes from './import.module.css';
import { ImportFailure } from './import-failure.tsx';
import { ImportProblems } from './import-problems.tsx';
import { ImportRequestList } from './import-request-list.tsx';

interface Props {
  projectId: string;
  preview: ImportPreview;
  importing: boolean;
  error: Error | null;
  onImport: (body: ImportBody) => void;
  onBack: () => void;
}

/** ImportChoiceForm shows what a document holds and asks what of it goes where. */
export function ImportChoiceForm({ projectId, preview, importing, error, onImport, onBack }: Props) {
  const [choice, setChoice] = useState(() => firstChoice(preview));
  const [tried, setTried] = useState(false);
  const { requests } = preview;
  const asked = importBody(projectId, preview, choice);
  const problems = tried ? asked.problems : undefined;
  const also = comesAlong(preview);
  const folders = new Set(requests.map((request) => request.folder).filter(Boolean)).size;
  const nothing = requests.length === 0 && !also;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (asked.body) onImport(asked.body);
  };
  const label =
    requests.length === 0
      ? 'Import environments'
      : `Import ${formatCount(choice.chosen.size)} ${choice.chosen.size === 1 ? 'request' : 'requests'}`;
  return (
    <form className={`form ${classes.form}`} onSubmit={submit} noValidate>
      <p className={classes.title}>
        <strong>{preview.title || 'Untitled'}</strong>{' '}
        <span className="dim">
          {formatName(preview.format)}
          {preview.servers[0] ? ` · ${preview.servers[0]}` : ''}
        </span>
      </p>
      {requests.length > 0 ? (
        <ImportRequestList
          requests={requests}
          chosen={choice.chosen}
          problem={problems?.requests}
          onChange={(chosen) => setChoice({ ...choice, chosen })}
        />
      ) : (
        <p className="dim">The document has no requests.</p>
      )}
      <ImportProblems title="What could not be read" problems={preview.problems} />
      {also ? (
        <div className={classes.along}>
          <Switch
            label="Make environments of the variables"
            description={also}
            checked={choice.withEnvironments}
            onChange={(event) => setChoice({ ...choice, withEnvironments: event.currentTarget.checked })}
          />
        </div>
      ) : null}
      {requests.length > 0 ? (
        <div className={classes.target}>
          <Radio.Group
            label="Import into"
            value={choice.target}
            onChange={(target) => setChoice({ ...choice, target: target as 'suite' | 'folders' })}
          >
            <Group gap="lg" mt={4}>
              <Radio value="suite" label="A new suite" />
              <Radio
                value="folders"
                disabled={folders === 0}
                label={`One suite per folder${folders ? ` (${folders})` : ''}`}
              />
            </Group>
          </Radio.Group>
          {choice.target === 'suite' ? (
            <TextInput
              label="Suite name"
              value={choice.suiteName}
              error={problems?.suiteName}
              onChange={(event) => setChoice({ ...choice, suiteName: event.currentTarget.value })}
            />
          ) : null}
        </div>
      ) : null}
      <ImportFailure error={error} />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onBack} mr="auto">
          Back
        </Button>
        <Button
          type="submit"
          loading={importing}
          disabled={nothing || (requests.length === 0 && !choice.withEnvironments)}
        >
          {label}
        </Button>
      </Group>
    </form>
  );
}
