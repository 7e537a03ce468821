export { type Area, comparePictures, type PictureDifference } from './compare-pictures.ts';
export { maxPixels, type Picture, PictureError, readPng, writePng } from './png.ts';
