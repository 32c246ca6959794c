export type CsvRecord = { readonly line: number; readonly fields: readonly string[] }

/**
 * Parses CSV by RFC 4180, with LF or CRLF; skips empty lines.
 * @param separator between the fields of a line
 */
export function parseCsv(
  text: string,
  separator = ',',
): { readonly records: readonly CsvRecord[]; readonly unclosedLine: number | null } {
  const records: CsvRecord[] = []
  let fields: string[] = []
  let [field, line, startLine, isQuoted] = ['', 1, 1, false]
  const endRecord = () => {
    fields.push(field)
    if (fields.length > 1 || field !== '') records.push({ line: startLine, fields })
    fields = []
    field = ''
  }
  for (let index = 0; index < text.length; index += 1) {
    const char = text[index] ?? ''
    if (char === '\n') line += 1
    if (isQuoted) {
      if (char !== '"') field += char
      else if (text[index + 1] === '"') {
        field += char
        index += 1
      } else isQuoted = false
    } else if (char === '"' && field === '') isQuoted = true
    else if (char === separator) {
      fields.push(field)
      field = ''
    } else if (char === '\n') {
      endRecord()
      startLine = line
    } else if (char !== '\r') field += char
  }
  if (field !== '' || fields.length > 0) endRecord()
  return { records, unclosedLine: isQuoted ? startLine : null }
}

/** Returns the one of comma, semicolon and tab that the first line has most often. */
export function findSeparator(text: string): string {
  const [firstLine = ''] = text.split('\n', 1)
  const count = (separator: string) => firstLine.split(separator).length
  return [',', ';', '\t'].toSorted((a, b) => count(b) - count(a))[0] ?? ','
}
