export { PdfText, type TextStyle } from './pdf-text.ts';
export { renderPdfReport } from './render-pdf.ts';
