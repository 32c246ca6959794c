/** spec: account 9 */
export const maxStatementCodeAttempts = 5

export const statementCodeDigits = 6

/** Characters that card schemes leave for a merchant's name and the code. */
const maxDescriptorLength = 22

/** Our name on a line that has a code, too. */
export function toDescriptorName(statementName: string): string {
  const name = statementName.replaceAll(/[^A-Za-z0-9 .*-]/g, '')
  return name.slice(0, maxDescriptorLength - statementCodeDigits - 1).trim()
}

/** The line on a card statement, e.g. `TRADEFRONT 482913`. */
export function buildStatementDescriptor(statementName: string, code: string): string {
  return `${toDescriptorName(statementName)} ${code}`.trim()
}

/** The digits of what a trader has entered: in groups, or the whole line of the statement. */
export function normalizeStatementCode(entered: string): string {
  const digits = entered.replaceAll(/[\s-]/g, '')
  return /^\d+$/.test(digits) ? digits : (/(?<!\d)\d{6}(?!\d)(?=\D*$)/.exec(entered)?.[0] ?? entered.trim())
}

/** spec: account 4. Trading and adding funds then lead to the code. */
export function needsStatementCode(user: {
  readonly isStatementCodeRequired: boolean
  readonly isStatementCodeConfirmed: boolean
}): boolean {
  return user.isStatementCodeRequired && !user.isStatementCodeConfirmed
}
