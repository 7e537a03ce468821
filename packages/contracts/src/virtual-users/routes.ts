import { walletRoutes } from './wallet.ts';

/** Every call of virtual users. */
export const virtualUserRoutes = walletRoutes;
