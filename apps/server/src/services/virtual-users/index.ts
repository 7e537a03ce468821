export type { Reservation, VirtualUsers, WalletUser } from './app/virtual-users.ts';
export { virtualUserErrors } from './errors.ts';
