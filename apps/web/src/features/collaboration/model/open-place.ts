/** Pages of a workspace, by their addresses; those of one's account and of the installation are none. */
const ofWorkspace = /^\/api-testing\/(?!collaboration-invite|billing-history)/;

const id = '[0-9a-f-]{36}';
const suitePage = new RegExp(`^/api-testing/api-test-suite/(${id})$`);
const reportPage = new RegExp(`^/api-testing/report/(${id})$`);

/** isOfWorkspace tells whether a page shows something of a workspace. */
export const isOfWorkspace = (pathname: string): boolean => ofWorkspace.test(pathname);

/** placeOf names what a page shows to others: a suite, a report; null: the workspace itself. */
export function placeOf(pathname: string): string | null {
  const suite = suitePage.exec(pathname)?.[1];
  const report = reportPage.exec(pathname)?.[1];
  return suite ? `suite:${suite}` : report ? `report:${report}` : null;
}
