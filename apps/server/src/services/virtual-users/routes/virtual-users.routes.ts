import { virtualUserRoutes } from '@touchstone/contracts/virtual-users';
import type { Registrar } from '../../../platform/http/registrar.ts';
import type { Grace } from '../app/grace.ts';
import type { Purchases } from '../app/purchases.ts';
import type { Transfers } from '../app/transfers.ts';
import type { Wallets } from '../app/wallets.ts';

export function addVirtualUserRoutes(
  registrar: Registrar,
  needs: { wallets: Wallets; purchases: Purchases; transfers: Transfers; grace: Grace },
): void {
  const { wallets, purchases, transfers, grace } = needs;
  registrar.add(virtualUserRoutes.getVirtualUserWallet, ({ caller, query }) =>
    wallets.get(caller, query.sharedWalletId),
  );
  registrar.add(virtualUserRoutes.listVirtualUserTransactions, ({ caller, query }) =>
    wallets.history(caller, query.sharedWalletId, query),
  );
  registrar.add(virtualUserRoutes.listVirtualUserPacks, async () => purchases.packs());
  registrar.add(virtualUserRoutes.initiateVirtualUserPurchase, ({ caller, body }) => purchases.initiate(caller, body));
  registrar.add(virtualUserRoutes.updateVirtualUserTransaction, ({ caller, body }) =>
    purchases.update(caller, body.transactionId, body.status),
  );
  registrar.add(virtualUserRoutes.transferPaidVirtualUsers, ({ caller, body }) => transfers.transfer(caller, body));
  registrar.add(virtualUserRoutes.deactivateGraceStatus, ({ caller }) => grace.deactivate(caller));
  registrar.add(virtualUserRoutes.listVirtualUserInvoices, ({ caller, query }) =>
    purchases.listInvoices(caller, { status: query.status, invoiceNumber: query.invoiceNumber }, query),
  );
}
