import type { CertificateCheck } from '@touchstone/contracts/workspaces';
import classes from './certificate.module.css';
import { ExpiryLabel } from './expiry-label.tsx';

/** CertificateFacts shows the fields of a certificate. */
export function CertificateFacts({
  facts,
}: {
  facts: Omit<CertificateCheck, 'warning'> & { warning?: string | null };
}) {
  return (
    <>
      <dl className={classes.facts} aria-label="Certificate">
        <dt>Subject</dt>
        <dd>{facts.subject}</dd>
        <dt>Issuer</dt>
        <dd>{facts.issuer}</dd>
        <dt>Expires</dt>
        <dd>
          <ExpiryLabel validity={facts} />
        </dd>
        <dt>SHA-256</dt>
        <dd className="mono">{facts.fingerprint}</dd>
      </dl>
      {facts.warning ? (
        <p className={classes.warning} role="status">
          {facts.warning}
        </p>
      ) : null}
    </>
  );
}
