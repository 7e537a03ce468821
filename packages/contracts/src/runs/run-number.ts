import { z } from 'zod';

/** The number of a run in its workspace. */
export const runNumberSchema = z
  .number()
  .int()
  .nullable()
  .describe(
    'Counted from 1 in the workspace over runs of every kind, never given twice; null for a part of another run',
  );

/** runTitle returns the display name of a run: `Checkout #128`. */
export const runTitle = ({ name, number }: { name: string; number?: number | null }): string =>
  typeof number === 'number' ? `${name} #${number}` : name;
