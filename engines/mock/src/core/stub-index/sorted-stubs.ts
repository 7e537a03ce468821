import { type CompiledStub, comesBefore } from './compiled-stub.ts';

/**
 * SortedStubs keeps stubs in the order in which they are tried, in reverse: the first is the last of `items`, so that
 * new ones are appended.
 */
export class SortedStubs {
  readonly items: CompiledStub[] = [];

  add(stub: CompiledStub): void {
    const last = this.items.at(-1);
    if (last === undefined || comesBefore(stub, last)) this.items.push(stub);
    else this.items.splice(this.#placeOf(stub), 0, stub);
  }

  remove(stub: CompiledStub): void {
    const at = this.#placeOf(stub);
    if (this.items[at]?.stub.id === stub.stub.id) this.items.splice(at, 1);
  }

  /** The first index whose stub does not come after the given one. */
  #placeOf(stub: CompiledStub): number {
    let low = 0;
    let high = this.items.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (comesBefore(stub, this.items[middle]!)) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
