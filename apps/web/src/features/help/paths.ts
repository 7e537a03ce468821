/** Addresses of help and support. */
export const helpPaths = { help: '/help', support: '/help?support=1' };
