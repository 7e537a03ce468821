import { Button, Modal, Text } from '@mantine/core';
import { useSession } from '../shared/session/browser-session.ts';
import { rememberPath, startSignIn } from '../shared/session/sign-in.ts';

/** SessionExpired blocks the page when the session is gone; its one button starts sign-in and comes back here. */
export function SessionExpired() {
  const { status } = useSession();
  return (
    <Modal
      opened={status === 'expired'}
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
