import { Button, CopyButton } from '@mantine/core';
import type { NewFlowHook } from '@touchstone/contracts/flows';
import classes from './triggers.module.css';

/** curlOf returns a curl command that calls a webhook. */
export const curlOf = (address: string): string =>
  [`curl -X POST '${address}'`, `  -H 'Content-Type: application/json'`, `  -d '{ "currency": "EUR" }'`].join(' \\\n');

/** NewHook shows the address of a webhook, once. */
export function NewHook({ hook, onDone }: { hook: NewFlowHook; onDone: () => void }) {
  return (
    <section className={classes.made} aria-label={`Address of ${hook.name}`}>
      <p role="status">
        <strong>{hook.name}</strong> is ready. Copy its address now: it isn't shown again.
      </p>
      <Copied label="Copy address" text={hook.address} />
      <p className="dim">
        Fields of the JSON body are variables of the run. Send an <code>Idempotency-Key</code> header so that a repeated
        call starts no second run.
      </p>
      <Copied label="Copy command" text={curlOf(hook.address)} />
      <Button variant="default" onClick={onDone}>
        Done
      </Button>
    </section>
  );
}

function Copied({ label, text }: { label: string; text: string }) {
  return (
    <div className={classes.copied}>
      <pre className="mono">{text}</pre>
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <Button variant="default" onClick={copy}>
            {copied ? 'Copied' : label}
          </Button>
        )}
      </CopyButton>
    </div>
  );
}
