import { Button, Group, Modal } from '@mantine/core';
import { useState } from 'react';
import type { Choice } from '../../../shared/choices.ts';
import { messageOf } from '../../../shared/toasts.ts';
import { RemoteSelect } from '../../../ui/select/remote-select.tsx';
import { unlicensedChoices, useLicenceMutations } from '../api/licences.queries.ts';
import classes from './subscription.module.css';

interface Props {
  service: { uuid: string; serviceName: string };
  onClose: () => void;
}

/** AssignDialog assigns a free licence to a user. */
export function AssignDialog({ service, onClose }: Props) {
  const { assign } = useLicenceMutations();
  const [user, setUser] = useState<Choice | null>(null);
  const [problem, setProblem] = useState<string>();
  const submit = () => {
    if (!user) return setProblem('Please select an option');
    assign.mutate(
      { serviceId: service.uuid, userId: user.value },
      {
        onSuccess: onClose,
        onError: (error) => setProblem(messageOf(error)),
      },
    );
  };
  return (
    <Modal opened onClose={onClose} title={`Assign a licence of ${service.serviceName}`}>
      <form
        className={`form ${classes.column}`}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <RemoteSelect
          label="User"
          description="Active users without a licence of this service"
          placeholder="Search by name or e-mail"
          source={unlicensedChoices(service.uuid)}
          nothingFound="No user without a licence has this name"
          value={user}
          error={problem}
          onChange={(chosen) => {
            setUser(chosen);
            setProblem(undefined);
          }}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={assign.isPending}>
            Assign licence
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
