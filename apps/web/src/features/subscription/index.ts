export { LicenceInvoices } from './components/licence-invoices.tsx';
export { PlanWatch } from './components/plan-watch.tsx';
export { subscriptionPaths } from './paths.ts';
export { subscriptionTours } from './tours.ts';
