export { walletQuery } from './api/wallet.queries.ts';
export { WalletButton } from './components/wallet-button.tsx';
export { virtualUserPaths } from './paths.ts';
