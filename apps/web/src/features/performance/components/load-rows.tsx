import { Select } from '@mantine/core';
import type { DataFileChoice } from '@touchstone/contracts/workspaces';
import { checkDataRows, DataRows } from '../../api-testing/index.ts';
import { type DataMode, dataModes } from '../model/target.ts';

interface Props {
  projectId: string;
  suiteIds: string[];
  /** null: rows are enabled, but no file is selected yet. */
  dataFile: DataFileChoice | null | undefined;
  dataMode: DataMode;
  onDataFile: (dataFile: DataFileChoice | null | undefined) => void;
  onDataMode: (mode: DataMode) => void;
}

/** LoadRows is the data file whose rows a load run's iterations take, and how they are distributed. */
export function LoadRows({ projectId, suiteIds, dataFile, dataMode, onDataFile, onDataMode }: Props) {
  return (
    <>
      <DataRows
        words={{
          label: 'Take values from the rows of a data file',
          description: 'Each iteration takes one row; a column gives its value to the variable of its name.',
        }}
        context={{ projectId, suiteIds }}
        isOn={dataFile !== undefined}
        onToggle={(isOn) => onDataFile(isOn ? null : undefined)}
        choice={dataFile ?? null}
        onChange={onDataFile}
        remembered={null}
        problems={dataFile ? checkDataRows(dataFile) : {}}
      />
      {dataFile ? (
        <Select
          label="Rows"
          allowDeselect={false}
          data={[...dataModes]}
          value={dataMode}
          onChange={(mode) => onDataMode(mode as DataMode)}
        />
      ) : null}
    </>
  );
}
