export { type Film, type FilmFrame, readFilm } from './film.ts';
export type { Har, HarContent, HarEntry, HarPair, HarPostData, HarSocket, HarTimings } from './har.ts';
