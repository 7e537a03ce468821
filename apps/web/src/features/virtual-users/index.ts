export { walletQuery } from './api/wallet.queries.ts';
export { VirtualUserInvoices } from './components/virtual-user-invoices.tsx';
export { WalletButton } from './components/wallet-button.tsx';
export { virtualUserPaths } from './paths.ts';
