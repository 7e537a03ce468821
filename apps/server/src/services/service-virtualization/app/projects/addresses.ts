import type { AddressKind, Mock } from '@touchstone/contracts/service-virtualization';
import { isIn, type PortRange } from '../../domain/port-range.ts';
import type { MockRow } from '../../store/mocks.store.ts';

type Place = Pick<MockRow, 'pathKey' | 'port'>;

/** createAddresses knows the addresses of mocks. */
export function createAddresses(publicUrl: string, { domain, ports }: { domain?: string; ports?: PortRange } = {}) {
  const base = publicUrl.replace(/\/+$/, '');
  const { protocol, port, hostname } = new URL(publicUrl);
  const ownHost = ({ pathKey }: Place): string =>
    `${protocol}//${pathKey}.${domain?.toLowerCase()}${port === '' ? '' : `:${port}`}`;
  const main = ({ pathKey }: Pick<MockRow, 'pathKey'>): string => `${base}/mock/${pathKey}`;
  const list = (row: Place): Mock['addresses'] => {
    const found: Mock['addresses'] = [{ kind: 'path', url: main(row) }];
    if (isIn(ports, row.port))
      found.push(
        { kind: 'port', url: `http://${hostname}:${row.port}` },
        { kind: 'tls', url: `https://${hostname}:${row.port}` },
      );
    if (domain) found.push({ kind: 'host', url: ownHost(row) });
    return found;
  };
  return {
    ports,
    main,
    admin: (row: Pick<MockRow, 'pathKey'>): string => `${main(row)}/__admin`,
    list,
    /** The mock's address of a kind; its main address if it has none. */
    of: (row: Place, kind: AddressKind): string => list(row).find((one) => one.kind === kind)?.url ?? main(row),
  };
}
/** Addresses knows the addresses of mocks. */
export type Addresses = ReturnType<typeof createAddresses>;
