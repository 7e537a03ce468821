import type { Mock } from '@touchstone/contracts/service-virtualization';
import type { MockRow } from '../../store/mocks.store.ts';

/** createAddresses says where mocks are reached. */
export function createAddresses(publicUrl: string) {
  const base = publicUrl.replace(/\/+$/, '');
  const main = ({ pathKey }: Pick<MockRow, 'pathKey'>): string => `${base}/mock/${pathKey}`;
  return {
    main,
    admin: (row: Pick<MockRow, 'pathKey'>): string => `${main(row)}/__admin`,
    list: (row: Pick<MockRow, 'pathKey'>): Mock['addresses'] => [{ kind: 'path', url: main(row) }],
  };
}
/** Addresses says where mocks are reached. */
export type Addresses = ReturnType<typeof createAddresses>;
