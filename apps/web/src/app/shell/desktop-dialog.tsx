import { Button, Group, Modal, Text } from '@mantine/core';
import { useState } from 'react';
import { house } from '../house.ts';

const seenKey = 'touchstone.small-screen-accepted';

/** DesktopDialog notes once per visit that the product is made for larger screens. */
export default function DesktopDialog() {
  const [opened, setOpened] = useState(() => sessionStorage.getItem(seenKey) === null);
  const dismiss = () => {
    sessionStorage.setItem(seenKey, '1');
    setOpened(false);
  };
  return (
    <Modal
      opened={opened}
      onClose={dismiss}
      withCloseButton={false}
      closeOnClickOutside={false}
      title="Desktop Environment Required"
      size={425}
    >
      <Text>
        Touchstone is made for the screen of a desktop computer. On this device parts of it may be hard to use.
      </Text>
      <Group justify="flex-end" gap="sm" mt="lg" className="form">
        <Button variant="default" onClick={() => window.location.assign(house.session.signUpPath)}>
          Cancel
        </Button>
        <Button onClick={dismiss}>Continue</Button>
      </Group>
    </Modal>
  );
}
