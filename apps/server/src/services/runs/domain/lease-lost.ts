/** LeaseLost ends an execution silently: another runner has the run, or it has ended. */
export class LeaseLost extends Error {
  constructor() {
    super('The lease of this run is lost.');
    this.name = 'LeaseLost';
  }
}
