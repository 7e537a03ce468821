/** OfferedBrowser is a browser of a connected runner. */
export interface OfferedBrowser {
  browserName: string;
  version: string;
  operatingSystem: string;
}

/** Inventory returns what connected runners and agents currently offer. */
export interface Inventory {
  browsers(): Promise<OfferedBrowser[]>;
  /** Shared browsers and devices that an organization currently uses. */
  inUse(organizationId: string): Promise<{ browsers: number; devices: number }>;
}
