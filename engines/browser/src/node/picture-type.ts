/** The media type of a picture: WebKit draws PNG whatever it is asked for. */
export const pictureType = (bytes: Uint8Array) => (bytes[0] === 0x89 ? 'image/png' : 'image/jpeg');
