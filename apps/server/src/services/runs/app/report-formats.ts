import type { ReportFormat } from '@touchstone/contracts/runs';
import {
  type ReportDocument,
  renderExcelReport,
  renderHtmlReport,
  renderJsonReport,
  renderJunitReport,
} from '@touchstone/report';

interface FormatOfReports {
  contentType: string;
  extension: string;
  /** Renders a report in chunks. */
  render(document: ReportDocument): AsyncIterable<string | Uint8Array>;
}

/** reportFormats are the file formats available for the report of any run. */
export const reportFormats: Readonly<Record<ReportFormat, FormatOfReports>> = {
  html: { contentType: 'text/html; charset=utf-8', extension: 'html', render: renderHtmlReport },
  junit: { contentType: 'application/xml; charset=utf-8', extension: 'xml', render: renderJunitReport },
  json: { contentType: 'application/json; charset=utf-8', extension: 'json', render: renderJsonReport },
  excel: {
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    extension: 'xlsx',
    render: renderExcelReport,
  },
  pdf: { contentType: 'application/pdf', extension: 'pdf', render: renderPdf },
};

/** Fonts and their parser are loaded with the first PDF. */
async function* renderPdf(document: ReportDocument): AsyncIterable<Uint8Array> {
  const { renderPdfReport } = await import('@touchstone/report/pdf');
  yield* renderPdfReport(document);
}
