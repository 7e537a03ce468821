import { Select, Textarea, TextInput } from '@mantine/core';
import { type MockSuite, mockSuiteNameSchema } from '@touchstone/contracts/service-virtualization';
import { useState } from 'react';
import { messageOf } from '../../../../shared/toasts.ts';
import { FormDialog } from '../../../../ui/dialog/form-dialog.tsx';
import { useSuiteMutations } from '../../api/suites.ts';
import { idsBelow, type TreeSuite } from '../../model/suite-tree.ts';

interface Props {
  projectId: string;
  /** The suite to edit; absent to create one. */
  suite?: MockSuite | undefined;
  /** Parent of a new one; absent for the top. */
  parent?: MockSuite | undefined;
  onMade?: (suite: MockSuite) => void;
  onClose: () => void;
}

/** SuiteDialog creates or renames a suite. */
export function SuiteDialog({ projectId, suite, parent, onMade, onClose }: Props) {
  const { create, update } = useSuiteMutations();
  const [name, setName] = useState(suite?.name ?? '');
  const [description, setDescription] = useState(suite?.description ?? '');
  const [problem, setProblem] = useState<string | null>(null);
  const submit = async () => {
    const read = mockSuiteNameSchema.safeParse(name);
    if (!read.success) {
      setProblem(read.error.issues[0]?.message ?? null);
      return false;
    }
    const given = { name: read.data, description };
    if (suite) await update.mutateAsync({ suiteId: suite.suiteId, ...given });
    else onMade?.(await create.mutateAsync({ projectId, parentId: parent?.suiteId ?? null, ...given }));
    return true;
  };
  return (
    <FormDialog
      title={suite ? `Edit suite ${suite.name}` : parent ? `Create suite in ${parent.name}` : 'Create suite'}
      confirm={suite ? 'Save suite' : 'Create suite'}
      onSubmit={submit}
      onError={(error) => setProblem(messageOf(error))}
      onClose={onClose}
    >
      <TextInput
        label="Suite name"
        data-autofocus
        value={name}
        error={problem}
        onChange={(event) => {
          setName(event.currentTarget.value);
          setProblem(null);
        }}
      />
      <Textarea
        label="Description"
        mt="md"
        autosize
        minRows={2}
        maxRows={6}
        maxLength={2000}
        value={description}
        onChange={(event) => setDescription(event.currentTarget.value)}
      />
    </FormDialog>
  );
}

const top = '';

interface MoveProps {
  suite: MockSuite;
  tree: readonly TreeSuite[];
  onClose: () => void;
}

/** MoveSuiteDialog moves a suite into another one, or to the top. */
export function MoveSuiteDialog({ suite, tree, onClose }: MoveProps) {
  const { move } = useSuiteMutations();
  const [parentId, setParentId] = useState<string>(suite.parentId ?? top);
  const [problem, setProblem] = useState<string | null>(null);
  const below = idsBelow(tree, suite.suiteId);
  const places = tree.filter((each) => !below.has(each.suite.suiteId));
  return (
    <FormDialog
      title={`Move suite ${suite.name}`}
      confirm="Move suite"
      disabled={parentId === (suite.parentId ?? top)}
      onSubmit={() => move.mutateAsync({ suiteId: suite.suiteId, parentId: parentId || null })}
      onError={(error) => setProblem(messageOf(error))}
      onClose={onClose}
    >
      <Select
        label="Into"
        data-autofocus
        searchable
        allowDeselect={false}
        nothingFoundMessage="No matching suite"
        data={[
          { value: top, label: 'Top level' },
          ...places.map(({ suite: { suiteId }, path }) => ({ value: suiteId, label: path })),
        ]}
        value={parentId}
        error={problem}
        onChange={(value) => {
          setParentId(value ?? top);
          setProblem(null);
        }}
      />
    </FormDialog>
  );
}
