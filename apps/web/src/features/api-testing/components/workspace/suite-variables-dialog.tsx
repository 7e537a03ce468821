import { Button, Group, Modal, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Suite } from '@touchstone/contracts/api-testing';
import type { Variable } from '@touchstone/contracts/workspaces';
import { useState } from 'react';
import { toast, toastError } from '../../../../shared/toasts.ts';
import { Problem } from '../../../../ui/page.tsx';
import { useEnvironmentMutations } from '../../api/environments.mutations.ts';
import { suiteVariablesQuery } from '../../api/environments.queries.ts';
import { changesOf, hasChanges, problemsOf, toRows } from '../../model/variable-rows.ts';
import { VariablesGrid } from './variables-grid.tsx';

/** SuiteVariablesDialog edits a suite's own variables. */
export function SuiteVariablesDialog({ suite, onClose }: { suite: Suite; onClose: () => void }) {
  const saved = useQuery({ ...suiteVariablesQuery(suite.suiteId), staleTime: 0, gcTime: 0 });
  return (
    <Modal opened onClose={onClose} title={`Variables of ${suite.suiteName}`} size={640} closeOnClickOutside={false}>
      <Text c="dimmed" mb="sm">
        Environment variables override suite variables. Values that scripts set or extract override both.
      </Text>
      {saved.isError ? <Problem error={saved.error} onRetry={() => void saved.refetch()} /> : null}
      {saved.data ? <Editor suite={suite} saved={saved.data} onClose={onClose} /> : null}
    </Modal>
  );
}

function Editor({ suite, saved, onClose }: { suite: Suite; saved: Variable[]; onClose: () => void }) {
  const { suiteId, projectId } = suite;
  const [rows, setRows] = useState(() => toRows(saved));
  const [tried, setTried] = useState(false);
  const { saveSuiteVariables } = useEnvironmentMutations(projectId);
  const problems = problemsOf(rows);
  const changes = changesOf(saved, rows);
  const save = async () => {
    setTried(true);
    if (Object.keys(problems).length > 0) return;
    try {
      if (hasChanges(changes)) await saveSuiteVariables.mutateAsync({ suiteId, changes });
      toast('success', `Variables of ${suite.suiteName} saved.`);
      onClose();
    } catch (error) {
      toastError(error);
    }
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <VariablesGrid rows={rows} onChange={setRows} errors={tried ? problems : {}} readOnly={false} />
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={saveSuiteVariables.isPending} disabled={!hasChanges(changes)}>
          Save variables
        </Button>
      </Group>
    </form>
  );
}
