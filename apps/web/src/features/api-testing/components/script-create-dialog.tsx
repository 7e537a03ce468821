import { Button, Group, Modal, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { scriptNameSchema } from '@touchstone/contracts';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { suitesQuery } from '../api/suites.queries.ts';
import { apiTestingPaths } from '../paths.ts';

/** ScriptCreateDialog asks for the suite and the name of a new script, then opens the editor on it. */
export function ScriptCreateDialog({
  projectId,
  onClose,
  onCreateSuite,
}: {
  projectId: string;
  onClose: () => void;
  onCreateSuite: () => void;
}) {
  const navigate = useNavigate();
  const suites = useQuery(suitesQuery({ projectId, page: 0, size: 200 }));
  const [suiteId, setSuiteId] = useState<string | null>(null);
  const [name, setName] = useState('');
  const [tried, setTried] = useState(false);
  const parsed = scriptNameSchema.safeParse(name);
  const list = suites.data?.content ?? [];
  const suite = suiteId ?? list[0]?.suiteId ?? null;
  const submit = () => {
    setTried(true);
    if (!parsed.success || !suite) return;
    void navigate(`${apiTestingPaths.suite(suite, projectId)}&${new URLSearchParams({ new: name })}`);
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
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={tried && !parsed.success ? parsed.error.issues[0]?.message : undefined}
        />
        <Select
          label="Test suite"
          mt="md"
          searchable
          data={list.map((item) => ({ value: item.suiteId, label: item.suiteName }))}
          value={suite}
          onChange={setSuiteId}
          error={tried && !suite ? 'Please select an option' : undefined}
          nothingFoundMessage="No suite has this name"
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
