import type { Mock } from '@touchstone/contracts/service-virtualization';
import type { MockRow } from '../../store/mocks.store.ts';

/** createAddresses says where mocks are reached. */
export function createAddresses(publicUrl: string, domain?: string) {
  const base = publicUrl.replace(/\/+$/, '');
  const { protocol, port } = new URL(publicUrl);
  const ownHost = ({ pathKey }: Pick<MockRow, 'pathKey'>): string =>
    `${protocol}//${pathKey}.${domain?.toLowerCase()}${port === '' ? '' : `:${port}`}`;
  const main = ({ pathKey }: Pick<MockRow, 'pathKey'>): string => `${base}/mock/${pathKey}`;
  return {
    main,
    admin: (row: Pick<MockRow, 'pathKey'>): string => `${main(row)}/__admin`,
    list: (row: Pick<MockRow, 'pathKey'>): Mock['addresses'] => [
      { kind: 'path', url: main(row) },
      ...(domain ? [{ kind: 'host' as const, url: ownHost(row) }] : []),
    ],
  };
}
/** Addresses says where mocks are reached. */
export type Addresses = ReturnType<typeof createAddresses>;
