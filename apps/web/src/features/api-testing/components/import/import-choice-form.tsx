import { Button, Group, Switch } from '@mantine/core';
import type { ImportPreview } from '@touchstone/contracts/api-testing';
import { type FormEvent, useState } from 'react';
import { counted } from '../../../../shared/format.ts';
import { comesAlong, firstChoice, formatName, type ImportBody, importBody } from '../../model/import/import-choice.ts';
import classes from './import.module.css';
import { ImportFailure } from './import-failure.tsx';
import { ImportProblems } from './import-problems.tsx';
import { ImportRequestList } from './import-request-list.tsx';
import { ImportTarget, useLikelySource } from './import-target.tsx';

interface Props {
  projectId: string;
  preview: ImportPreview;
  /** The suite from which the import was opened. */
  suiteId?: string | undefined;
  importing: boolean;
  error: Error | null;
  onImport: (body: ImportBody) => void;
  /** Updates a suite from an earlier version of the document. */
  onReview: (sourceId: string) => void;
  onBack: () => void;
}

/** ImportChoiceForm shows a document's contents and asks what to import where. */
export function ImportChoiceForm({ projectId, preview, suiteId, importing, error, onImport, onReview, onBack }: Props) {
  const [choice, setChoice] = useState(() => firstChoice(preview, suiteId));
  /** undefined: as likely; null: add as new requests. */
  const [source, setSource] = useState<string | null>();
  const likely = useLikelySource(choice, preview);
  const updated = source === null ? undefined : likely;
  const [tried, setTried] = useState(false);
  const { requests } = preview;
  const asked = importBody(projectId, preview, choice);
  const problems = tried ? asked.problems : undefined;
  const also = comesAlong(preview);
  const nothing = requests.length === 0 && !also;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (updated) onReview(updated.sourceId);
    else if (asked.body) onImport(asked.body);
  };
  const label = updated
    ? 'Review changes'
    : requests.length === 0
      ? 'Import environments'
      : `Import ${counted(choice.chosen.size, 'request')}`;
  return (
    <form className={`form ${classes.form}`} onSubmit={submit} noValidate>
      <p className={classes.title}>
        <strong>{preview.title || 'Untitled'}</strong>{' '}
        <span className="dim">
          {formatName(preview.format)}
          {preview.servers[0] ? ` · ${preview.servers[0]}` : ''}
        </span>
      </p>
      {updated ? (
        <p className="dim">Review the changes in the next step before you apply them.</p>
      ) : requests.length > 0 ? (
        <ImportRequestList
          requests={requests}
          chosen={choice.chosen}
          problem={problems?.requests}
          onChange={(chosen) => setChoice({ ...choice, chosen })}
        />
      ) : (
        <p className="dim">The document has no requests.</p>
      )}
      <ImportProblems title="Unreadable parts" problems={preview.problems} />
      {also && !updated ? (
        <div className={classes.along}>
          <Switch
            label="Import variables and environments"
            description={also}
            checked={choice.withEnvironments}
            onChange={(event) => setChoice({ ...choice, withEnvironments: event.currentTarget.checked })}
          />
        </div>
      ) : null}
      {requests.length > 0 ? (
        <ImportTarget
          projectId={projectId}
          preview={preview}
          choice={choice}
          mistakes={problems}
          sourceId={source}
          onChange={setChoice}
          onSource={setSource}
        />
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
