import { formatExact } from '../../../../shared/format.ts';
import { StatusLabel } from '../../../../ui/status/status-glyph.tsx';
import { Tip } from '../../../../ui/tip/tip.tsx';
import { expiryOf } from '../../model/certificate-expiry.ts';

/** ExpiryLabel says in how many days a certificate expires, with the exact time in the tooltip. */
export function ExpiryLabel({ validity }: { validity: { notBefore: string; notAfter: string } }) {
  const { text, status } = expiryOf(validity);
  return (
    <Tip label={`Valid from ${formatExact(validity.notBefore)} to ${formatExact(validity.notAfter)}`}>
      <span style={{ display: 'inline-block' }}>
        <StatusLabel status={status}>
          <time dateTime={validity.notAfter}>{text}</time>
        </StatusLabel>
      </span>
    </Tip>
  );
}
