import { lazy } from 'react';

/** ContactDialog is loaded when it opens; it stands in a Suspense. */
export const ContactDialog = lazy(async () => ({ default: (await import('./contact-dialog.tsx')).ContactDialog }));
