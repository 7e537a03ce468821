import { Button, Group, Modal, Text } from '@mantine/core';

/** LeaveDialog asks before unsaved changes are lost. */
export function LeaveDialog({ what, onStay, onLeave }: { what: string; onStay: () => void; onLeave: () => void }) {
  return (
    <Modal opened onClose={onStay} title="Leave without saving?">
      <Text>You have unsaved changes to {what}.</Text>
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button variant="default" onClick={onLeave}>
          Leave without saving
        </Button>
        <Button onClick={onStay} data-autofocus>
          Stay
        </Button>
      </Group>
    </Modal>
  );
}
