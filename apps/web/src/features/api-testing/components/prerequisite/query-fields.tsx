import { Anchor, SegmentedControl, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { CodeField } from '../../../../ui/code-editor/code-field.tsx';
import { databasesQuery } from '../../api/prerequisites.queries.ts';
import type { FormProblems } from '../../model/editor/form-problems.ts';
import type { PrerequisiteDraft } from '../../model/prerequisite-draft.ts';
import { apiTestingPaths } from '../../paths.ts';
import classes from './prerequisite.module.css';

interface Props {
  projectId: string;
  draft: PrerequisiteDraft;
  onChange: (draft: PrerequisiteDraft) => void;
  problems: FormProblems;
}

/** QueryFields selects the database, the query, and how its rows become variables. */
export function QueryFields({ projectId, draft, onChange, problems }: Props) {
  const databases = useQuery(databasesQuery(projectId));
  const list = databases.data ?? [];
  const isMongo =
    list.find((item) => item.databaseConfigurationId === draft.databaseConfigurationId)?.kind === 'mongodb';
  return (
    <>
      {databases.isSuccess && list.length === 0 ? (
        <p>
          This project has no database configuration yet.{' '}
          <Anchor component={Link} to={apiTestingPaths.prerequisites(projectId, 'databases')}>
            Add a database
          </Anchor>
          , then choose it here.
        </p>
      ) : (
        <Select
          label="Database"
          placeholder="Choose a database"
          data={list.map((item) => ({ value: item.databaseConfigurationId, label: item.name }))}
          value={draft.databaseConfigurationId || null}
          error={problems.databaseConfigurationId}
          onChange={(value) => onChange({ ...draft, databaseConfigurationId: value ?? '' })}
        />
      )}
      <CodeField
        label="Query"
        language={isMongo ? 'json' : 'text'}
        value={draft.query}
        placeholder={
          isMongo
            ? '{ "collection": "users", "filter": { "email": "{{email}}" } }'
            : 'select id, token from users where email = {{email}}'
        }
        error={problems.query}
        onChange={(query) => onChange({ ...draft, query })}
      />
      <p className="dim">One read-only statement. Variables are sent as parameters and need no quotes.</p>
      <div>
        <div className={classes.fieldName} id="query-result">
          Result
        </div>
        <SegmentedControl
          aria-labelledby="query-result"
          fullWidth
          data={[
            { value: 'firstRow', label: 'Columns of the first row' },
            { value: 'json', label: 'All rows as JSON' },
          ]}
          value={draft.result}
          onChange={(value) => onChange({ ...draft, result: value as PrerequisiteDraft['result'] })}
        />
      </div>
      {draft.result === 'json' ? (
        <TextInput
          label="Variable name"
          classNames={{ input: 'mono' }}
          value={draft.variableName}
          error={problems.variableName}
          onChange={(event) => onChange({ ...draft, variableName: event.currentTarget.value })}
        />
      ) : null}
    </>
  );
}
