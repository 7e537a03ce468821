import { Button, CopyButton } from '@mantine/core';
import classes from './editor.module.css';

/** HeartbeatAddress shows the address that a job calls, only this once, and how to call it. */
export function HeartbeatAddress({ url }: { url: string }) {
  const call = `curl -fsS -m 10 --retry 3 "${url}"`;
  return (
    <div className={classes.form}>
      <p>
        Your job calls this address after each run. <strong>Copy it now: it is shown only once.</strong>
      </p>
      <Copied label="Address" text={url} />
      <Copied label="Command" text={call} />
      <Copied label="Line of a crontab" text={`*/5 * * * * /path/to/job && ${call} > /dev/null`} />
      <Copied label="Report a failure" text={`curl -fsS -m 10 "${url}?status=fail&msg=Disk%20full"`} />
    </div>
  );
}

function Copied({ label, text }: { label: string; text: string }) {
  return (
    <div>
      <div className="eyebrow">{label}</div>
      <div className={classes.copy}>
        <pre className={`${classes.code} mono grow`}>{text}</pre>
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <Button variant="default" aria-label={`Copy ${label.toLowerCase()}`} onClick={copy}>
              {copied ? 'Copied' : 'Copy'}
            </Button>
          )}
        </CopyButton>
      </div>
    </div>
  );
}
