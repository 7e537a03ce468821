import { Button, Group, Modal, Select, TextInput } from '@mantine/core';
import type { ReportFormat } from '@touchstone/contracts/runs';
import { useState } from 'react';
import { z } from 'zod';
import { messageOf, toast } from '../../../../shared/toasts.ts';
import { useRunMutations } from '../../api/runs.mutations.ts';
import { formats } from '../run-report.ts';

const emailSchema = z.email('Please enter valid email id');

interface Props {
  runId: string;
  name: string;
  onClose: () => void;
}

/** MailReportDialog asks for an address and sends the report there. */
export function MailReportDialog({ runId, name, onClose }: Props) {
  const { mail } = useRunMutations(runId);
  const [email, setEmail] = useState('');
  const [type, setType] = useState<ReportFormat>('html');
  const [problem, setProblem] = useState<string | null>(null);
  const submit = async () => {
    const parsed = emailSchema.safeParse(email.trim());
    if (!parsed.success) {
      setProblem(parsed.error.issues[0]?.message ?? 'Please enter valid email id');
      return;
    }
    try {
      await mail.mutateAsync({ email: parsed.data, type });
      toast('success', `The report is on its way to ${parsed.data}.`);
      onClose();
    } catch (error) {
      setProblem(messageOf(error));
    }
  };
  return (
    <Modal opened onClose={onClose} title={`Mail report of ${name}`}>
      <form
        className="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <TextInput
          label="Email"
          type="email"
          data-autofocus
          value={email}
          error={problem}
          onChange={(event) => {
            setEmail(event.currentTarget.value);
            setProblem(null);
          }}
        />
        <Select
          label="Format"
          mt="md"
          allowDeselect={false}
          data={formats.map(({ format, title }) => ({ value: format, label: title }))}
          value={type}
          onChange={(value) => setType(formats.find(({ format }) => format === value)?.format ?? 'html')}
        />
        <Group justify="flex-end" mt="lg" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={mail.isPending}>
            Send report
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
