import { Button, Modal, Text } from '@mantine/core';
import { rememberPath, startSignIn } from '../shared/session/sign-in.ts';

/** SessionExpiredDialog cannot be closed; its one button starts sign-in and comes back here. */
export default function SessionExpiredDialog() {
  return (
    <Modal
      opened
      onClose={() => undefined}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      size={425}
      title="Session Expired"
      zIndex={1000}
    >
      <Text mb="lg">Your session has expired. Please login again.</Text>
      <Button
        fullWidth
        data-autofocus
        onClick={() => {
          rememberPath(location.pathname + location.search);
          startSignIn();
        }}
      >
        Login
      </Button>
    </Modal>
  );
}
