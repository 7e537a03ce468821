import type { VirtualUserPack } from '@touchstone/contracts/virtual-users';

/**
 * packsOf parses the configured offers, written `COUNT:PRICE`. The id says what is bought, so a changed price doesn't
 * make another pack.
 */
export const packsOf = (offers: readonly string[], currency: string): VirtualUserPack[] =>
  offers.map((offer) => {
    const [virtualUsers = 0, price = 0] = offer.split(':').map(Number);
    return { packId: `virtual-users-${virtualUsers}`, virtualUsers, price, currency };
  });
