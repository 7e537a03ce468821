import { Button, CopyButton, TextInput } from '@mantine/core';
import type { FlowNodeAnswer } from '../../../../shared/flows/flow-node-look.ts';

/** WebhookSettings says what the block waits for; its address is created when a run reaches it. */
export const WebhookSettings = () => (
  <p className="dim">
    Waits for a POST request to an address that each run makes anew. The JSON of the request becomes the output “body”.
    The address is shown in the run when it gets here.
  </p>
);

/** WebhookAnswer shows the address that a workflow waits for, to users who may continue it. */
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
