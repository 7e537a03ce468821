import { createRequire } from 'node:module';
import { join } from 'node:path';

/** Rarely used database drivers: an installation adds them with `touchstone add-driver`. */
export const addedDrivers = {
  'sql-server': { title: 'SQL Server', packageName: 'mssql', version: '12.7.14' },
  oracle: { title: 'Oracle Database', packageName: 'oracledb', version: '26.0.0' },
  mongodb: { title: 'MongoDB', packageName: 'mongodb', version: '7.9.0' },
} as const;
export type AddedDriver = keyof typeof addedDrivers;

/** driversFolder returns the folder of an installation's added drivers; updates of the product leave them there. */
export const driversFolder = (config: { dataDir: string }): string => join(config.dataDir, 'drivers');

/** DriverMissing says how to add a driver. Its message is for users. */
export class DriverMissing extends Error {
  constructor(name: AddedDriver) {
    super(
      `The driver for ${addedDrivers[name].title} is not installed. Run "touchstone add-driver ${name}" where the server and its runners run, with their settings, and try again.`,
    );
    this.name = 'DriverMissing';
  }
}

/** loadDriver loads a driver that was added to `folder` or is bundled with the product. Throws DriverMissing. */
export function loadDriver<Driver>(name: AddedDriver, folder: string): Driver {
  const { packageName } = addedDrivers[name];
  for (const place of [join(folder, 'package.json'), import.meta.url]) {
    const require = createRequire(place);
    if (isInstalled(require, packageName)) return require(packageName) as Driver;
  }
  throw new DriverMissing(name);
}

function isInstalled(require: NodeJS.Require, packageName: string): boolean {
  try {
    require.resolve(packageName);
    return true;
  } catch {
    return false;
  }
}
