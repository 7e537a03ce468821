/** OfferedBrowser is a browser that a connected runner has. */
export interface OfferedBrowser {
  browserName: string;
  version: string;
  operatingSystem: string;
}

/** Inventory tells what connected runners and agents offer at this moment. */
export interface Inventory {
  browsers(): Promise<OfferedBrowser[]>;
  /** Shared browsers and devices that an organization uses at this moment. */
  inUse(organizationId: string): Promise<{ browsers: number; devices: number }>;
}
