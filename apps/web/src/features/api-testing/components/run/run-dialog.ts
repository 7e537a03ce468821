import { later } from '../../../../ui/later/later.tsx';

/** RunDialog asks where and how to run, starts the run and opens its report. Loaded when the user is about to run. */
export const RunDialog = later(async () => (await import('../run-dialog.tsx')).RunDialog);
