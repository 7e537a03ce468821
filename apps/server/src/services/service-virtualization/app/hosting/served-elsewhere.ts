import { AppError } from '@touchstone/kernel';
import { virtualizationErrors } from '../../errors.ts';

/** ServedElsewhere says which process answers for a mock in place of this one. */
export class ServedElsewhere extends AppError {
  readonly process: string;

  constructor(process: string) {
    super(virtualizationErrors.servedElsewhere);
    this.process = process;
  }
}
