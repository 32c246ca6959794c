/** spec: account 9 */
export const maxStatementCodeAttempts = 5

export const statementCodeDigits = 6

/** Card schemes leave this many characters for a merchant's name and the code. */
const maxDescriptorLength = 22

/** Returns our name as it is on a line that has a code, too. */
export function toDescriptorName(statementName: string): string {
  const name = statementName.replaceAll(/[^A-Za-z0-9 .*-]/g, '')
  return name.slice(0, maxDescriptorLength - statementCodeDigits - 1).trim()
}

/** Returns the line on a card statement, e.g. `TRADEFRONT 482913`. */
export function buildStatementDescriptor(statementName: string, code: string): string {
  return `${toDescriptorName(statementName)} ${code}`.trim()
}

/** Returns the digits of what a trader has entered: in groups, or as the whole line of the statement. */
export function normalizeStatementCode(entered: string): string {
  const digits = entered.replaceAll(/[\s-]/g, '')
  return /^\d+$/.test(digits) ? digits : (/(?<!\d)\d{6}(?!\d)(?=\D*$)/.exec(entered)?.[0] ?? entered.trim())
}

/** spec: account 4. When it is true, trading and adding funds lead to the code. */
export function needsStatementCode(user: {
  readonly isStatementCodeRequired: boolean
  readonly isStatementCodeConfirmed: boolean
}): boolean {
  return user.isStatementCodeRequired && !user.isStatementCodeConfirmed
}
