import { Button, NumberInput, Select, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { DataFile, DataFileChoice } from '@touchstone/contracts/workspaces';
import { counted } from '../../../../shared/format.ts';
import { FileDrop } from '../../../../ui/select/file-drop.tsx';
import { type DataFileContext, dataFileQuery, useDataFileUpload } from '../../api/data-files.queries.ts';
import { withRow } from '../../model/data-rows.ts';
import { ImportFailure } from '../import/import-failure.tsx';
import { DataPreview } from './data-preview.tsx';
import classes from './data-rows.module.css';

interface Props {
  context: DataFileContext;
  isOn: boolean;
  onToggle: (isOn: boolean) => void;
  choice: DataFileChoice | null;
  onChange: (choice: DataFileChoice | null) => void;
  /** The file of the suite's last run. */
  remembered: DataFileChoice | null;
  /** Problems of the choice, by field. */
  problems: Record<string, string>;
  /** Default: the run iterates over the rows once, each as a named iteration. */
  words?: { label: string; description: string };
}

const onceEach = {
  label: 'Once for each row of a data file',
  description: 'A column gives its value to the variable of its name.',
};

/** DataRows lets a run take its values from a file, once per row. */
export function DataRows({ context, isOn, onToggle, choice, onChange, remembered, problems, words }: Props) {
  const upload = useDataFileUpload(context);
  const take = async ([file]: File[]) => {
    if (!file) return;
    const known = await upload.mutateAsync(file).catch(() => undefined);
    if (known) onChange({ fileId: known.fileId, fileName: known.fileName });
  };
  return (
    <div className={classes.data}>
      <Switch {...(words ?? onceEach)} checked={isOn} onChange={(event) => onToggle(event.currentTarget.checked)} />
      {isOn && choice ? (
        <ChosenFile
          context={context}
          choice={choice}
          onChange={onChange}
          problems={problems}
          hasNames={words === undefined}
        />
      ) : null}
      {isOn && !choice ? (
        <>
          <FileDrop
            label={upload.isPending ? 'Reading the file…' : 'Drop a data file here, or choose one'}
            hint="CSV, JSON or Excel. The first line names the columns."
            isBusy={upload.isPending}
            isInvalid={upload.isError || problems.fileId !== undefined}
            onFiles={(files) => void take(files)}
          />
          {problems.fileId && !upload.isError ? (
            <p className={classes.problem} role="alert">
              {problems.fileId}
            </p>
          ) : null}
          <ImportFailure error={upload.error} />
          {remembered ? (
            <Button variant="subtle" size="compact-sm" onClick={() => onChange(remembered)}>
              Use {remembered.fileName} of the last run
            </Button>
          ) : null}
        </>
      ) : null}
    </div>
  );
}

function ChosenFile({
  context,
  choice,
  onChange,
  problems,
  hasNames,
}: Pick<Props, 'context' | 'problems' | 'onChange'> & { choice: DataFileChoice; hasNames: boolean }) {
  const file = useQuery(dataFileQuery(context, choice.fileId));
  const rows = file.data?.rowCount;
  return (
    <>
      <div className={classes.file}>
        <strong className="ellipsis">{choice.fileName}</strong>
        <span className="dim num">{rows === undefined ? '' : counted(rows, 'row')}</span>
        <span className="grow" />
        <Button variant="subtle" size="compact-sm" onClick={() => onChange(null)}>
          Choose another file
        </Button>
      </div>
      {file.isPending ? <p className="dim">Reading the file…</p> : null}
      <ImportFailure error={file.error} />
      {file.data ? (
        <>
          <DataPreview file={file.data} />
          <Missing file={file.data} />
          <div className={classes.range}>
            <NumberInput
              label="First row"
              placeholder="1"
              min={1}
              allowDecimal={false}
              value={choice.firstRow ?? ''}
              error={problems.firstRow}
              onChange={(value) => onChange(withRow(choice, 'firstRow', value))}
            />
            <NumberInput
              label="Last row"
              placeholder={String(file.data.rowCount)}
              min={1}
              allowDecimal={false}
              value={choice.lastRow ?? ''}
              error={problems.lastRow}
              onChange={(value) => onChange(withRow(choice, 'lastRow', value))}
            />
            {hasNames ? (
              <Select
                label="Name iterations by"
                placeholder="Their number"
                clearable
                data={file.data.columns.map((column) => column.name)}
                value={choice.labelColumn ?? null}
                onChange={(labelColumn) => {
                  const { labelColumn: _before, ...rest } = choice;
                  onChange(labelColumn ? { ...rest, labelColumn } : rest);
                }}
              />
            ) : null}
          </div>
        </>
      ) : null}
    </>
  );
}

function Missing({ file }: { file: DataFile }) {
  const used = file.columns.filter((column) => column.isUsed).length;
  return (
    <p className="dim">
      {used === 0
        ? 'No script uses a variable with the name of a column.'
        : `Scripts use ${used} of ${file.columns.length} columns.`}{' '}
      {file.missing.length > 0 ? (
        <span className={classes.missing}>
          No value for {file.missing.map((name) => `{{${name}}}`).join(', ')} in the file or the environment.
        </span>
      ) : null}
    </p>
  );
}
