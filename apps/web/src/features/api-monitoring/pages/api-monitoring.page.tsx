import { EmptyState, Page } from '../../../ui/page.tsx';

/** ApiMonitoringPage shows what there is. */
export function ApiMonitoringPage() {
  return (
    <Page title="API monitoring">
      <EmptyState title="Nothing here yet">What you make will be listed here.</EmptyState>
    </Page>
  );
}
