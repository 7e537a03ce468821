import { SegmentedControl, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Suite } from '@touchstone/contracts/web-testing';
import { useState } from 'react';
import { messageOf, toast } from '../../../../shared/toasts.ts';
import { FormDialog } from '../../../../ui/dialog/form-dialog.tsx';
import { allSprintsQuery } from '../../api/sprints.ts';
import { useSuiteMutations } from '../../api/suites.ts';

const testLab = 'TEST_LAB';
type Action = 'MOVE' | 'CLONE';

/** MoveSuiteDialog moves or copies a suite to a sprint or the test lab. */
export function MoveSuiteDialog({ suite, onClose }: { suite: Suite; onClose: () => void }) {
  const { uuid, testSuiteName, projectUUID, sprintUUID } = suite;
  const { move } = useSuiteMutations({ projectUUID, sprintUUID: sprintUUID ?? '' });
  const sprints = useQuery(allSprintsQuery(projectUUID)).data ?? [];
  const [target, setTarget] = useState<string | null>(null);
  const [action, setAction] = useState<Action>('MOVE');
  const [problem, setProblem] = useState('');
  const places = [
    { value: testLab, label: 'Test lab' },
    ...sprints.filter(({ sprintActive }) => sprintActive).map((each) => ({ value: each.uuid, label: each.sprintName })),
  ].filter(({ value }) => action === 'CLONE' || value !== (sprintUUID ?? testLab));
  const submit = async () => {
    await move.mutateAsync({ suiteUUIDs: [uuid], targetSprintUUID: target === testLab ? null : target, action });
    const where = places.find(({ value }) => value === target)?.label ?? '';
    toast('success', `${testSuiteName} ${action === 'MOVE' ? 'moved' : 'copied'} to ${where}.`);
  };
  return (
    <FormDialog
      title={`Move or copy ${testSuiteName}`}
      confirm={action === 'MOVE' ? 'Move suite' : 'Copy suite'}
      disabled={target === null}
      onSubmit={submit}
      onError={(error) => setProblem(messageOf(error))}
      onClose={onClose}
    >
      <SegmentedControl
        aria-label="Move or copy"
        value={action}
        data={[
          { value: 'MOVE', label: 'Move' },
          { value: 'CLONE', label: 'Copy' },
        ]}
        onChange={(value) => {
          setAction(value as Action);
          setTarget(null);
        }}
        mb="md"
      />
      <Select
        label="To"
        placeholder={places.length === 0 ? 'There is no other place' : 'Choose a place'}
        data={places}
        value={target}
        error={problem}
        onChange={(value) => {
          setTarget(value);
          setProblem('');
        }}
      />
    </FormDialog>
  );
}
