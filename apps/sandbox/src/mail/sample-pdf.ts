/** A page that says that it is sample data. */
export function createSamplePdf(): Buffer {
  const text = 'BT /F1 24 Tf 40 120 Td (Sample data: an answer of the sandbox) Tj ET'
  return Buffer.from(
    `%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n` +
      `3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 520 240] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>\nendobj\n` +
      `4 0 obj\n<< /Length ${text.length} >>\nstream\n${text}\nendstream\nendobj\n` +
      `5 0 obj\n<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>\nendobj\n` +
      `trailer\n<< /Size 6 /Root 1 0 R >>\n%%EOF\n`,
    'latin1',
  )
}
