interface Access {
  kind: string;
  host: string;
  port: number;
  username: string;
  tls: 'off' | 'encrypt' | 'verify';
  caCertificate: string;
}

const strength = { off: 0, encrypt: 1, verify: 2 } as const;

/**
 * sendsPasswordElsewhere returns whether a change would send a stored password to another server or user, or less
 * protected than before.
 */
export function sendsPasswordElsewhere(before: Access, after: Access): boolean {
  return (
    before.kind !== after.kind ||
    before.host.toLowerCase() !== after.host.toLowerCase() ||
    before.port !== after.port ||
    before.username !== after.username ||
    strength[after.tls] < strength[before.tls] ||
    (before.tls === 'verify' && before.caCertificate !== after.caCertificate)
  );
}
