import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown, Play } from 'lucide-react';
import { useState } from 'react';
import { preferences } from '../../../../shared/preferences.ts';
import { configurationsQuery } from '../../api/configurations.ts';
import { draftOf, emptyDraft, type RunDraft } from '../../model/run-draft.ts';
import { RunDialog } from './run-dialog.tsx';

/** useRunDraft returns the default settings of a workspace's runs: the last selected configuration. */
export function useRunDraft(projectId: string) {
  const configurations = useQuery(configurationsQuery(projectId)).data ?? [];
  const [chosenId, setChosenId] = useState(preferences.get().runConfigurations[projectId]);
  const chosen = configurations.find(({ configurationId }) => configurationId === chosenId);
  const choose = (configurationId: string | undefined) => {
    setChosenId(configurationId);
    const { [projectId]: _before, ...others } = preferences.get().runConfigurations;
    preferences.set({
      runConfigurations: configurationId ? { ...others, [projectId]: configurationId } : others,
    });
  };
  return { configurations, chosen, choose, draft: chosen ? draftOf(chosen) : emptyDraft };
}

interface Props {
  projectId: string;
  choice: ReturnType<typeof useRunDraft>;
  isBusy: boolean;
  onRun: (draft: RunDraft) => void;
}

/** RunButton runs a workflow with the last settings; a dialog next to it changes them. */
export function RunButton({ projectId, choice, isBusy, onRun }: Props) {
  const { configurations, chosen, choose, draft } = choice;
  const [isOpen, setOpen] = useState(false);
  return (
    <Group gap={1} wrap="nowrap">
      <Button
        leftSection={<Play size={14} />}
        loading={isBusy}
        onClick={() => onRun(draft)}
        style={{ borderTopRightRadius: 0, borderBottomRightRadius: 0 }}
      >
        {chosen ? `Run ${chosen.name.slice(0, 24)}` : 'Run'}
      </Button>
      <Button
        aria-label="Run configuration"
        px={6}
        disabled={isBusy}
        onClick={() => setOpen(true)}
        style={{ borderTopLeftRadius: 0, borderBottomLeftRadius: 0 }}
      >
        <ChevronDown size={14} />
      </Button>
      {isOpen ? (
        <RunDialog
          projectId={projectId}
          configurations={configurations}
          chosen={chosen}
          onChoose={choose}
          onClose={() => setOpen(false)}
          onRun={(chosenDraft) => {
            setOpen(false);
            onRun(chosenDraft);
          }}
        />
      ) : null}
    </Group>
  );
}
