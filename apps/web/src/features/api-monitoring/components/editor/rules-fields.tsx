import { MultiSelect, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { environmentsQuery } from '../../../api-testing/index.ts';
import { regionsQuery } from '../../api/monitors.queries.ts';
import { isTest, testOf } from '../../model/definition-draft.ts';
import { maxTimeout } from '../../model/monitor-draft.ts';
import classes from './editor.module.css';
import type { FormPart } from './form-part.ts';
import { NumberField, OptionalNumberField } from './number-field.tsx';

/** RulesFields edits when a monitored API counts as down or degraded. */
export function RulesFields({ draft, problems, onChange }: FormPart) {
  const { kind } = draft.definition;
  if (kind === 'heartbeat') return null;
  return (
    <fieldset className={classes.part}>
      <legend className="eyebrow">Down and degraded</legend>
      <NumberField
        label="Timeout"
        suffix=" s"
        allowDecimal
        min={0.1}
        max={maxTimeout(kind)}
        value={draft.timeoutSeconds}
        error={problems.timeoutSeconds}
        onChange={(timeoutSeconds) => onChange({ timeoutSeconds })}
      />
      <NumberField
        label="Retries before down"
        min={0}
        max={10}
        value={draft.retries}
        error={problems.retries}
        onChange={(retries) => onChange({ retries })}
      />
      {draft.retries > 0 ? (
        <NumberField
          label="Delay before a retry"
          suffix=" s"
          min={5}
          max={3600}
          value={draft.retrySeconds}
          error={problems.retrySeconds}
          onChange={(retrySeconds) => onChange({ retrySeconds })}
        />
      ) : null}
      <OptionalNumberField
        label="Degraded above (optional)"
        suffix=" ms"
        min={1}
        max={3_600_000}
        value={draft.degradedAboveMs}
        error={problems.degradedAboveMs}
        onChange={(degradedAboveMs) => onChange({ degradedAboveMs })}
      />
      <OptionalNumberField
        label="Degraded above baseline (optional)"
        description="Times its own p95 of the last 7 days."
        suffix=" ×"
        allowDecimal
        min={1.1}
        max={100}
        value={draft.degradedFactor}
        error={problems.degradedFactor}
        onChange={(degradedFactor) => onChange({ degradedFactor })}
      />
      <OptionalNumberField
        label="Availability objective (optional)"
        suffix=" %"
        allowDecimal
        min={50}
        max={99.999}
        value={draft.sloPercent}
        error={problems.sloPercent}
        onChange={(sloPercent) => onChange({ sloPercent })}
      />
    </fieldset>
  );
}

/** PlaceFields edits where a check runs and with which variables. */
export function PlaceFields({ draft, problems, projectId, onChange }: FormPart & { projectId: string }) {
  const { definition } = draft;
  const workspace = isTest(definition.kind) ? testOf(definition)?.projectId : projectId;
  if (definition.kind === 'heartbeat') return null;
  return (
    <fieldset className={classes.part}>
      <legend className="eyebrow">Environment and regions</legend>
      <EnvironmentSelect
        workspace={workspace ?? ''}
        value={draft.environmentId}
        error={problems.environmentId}
        onChange={(environmentId) => onChange({ environmentId })}
      />
      <RegionFields draft={draft} problems={problems} onChange={onChange} />
    </fieldset>
  );
}

interface EnvironmentProps {
  workspace: string;
  value: string | null;
  error: string | undefined;
  onChange: (environmentId: string | null) => void;
}

function EnvironmentSelect({ workspace, value, error, onChange }: EnvironmentProps) {
  const environments = useQuery({ ...environmentsQuery(workspace), enabled: workspace !== '' }).data ?? [];
  return (
    <Select
      label="Environment"
      placeholder="None"
      clearable
      searchable
      nothingFoundMessage="No matching environment"
      data={environments.map((each) => ({ value: each.environmentId, label: each.environmentName }))}
      value={value}
      error={error}
      onChange={onChange}
    />
  );
}

function RegionFields({ draft: { regions, downIn, confirmFrom }, problems, onChange }: FormPart) {
  const listed = useQuery(regionsQuery).data ?? [];
  const [typed, setTyped] = useState('');
  const known = [
    ...new Set([...listed.map(({ region }) => region), ...regions, ...(confirmFrom ? [confirmFrom] : [])]),
  ];
  const others = known.filter((region) => !regions.includes(region));
  return (
    <>
      <MultiSelect
        label="Regions"
        placeholder={regions.length === 0 ? 'Any runner' : undefined}
        data={known}
        searchable
        searchValue={typed}
        onSearchChange={setTyped}
        nothingFoundMessage="No runner has this region."
        value={regions}
        error={problems.regions}
        onChange={(next) => onChange({ regions: next, downIn: Math.max(1, Math.min(downIn, next.length)) })}
      />
      {regions.length > 1 ? (
        <NumberField
          label="Down in"
          description={`Regions that must find it down, of ${regions.length}.`}
          min={1}
          max={regions.length}
          value={downIn}
          error={problems.downIn}
          onChange={(value) => onChange({ downIn: value })}
        />
      ) : null}
      {others.length > 0 ? (
        <Select
          label="Confirm from (optional)"
          placeholder="No second region"
          clearable
          data={others}
          value={confirmFrom}
          error={problems.confirmFrom}
          onChange={(value) => onChange({ confirmFrom: value })}
        />
      ) : null}
    </>
  );
}
