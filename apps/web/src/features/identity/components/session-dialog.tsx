import { Button, Modal, Text } from '@mantine/core';
import { dialogText, type SessionDialogResult, type SessionDialogType } from '../model/session-dialog.ts';
import { authClasses } from './auth-card.tsx';

interface Props {
  type: SessionDialogType;
  remainingSeconds?: number;
  busy?: boolean;
  onResult: (result: SessionDialogResult) => void;
}

/** SessionDialog closes only by one of its buttons; in the countdown any dismissal counts as "Continue". */
export function SessionDialog({ type, remainingSeconds, busy = false, onResult }: Props) {
  const { title, text, buttons } = dialogText(type, remainingSeconds);
  const dismissible = type === 'countdownTime';
  return (
    <Modal
      opened
      onClose={() => (dismissible ? onResult('countdownTime') : undefined)}
      withCloseButton={false}
      closeOnClickOutside={dismissible}
      closeOnEscape={dismissible}
      size={425}
      title={title}
      zIndex={1000}
    >
      {/* A screen reader must not announce every second. */}
      <Text mb="lg" role={dismissible ? 'timer' : undefined}>
        {text}
      </Text>
      <div className={authClasses.form}>
        {buttons.map(({ label, result }, index) => (
          <Button
            key={result}
            fullWidth
            variant={index === 0 ? 'filled' : 'default'}
            disabled={busy}
            {...(index === 0 && { 'data-autofocus': true })}
            onClick={() => onResult(result)}
          >
            {label}
          </Button>
        ))}
      </div>
    </Modal>
  );
}
