import { Button, CopyButton, TextInput } from '@mantine/core';
import type { FlowNodeAnswer } from '../../../../shared/flows/flow-node-look.ts';

/** WebhookAnswer shows the address that a workflow waits for, to those who may continue it. */
export function WebhookAnswer({ detail }: FlowNodeAnswer) {
  const address = (detail as { address?: unknown } | null)?.address;
  if (typeof address !== 'string') return <p>Waiting until the address of this block is called.</p>;
  return (
    <>
      <TextInput
        label="Address"
        description="Send a POST request with JSON to continue. The address works once."
        classNames={{ input: 'mono' }}
        readOnly
        value={address}
      />
      <CopyButton value={address}>
        {({ copied, copy }) => (
          <Button variant="default" onClick={copy}>
            {copied ? 'Copied' : 'Copy address'}
          </Button>
        )}
      </CopyButton>
    </>
  );
}
