import { lazy } from 'react';

/** FirstSteps is loaded when a page renders it. */
export const FirstSteps = lazy(async () => ({ default: (await import('./components/first-steps.tsx')).FirstSteps }));
