/** withoutAccents writes letters with accents as the plain ones, and joined letters apart: `Käse` is `Kase`, `ﬁn` is `fin`. For keys and addresses. */
export const withoutAccents = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '');
