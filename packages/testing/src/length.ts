/**
 * inLength chooses how often a randomized, kill or bomb test repeats: the short form in `npm test`, the long one in
 * `npm run test:long`. Both do the same, the long form more often.
 */
export const inLength = <T>(short: T, long: T): T => (process.env.TOUCHSTONE_TESTS === 'long' ? long : short);
