/** leadsBack returns whether an address leads back to the mock itself. */
export function leadsBack(target: string, ownAddresses: readonly string[]): boolean {
  const given = normal(target);
  return ownAddresses.some((address) => {
    const own = normal(address);
    return given === own || given.startsWith(`${own}/`);
  });
}

function normal(address: string): string {
  const { origin, pathname } = new URL(address);
  return `${origin}${pathname}`.replace(/\/+$/, '');
}
