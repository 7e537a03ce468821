import { assertLiteralAllowed } from '@touchstone/engine-http';
import { AppError } from '@touchstone/kernel';
import type { Platform } from '../../../../platform/platform.ts';
import { sessionOptions } from '../../../workspaces/index.ts';
import { leadsBack } from '../../domain/recordings/check-target.ts';
import { virtualizationErrors } from '../../errors.ts';
import type { MockRow } from '../../store/mocks.store.ts';
import type { Addresses } from '../projects/addresses.ts';

/** createTargets validates addresses of services: not the mock's own, and permitted by the address policy. */
export function createTargets({ platform, addresses }: { platform: Platform; addresses: Addresses }) {
  return {
    /** Throws if a mock may not call an address. Names are resolved and checked again for each call. */
    assert(mock: Pick<MockRow, 'pathKey' | 'port' | 'organizationId'>, target: string): void {
      if (
        leadsBack(
          target,
          addresses.list(mock).map(({ url }) => url),
        )
      )
        throw new AppError(virtualizationErrors.upstreamIsMock);
      const { addressPolicy } = sessionOptions(platform, {
        organizationId: mock.organizationId,
        projectId: undefined,
      });
      if (addressPolicy === undefined) return;
      const { protocol, hostname, port } = new URL(target);
      try {
        const host = hostname.replace(/^\[|\]$/g, '');
        assertLiteralAllowed(addressPolicy, host, Number(port) || (protocol === 'https:' ? 443 : 80));
      } catch (error) {
        throw new AppError(virtualizationErrors.upstreamRefused, { params: { reason: (error as Error).message } });
      }
    },
  };
}
/** Targets validates addresses of services. */
export type Targets = ReturnType<typeof createTargets>;
