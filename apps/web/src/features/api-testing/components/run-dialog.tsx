import { Button, Group, Modal, NumberInput, Select, Switch, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { DataFileChoice } from '@touchstone/contracts/workspaces';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { preferences, usePreferences } from '../../../shared/preferences.ts';
import { toast, toastError } from '../../../shared/toasts.ts';
import { environmentsQuery } from '../api/environments.queries.ts';
import { useExecutionMutations } from '../api/executions.mutations.ts';
import { prerequisitesQuery } from '../api/prerequisites.queries.ts';
import { checkDataRows } from '../model/data-rows.ts';
import { apiTestingPaths } from '../paths.ts';
import { DataRows } from './run/data-rows.tsx';

interface Props {
  projectId: string;
  /** What runs, such as "3 suites" or a name. */
  what: string;
  suiteIds?: string[];
  scriptIds?: string[];
  /** The data file of the suite's last run. */
  remembered?: DataFileChoice | null;
  onClose: () => void;
}

/** RunDialog asks where and how to run, starts the run and opens its report. */
export function RunDialog({ projectId, what, suiteIds, scriptIds, remembered: dataFileBefore = null, onClose }: Props) {
  const navigate = useNavigate();
  const choice = useEnvironmentChoice(projectId);
  const { environments, environmentId } = choice;
  const [parallel, setParallel] = useState<number | string>(1);
  const [stopOnFailure, setStopOnFailure] = useState(false);
  const [hasRows, setHasRows] = useState(false);
  const [dataFile, setDataFile] = useState<DataFileChoice | null>(null);
  const [rowProblems, setRowProblems] = useState<Record<string, string>>({});
  const [runPrerequisites, setRunPrerequisites] = useState(true);
  const { start } = useExecutionMutations();
  const hasPrerequisites = (useQuery(prerequisitesQuery(projectId)).data ?? []).some((item) => item.enabled);

  const run = async () => {
    if (!choice.isValid()) return;
    const wrong = hasRows ? checkDataRows(dataFile) : {};
    setRowProblems(wrong);
    if (Object.keys(wrong).length > 0) return;
    try {
      const { runId } = await start.mutateAsync({
        projectId,
        ...(suiteIds ? { suiteIds } : {}),
        ...(scriptIds ? { scriptIds } : {}),
        ...(environmentId ? { environmentId } : {}),
        parallel: Number(parallel) || 1,
        stopOnFailure,
        runPrerequisites: hasPrerequisites && runPrerequisites,
        ...(hasRows && dataFile ? { dataFile } : {}),
      });
      choice.remember();
      toast('info', 'Run initiated');
      onClose();
      await navigate(apiTestingPaths.report(runId));
    } catch (error) {
      toastError(error);
    }
  };
  return (
    <Modal opened onClose={onClose} title={`Run ${what}`} size={hasRows ? 640 : undefined}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          void run();
        }}
      >
        <EnvironmentField {...choice} />
        <NumberInput
          label="Requests at once"
          description="A script waits for scripts in its suite whose values it uses."
          mt="md"
          min={1}
          max={100}
          allowDecimal={false}
          value={parallel}
          onChange={setParallel}
        />
        {hasPrerequisites ? (
          <Switch
            mt="md"
            label="Run prerequisites first"
            description="Where one fails, the run ends with its reason."
            checked={runPrerequisites}
            onChange={(event) => setRunPrerequisites(event.currentTarget.checked)}
          />
        ) : null}
        <Switch
          mt="md"
          label="Stop after the first failure"
          checked={stopOnFailure}
          onChange={(event) => setStopOnFailure(event.currentTarget.checked)}
        />
        <DataRows
          context={{ projectId, suiteIds, scriptIds, environmentId: environmentId ?? undefined }}
          isOn={hasRows}
          onToggle={setHasRows}
          choice={dataFile}
          onChange={(choice) => {
            setDataFile(choice);
            setRowProblems({});
          }}
          remembered={dataFileBefore}
          problems={rowProblems}
        />
        <Group justify="flex-end" mt="lg" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={start.isPending} disabled={environments.isPending}>
            Run
          </Button>
        </Group>
      </form>
    </Modal>
  );
}

/** The environment of the last run, or the first of the list. */
function useEnvironmentChoice(projectId: string) {
  const environments = useQuery(environmentsQuery(projectId));
  const remembered = usePreferences().environments[projectId];
  const [picked, setPicked] = useState<string | null | undefined>(remembered);
  const [problem, setProblem] = useState<string | null>(null);
  const chosen = picked === undefined ? environments.data?.[0]?.environmentId : picked;
  const environmentId = environments.data?.find((item) => item.environmentId === chosen)?.environmentId ?? null;
  const remember = () =>
    preferences.set({ environments: { ...preferences.get().environments, [projectId]: environmentId } });
  const pick = (value: string | null) => {
    setPicked(value);
    setProblem(null);
  };
  const isValid = (): boolean => {
    const isMissing = (environments.data ?? []).length > 0 && !environmentId;
    if (isMissing) setProblem('Please select an environment.');
    return !isMissing;
  };
  return { environments, environmentId, problem, pick, isValid, remember };
}

type EnvironmentChoice = ReturnType<typeof useEnvironmentChoice>;

function EnvironmentField({ environments, environmentId, problem, pick }: EnvironmentChoice) {
  if (environments.data?.length === 0)
    return (
      <Text c="dimmed">This project has no environments, so the run uses variables of suites and globals only.</Text>
    );
  return (
    <Select
      label="Environment"
      placeholder={environments.isPending ? 'Loading…' : 'Choose an environment'}
      data={(environments.data ?? []).map((item) => ({ value: item.environmentId, label: item.environmentName }))}
      value={environmentId}
      onChange={pick}
      error={problem}
      data-autofocus
    />
  );
}
