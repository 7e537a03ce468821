import type { Device, PlannedTarget, RunTarget } from '@touchstone/contracts/test-repository';
import { AppError } from '@touchstone/kernel';
import { webTestingErrors } from '../errors.ts';

/** createRunTargets knows the devices that targets can name. */
export function createRunTargets() {
  let found: Promise<Device[]> | undefined;
  /** The engine is heavy, and is loaded once somebody asks. */
  const devices = (): Promise<Device[]> => {
    found ??= import('@touchstone/engine-browser').then(({ listDevices }) => listDevices());
    return found;
  };
  const sizeOf = async (device: string) => {
    const known = (await devices()).find(({ name }) => name === device);
    if (!known) throw new AppError(webTestingErrors.unknownDevice, { params: { device } });
    return known.viewport;
  };
  return {
    devices,
    /** Targets with the size of their page; throws where one names a device that is not known. */
    plan: (targets: readonly RunTarget[]): Promise<PlannedTarget[]> =>
      Promise.all(
        targets.map(async ({ browser, viewport, device = null }) => ({
          browser,
          device,
          viewport: device === null ? (viewport as PlannedTarget['viewport']) : await sizeOf(device),
        })),
      ),
  };
}
/** RunTargets knows the devices that targets can name. */
export type RunTargets = ReturnType<typeof createRunTargets>;
