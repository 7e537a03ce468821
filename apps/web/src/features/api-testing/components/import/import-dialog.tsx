import { Modal } from '@mantine/core';
import { ImportFlow, type ImportFlowProps } from './import-flow.tsx';

/** ImportDialog is the import as a dialog over the screen that opened it. */
export function ImportDialog(props: ImportFlowProps) {
  return (
    <Modal
      opened
      onClose={props.onClose}
      // A click outside a form that took a while to fill must not discard it.
      closeOnClickOutside={false}
      title={props.isUpdate ? 'Update from source' : 'Import requests'}
      size={760}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <ImportFlow {...props} />
    </Modal>
  );
}
