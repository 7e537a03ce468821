import { Button, FileButton, Group, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { FileSpreadsheet } from 'lucide-react';
import { useState } from 'react';
import { counted } from '../../../shared/format.ts';
import { messageOf } from '../../../shared/toasts.ts';
import { useUploadDataFile } from '../api/data-file.mutations.ts';
import { dataFileFitQuery } from '../api/data-file.queries.ts';
import { type DataMode, dataModes, type Target } from '../model/target.ts';
import classes from './performance.module.css';

interface Props {
  projectId: string;
  target: Target;
  onChange: (patch: Partial<Target>) => void;
}

/** DataFileField uploads rows for the iterations and selects how they are distributed. */
export function DataFileField({ projectId, target, onChange }: Props) {
  const upload = useUploadDataFile(projectId);
  const [problem, setProblem] = useState<string | null>(null);
  const { dataFile } = target;
  const fit = useQuery({ ...dataFileFitQuery(projectId, target), enabled: dataFile !== null }).data;
  const choose = async (file: File | null) => {
    if (!file) return;
    setProblem(null);
    try {
      onChange({ dataFile: await upload.mutateAsync(file) });
    } catch (error) {
      setProblem(messageOf(error));
    }
  };
  return (
    <div>
      <Group gap="sm">
        <FileButton accept=".csv,.json,.xlsx" onChange={(file) => void choose(file)}>
          {(props) => (
            <Button {...props} variant="default" leftSection={<FileSpreadsheet size={14} />} loading={upload.isPending}>
              {dataFile ? 'Choose another data file' : 'Choose a data file'}
            </Button>
          )}
        </FileButton>
        {dataFile ? (
          <Button variant="subtle" color="gray" onClick={() => onChange({ dataFile: null })}>
            Remove
          </Button>
        ) : null}
      </Group>
      <p className={classes.hint}>
        {dataFile
          ? `${dataFile.fileName}: ${counted(dataFile.rowCount, 'row')} with ${dataFile.columns.map(({ name }) => name).join(', ')}.`
          : 'Optional: CSV, JSON or Excel. Each iteration uses one row.'}
      </p>
      {dataFile && fit && fit.missing.length > 0 ? (
        <p className={classes.problem}>Without a value: {fit.missing.join(', ')}.</p>
      ) : null}
      {problem ? (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      ) : null}
      {dataFile ? (
        <Select
          mt="sm"
          label="Rows"
          allowDeselect={false}
          data={[...dataModes]}
          value={target.dataMode}
          onChange={(mode) => onChange({ dataMode: (mode ?? 'shared') as DataMode })}
        />
      ) : null}
    </div>
  );
}
