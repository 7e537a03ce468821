import type { Platform } from '../../platform/platform.ts';
import type { Service } from '../../platform/service.ts';
import type { Notify } from '../notifications/index.ts';
import type { LimitOf } from '../subscription/index.ts';
import { createClosures } from './app/closures.ts';
import { createGrace } from './app/grace.ts';
import { createPurchases } from './app/purchases.ts';
import { createReservations } from './app/reservations.ts';
import { createTransfers } from './app/transfers.ts';
import type { VirtualUsers } from './app/virtual-users.ts';
import { createWallets, type OpenWorkspace } from './app/wallets.ts';
import { type PaymentProvider, payByInvoice } from './clients/payment.ts';
import { virtualUserErrors } from './errors.ts';
import { addSweepJob } from './jobs/sweep.job.ts';
import { addVirtualUserRoutes } from './routes/virtual-users.routes.ts';

export type { Reservation, VirtualUsers, WalletUser } from './app/virtual-users.ts';
export type { PaymentProvider } from './clients/payment.ts';
export { virtualUserErrors } from './errors.ts';

/** createVirtualUsers builds the wallets; `openWorkspace` tells who may use the shared wallet of a workspace, `payment` how packs are paid. */
export function createVirtualUsers(needs: {
  platform: Platform;
  openWorkspace: OpenWorkspace;
  limitOf: LimitOf;
  notify: Notify;
  payment?: PaymentProvider;
}): VirtualUsers & { service: Service } {
  const { platform, openWorkspace, limitOf, notify, payment = payByInvoice(platform.config.publicUrl) } = needs;
  const wallets = createWallets({ platform, openWorkspace, limitOf });
  const grace = createGrace({ platform, wallets });
  const purchases = createPurchases({ platform, wallets, grace, payment, notify });
  const transfers = createTransfers({ platform, wallets });
  const reservations = createReservations({ platform, wallets });
  const closures = createClosures({ platform, wallets });
  addSweepJob(platform, reservations, grace);
  return {
    reserve: reservations.reserve,
    settle: reservations.settle,
    release: reservations.release,
    closeSharedWallet: closures.close,
    service: {
      name: 'virtual-users',
      errors: virtualUserErrors,
      routes: (registrar) => addVirtualUserRoutes(registrar, { wallets, purchases, transfers, grace }),
    },
  };
}
