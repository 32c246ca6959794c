export type BankDetails = {
  /** Values that a bank's form asks for, one by one. */
  readonly codes: readonly { readonly name: string; readonly value: string }[]
  /** Lines of other text, e.g. the name of the bank. */
  readonly rest: string
}

const codePattern =
  /^(IBAN|BIC|SWIFT(?:\/BIC)?|account(?: number)?|sort code|routing number|расч[её]тный счёт|сч[её]т|БИК|р\/с|к\/с|ИНН|КПП)(?::\s*|\s+)(.*\d.*|[A-Z]{8,11})$/iu

/**
 * Splits the text of the setting, which an operator writes: parts are separated by commas, semicolons or lines, and a known name makes a
 * part a code.
 */
export function parseBankDetails(text: string): BankDetails {
  const parts = text.split(/\s*(?:[,;]\s+|\n)\s*/).filter((part) => part !== '')
  const found = parts.map((part) => ({ part, code: codePattern.exec(part) }))
  return {
    codes: found.flatMap(({ code }) => (code === null ? [] : [{ name: code[1] ?? '', value: code[2] ?? '' }])),
    rest: found.flatMap(({ part, code }) => (code === null ? [part] : [])).join('\n'),
  }
}
