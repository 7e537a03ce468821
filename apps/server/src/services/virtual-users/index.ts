import { on } from '../../platform/events.ts';
import { defineService } from '../../platform/service.ts';
import { add } from '../../platform/slots.ts';
import { notificationsService } from '../notifications/index.ts';
import { planLimits, subscriptionService } from '../subscription/index.ts';
import { workspaceDeleted, workspacesService } from '../workspaces/index.ts';
import { createClosures } from './app/closures.ts';
import { createGrace } from './app/grace.ts';
import { createPurchases } from './app/purchases.ts';
import { createReservations } from './app/reservations.ts';
import { createTransfers } from './app/transfers.ts';
import type { VirtualUsers } from './app/virtual-users.ts';
import { createWallets } from './app/wallets.ts';
import { payByInvoice } from './clients/payment.ts';
import { virtualUserSettings } from './config.ts';
import { virtualUserErrors } from './errors.ts';
import { addSweepJob } from './jobs/sweep.job.ts';
import { virtualUserLimits } from './limits.ts';
import { addVirtualUserRoutes } from './routes/virtual-users.routes.ts';

export type { Reservation, VirtualUsers, WalletUser } from './app/virtual-users.ts';
export type { PaymentProvider } from './clients/payment.ts';

const needs = {
  notifications: notificationsService,
  subscriptions: subscriptionService,
  workspaces: workspacesService,
};

/** virtualUsersService is the service that manages the wallets from which performance runs take virtual users. */
export const virtualUsersService = defineService<VirtualUsers, typeof needs, typeof virtualUserSettings>({
  name: 'virtual-users',
  needs,
  config: virtualUserSettings,
  errors: virtualUserErrors,
  migrations: new URL('./store/migrations/', import.meta.url),
  create(platform, { notifications: { notify }, subscriptions: { limitOf }, workspaces: { workspaces } }, config) {
    const wallets = createWallets({ platform, openWorkspace: workspaces.open, limitOf });
    const grace = createGrace({ platform, wallets });
    const payment = payByInvoice(platform.config.publicUrl);
    const purchases = createPurchases({ platform, config, wallets, grace, payment, notify });
    const transfers = createTransfers({ platform, wallets });
    const reservations = createReservations({ platform, wallets });
    const closures = createClosures({ platform, wallets });
    addSweepJob(platform, reservations, grace);
    return {
      door: { reserve: reservations.reserve, settle: reservations.settle, release: reservations.release },
      adds: [add(planLimits, virtualUserLimits)],
      on: [on(workspaceDeleted, ({ deletedBy, projectId }) => closures.close(deletedBy, projectId))],
      routes: (registrar) => addVirtualUserRoutes(registrar, { wallets, purchases, transfers, grace }),
    };
  },
});
