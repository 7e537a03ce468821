/** Free virtual users of a wallet. */
export const freeAllowance = 1000;
