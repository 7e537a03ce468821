import { Anchor, Button, NumberInput, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { CodeField } from '../../../ui/code-editor/code-field.tsx';
import { Problem } from '../../../ui/page.tsx';
import {
  apiTestingPaths,
  databasesQuery,
  environmentsQuery,
  everySuiteQuery,
  scriptsQuery,
} from '../../api-testing/index.ts';
import type { ReconcileMutations } from '../api/reconcile.mutations.ts';
import type { ReconcileDraft } from '../model/reconcile-draft.ts';
import classes from './reconcile.module.css';

interface Props {
  projectId: string;
  draft: ReconcileDraft;
  problems: Record<string, string>;
  onChange: (patch: Partial<ReconcileDraft>) => void;
  mutations: Pick<ReconcileMutations, 'previewQuery' | 'previewResponse'>;
}

/** RequestFields selects the request, its environment and the location of the rows, and previews them. */
export function RequestFields({ suiteId, ...props }: Props & { suiteId: string | null }) {
  const { projectId, draft, problems, onChange, mutations } = props;
  const suites = useQuery(everySuiteQuery(projectId));
  const environments = useQuery(environmentsQuery(projectId));
  const [picked, setPicked] = useState<string | null>(null);
  const suite = picked ?? suiteId;
  const scripts = useQuery({ ...scriptsQuery(suite ?? ''), enabled: suite !== null });
  const { mutate, data, error, isPending } = mutations.previewResponse;
  return (
    <fieldset className={classes.part}>
      <legend>API</legend>
      <div className={classes.pair}>
        <Select
          label="Test suite"
          placeholder="Choose a suite"
          searchable
          data={(suites.data ?? []).map(({ suiteId: value, suiteName: label }) => ({ value, label }))}
          nothingFoundMessage="No suites yet"
          value={suite}
          onChange={(value) => {
            setPicked(value);
            onChange({ scriptId: '' });
          }}
        />
        <Select
          label="Request"
          placeholder={suite ? 'Choose a request' : 'Choose a suite first'}
          searchable
          disabled={!suite}
          data={(scripts.data ?? []).map(({ scriptId: value, scriptName: label }) => ({ value, label }))}
          nothingFoundMessage="This suite has no requests"
          value={draft.scriptId || null}
          error={problems.scriptId}
          onChange={(value) => onChange({ scriptId: value ?? '' })}
        />
        <Select
          label="Environment"
          placeholder="None"
          clearable
          data={(environments.data ?? []).map((one) => ({ value: one.environmentId, label: one.environmentName }))}
          value={draft.environmentId}
          onChange={(environmentId) => onChange({ environmentId })}
        />
      </div>
      <div className={classes.options}>
        <TextInput
          label="Row path"
          description="JSONPath of the list of rows, or an XPath of elements."
          classNames={{ input: 'mono' }}
          spellCheck={false}
          value={draft.rowPath}
          error={problems.rowPath}
          onChange={(event) => onChange({ rowPath: event.currentTarget.value })}
        />
        <Button
          variant="default"
          disabled={draft.scriptId === ''}
          loading={isPending}
          onClick={() =>
            mutate({ scriptId: draft.scriptId, environmentId: draft.environmentId, rowPath: draft.rowPath })
          }
        >
          Preview response rows
        </Button>
      </div>
      {error ? <Problem error={error} /> : null}
      {data?.problem ? <Problem error={new Error(data.problem)} /> : null}
      {data && !data.problem ? (
        <>
          <p className="dim">Rows found: {data.total}</p>
          <Rows label="Rows of the response" head={['Row']} rows={data.rows.map((row) => [row])} />
        </>
      ) : null}
    </fieldset>
  );
}

/** QueryFields selects the database and the query, and previews its first rows. */
export function QueryFields({ projectId, draft, problems, onChange, mutations }: Props) {
  const databases = useQuery(databasesQuery(projectId));
  const { mutate, data, error, isPending } = mutations.previewQuery;
  const { environmentId, databaseConfigurationId, query, timeoutMs } = draft;
  const isMongo = databases.data?.some(
    (one) => one.databaseConfigurationId === databaseConfigurationId && one.kind === 'mongodb',
  );
  return (
    <fieldset className={classes.part}>
      <legend>Database</legend>
      {databases.data?.length === 0 ? (
        <p>
          This project has no database configuration yet.{' '}
          <Anchor component={Link} underline="always" to={apiTestingPaths.prerequisites(projectId, 'databases')}>
            Add a database
          </Anchor>
          , then choose it here.
        </p>
      ) : null}
      <div className={classes.pair}>
        <Select
          label="Database"
          placeholder="Choose a database"
          data={(databases.data ?? []).map((one) => ({ value: one.databaseConfigurationId, label: one.name }))}
          value={databaseConfigurationId || null}
          error={problems.databaseConfigurationId}
          onChange={(value) => onChange({ databaseConfigurationId: value ?? '' })}
        />
        <NumberInput
          label="Time limit (s)"
          min={1}
          max={600}
          value={timeoutMs / 1000}
          error={problems.timeoutMs}
          onChange={(value) => onChange({ timeoutMs: Math.round(Number(value) * 1000) })}
        />
      </div>
      <CodeField
        label="Query"
        isPlain
        description="One read-only statement. Variables are sent as parameters and need no quotes."
        language={isMongo ? 'json' : 'text'}
        value={query}
        error={problems.query}
        onChange={(text) => onChange({ query: text })}
      />
      <div>
        <Button
          variant="default"
          disabled={databaseConfigurationId === '' || query.trim() === ''}
          loading={isPending}
          onClick={() => mutate({ environmentId, databaseConfigurationId, query, timeoutMs })}
        >
          Preview rows
        </Button>
      </div>
      {error ? <Problem error={error} /> : null}
      {data ? (
        <Rows
          label="Rows of the query"
          head={data.columns.map(({ name, type }) => `${name} (${type})`)}
          rows={data.rows}
        />
      ) : null}
    </fieldset>
  );
}

function Rows({ label, head, rows }: { label: string; head: string[]; rows: (string | null)[][] }) {
  return (
    <section className={classes.scroll} aria-label={label}>
      <table className={classes.table}>
        <thead>
          <tr>
            {head.map((name) => (
              <th scope="col" key={name}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place
            <tr key={index}>
              {row.map((cell, column) => (
                <td key={head[column]} className="mono">
                  {cell ?? <span className="dim">null</span>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
