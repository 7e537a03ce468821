import { lazy } from 'react';

/** ContactDialog is loaded when it opens; it needs a Suspense boundary. */
export const ContactDialog = lazy(async () => ({ default: (await import('./contact-dialog.tsx')).ContactDialog }));
