import { Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ScheduleTargetKind } from '@touchstone/contracts/scheduler';
import { Suspense, useMemo } from 'react';
import { useScheduleForm } from '../../../shared/subjects/use-schedule-form.ts';
import { RemoteSelect } from '../../../ui/select/remote-select.tsx';
import { environmentsQuery } from '../../api-testing/index.ts';
import { targetKindsQuery, targetSource } from '../api/scheduler.queries.ts';
import type { JobDraft, Problems } from '../model/schedule-draft.ts';
import classes from './scheduler.module.css';
import { VariableFields } from './variable-fields.tsx';

interface Props {
  projectId: string;
  draft: JobDraft;
  problems: Problems;
  /** Whether the test was selected where the dialog was opened. */
  isFixed: boolean;
  onChange: (patch: Partial<JobDraft>) => void;
}

/** TargetFields selects which test is scheduled, and what it runs with. */
export function TargetFields({ projectId, draft, problems, isFixed, onChange }: Props) {
  const kinds = useQuery(targetKindsQuery(projectId));
  const kind = kinds.data?.find((one) => one.kind === draft.kind);
  // Reserves the place of what most kinds take.
  const takes = kind ?? (kinds.isPending ? { takesEnvironment: true, takesVariables: true } : undefined);
  return (
    <fieldset className={classes.part}>
      <legend className="eyebrow">Test</legend>
      {isFixed ? null : (
        <>
          <Select
            label="Type"
            data-autofocus
            allowDeselect={false}
            data={(kinds.data ?? []).map(({ kind: value, title }) => ({ value, label: title }))}
            value={draft.kind || null}
            error={kinds.isError ? kinds.error.message : undefined}
            onChange={(value) =>
              value &&
              value !== draft.kind &&
              onChange({
                kind: value,
                target: null,
                environmentId: null,
                configurationId: null,
                options: {},
                variables: [],
              })
            }
          />
          <TargetSelect
            projectId={projectId}
            kind={kind}
            draft={draft}
            error={problems['target.id']}
            onChange={onChange}
          />
        </>
      )}
      {takes?.takesEnvironment ? (
        <EnvironmentSelect projectId={projectId} draft={draft} problems={problems} onChange={onChange} />
      ) : null}
      <KindFields projectId={projectId} draft={draft} onChange={onChange} />
      {takes?.takesVariables ? (
        <VariableFields
          variables={draft.variables}
          problems={problems}
          onChange={(variables) => onChange({ variables })}
        />
      ) : null}
      <TextInput
        className={classes.wide}
        label="Title"
        data-autofocus={isFixed || undefined}
        maxLength={255}
        placeholder={draft.target?.label ?? ''}
        value={draft.title ?? draft.target?.label ?? ''}
        error={problems.title}
        onChange={(event) => onChange({ title: event.currentTarget.value })}
      />
    </fieldset>
  );
}

function TargetSelect({
  projectId,
  kind,
  draft,
  error,
  onChange,
}: Pick<Props, 'projectId' | 'draft' | 'onChange'> & {
  kind: ScheduleTargetKind | undefined;
  error: string | undefined;
}) {
  const name = draft.kind;
  const source = useMemo(() => targetSource(projectId, name), [projectId, name]);
  if (!kind) return <TextInput label="Name" disabled value="" readOnly />;
  return (
    <RemoteSelect
      key={kind.kind}
      label="Name"
      placeholder="Choose a test"
      source={source}
      nothingFound="No matching test"
      emptyMessage={`This workspace has none: ${kind.title}.`}
      value={draft.target}
      error={error}
      onChange={(target) => onChange({ target })}
    />
  );
}

type PartProps = Omit<Props, 'isFixed'>;

function EnvironmentSelect({ projectId, draft, problems, onChange }: PartProps) {
  const environments = useQuery(environmentsQuery(projectId)).data ?? [];
  return (
    <Select
      label="Environment"
      placeholder="None"
      clearable
      searchable
      nothingFoundMessage="No matching environment"
      data={environments.map(({ environmentId, environmentName }) => ({
        value: environmentId,
        label: environmentName,
      }))}
      value={draft.environmentId}
      error={problems['target.environmentId']}
      onChange={(environmentId) => onChange({ environmentId })}
    />
  );
}

/** Additional fields of the test's feature. */
function KindFields({ projectId, draft, onChange }: Omit<PartProps, 'problems'>) {
  const form = useScheduleForm(draft.kind);
  if (!form || !draft.target) return null;
  return (
    <div className={classes.wide}>
      <Suspense>
        <form.Fields
          key={draft.target.value}
          projectId={projectId}
          targetId={draft.target.value}
          configurationId={draft.configurationId}
          options={draft.options}
          onChange={onChange}
        />
      </Suspense>
    </div>
  );
}
