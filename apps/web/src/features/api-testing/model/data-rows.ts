import { type DataFileChoice, dataFileChoiceSchema } from '@touchstone/contracts/workspaces';

/** withRow sets the first or last row of a choice; an emptied field removes the limit. */
export function withRow(choice: DataFileChoice, key: 'firstRow' | 'lastRow', value: number | string): DataFileChoice {
  const { [key]: _before, ...rest } = choice;
  return value === '' ? rest : { ...rest, [key]: Number(value) };
}

/** checkDataRows returns what prevents a run with a data file from starting, by field. */
export function checkDataRows(choice: DataFileChoice | null): Record<string, string> {
  if (choice === null) return { fileId: 'Please choose a data file.' };
  const problems: Record<string, string> = {};
  for (const issue of dataFileChoiceSchema.safeParse(choice).error?.issues ?? [])
    problems[String(issue.path[0])] ??= issue.message;
  return problems;
}
