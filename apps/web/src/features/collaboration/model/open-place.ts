/** Paths of workspace pages; account and installation pages are excluded. */
const ofWorkspace = /^\/api-testing\/(?!collaboration-invite|billing-history)/;

const id = '[0-9a-f-]{36}';
const suitePage = new RegExp(`^/api-testing/api-test-suite/(${id})$`);
const reportPage = new RegExp(`^/api-testing/report/(${id})$`);

/** isOfWorkspace returns whether a page belongs to a workspace. */
export const isOfWorkspace = (pathname: string): boolean => ofWorkspace.test(pathname);

/** placeOf returns what others see as the page's subject: a suite or report; null for the workspace itself. */
export function placeOf(pathname: string): string | null {
  const suite = suitePage.exec(pathname)?.[1];
  const report = reportPage.exec(pathname)?.[1];
  return suite ? `suite:${suite}` : report ? `report:${report}` : null;
}
