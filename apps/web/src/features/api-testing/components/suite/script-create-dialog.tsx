import { Button, Group, Modal, TextInput } from '@mantine/core';
import { scriptNameSchema } from '@touchstone/contracts/api-testing';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Choice } from '../../../../shared/choices.ts';
import { RemoteSelect } from '../../../../ui/select/remote-select.tsx';
import { suiteChoices } from '../../api/suites.queries.ts';
import { apiTestingPaths } from '../../paths.ts';

interface Props {
  projectId: string;
  onClose: () => void;
  onCreateSuite: () => void;
}

/** ScriptCreateDialog asks for the suite and name of a new script, then opens the editor on it. */
export function ScriptCreateDialog({ projectId, onClose, onCreateSuite }: Props) {
  const navigate = useNavigate();
  const [suite, setSuite] = useState<Choice | null>(null);
  const [name, setName] = useState('');
  const [tried, setTried] = useState(false);
  const parsed = scriptNameSchema.safeParse(name);
  const submit = () => {
    setTried(true);
    if (!parsed.success || !suite) return;
    void navigate(`${apiTestingPaths.suite(suite.value, projectId)}&${new URLSearchParams({ new: name })}`);
  };
  return (
    <Modal opened onClose={onClose} title="Create test script">
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <TextInput
          label="Name"
          data-autofocus
          mb="md"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={tried && !parsed.success ? parsed.error.issues[0]?.message : undefined}
        />
        <RemoteSelect
          label="Test suite"
          placeholder="Choose, or search by name"
          source={suiteChoices(projectId)}
          nothingFound="No suite has this name"
          emptyMessage="No suites yet. Create one first."
          value={suite}
          onChange={setSuite}
          error={tried && !suite ? 'Please select an option' : undefined}
        />
        <Group justify="space-between" mt="lg" gap="sm">
          <Button variant="subtle" color="gray" onClick={onCreateSuite}>
            New suite
          </Button>
          <Group gap="sm">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit">Create script</Button>
          </Group>
        </Group>
      </form>
    </Modal>
  );
}
