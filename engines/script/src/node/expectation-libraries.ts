import chai from 'chai/chai.js';
import chaiPostman from 'chai-postman';
import forOwn from 'lodash/forOwn.js';
import get from 'lodash/get.js';
import has from 'lodash/has.js';
import isEqual from 'lodash/isEqual.js';
import isNumber from 'lodash/isNumber.js';
import isPlainObject from 'lodash/isPlainObject.js';
import isString from 'lodash/isString.js';

/** The lodash functions that Postman's additions use. */
const lodash = { forOwn, get, has, isEqual, isNumber, isPlainObject, isString };

/** chaiFor returns chai with Postman's additions, which recognize a response by `isResponse`. */
export function chaiFor(isResponse: (value: unknown) => boolean) {
  chai.use(chaiPostman({ Request: { isRequest: () => false }, Response: { isResponse } }, lodash, undefined));
  return chai;
}
