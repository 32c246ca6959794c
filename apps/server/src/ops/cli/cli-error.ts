/** An error whose message is a sentence for the operator. */
export class CliError extends Error {
  override name = 'CliError'
  readonly exitCode: number

  constructor(message: string, exitCode: number = exitCodes.refused) {
    super(message)
    this.exitCode = exitCode
  }
}

export function usageError(message: string): CliError {
  return new CliError(message, exitCodes.usage)
}

export const exitCodes = { done: 0, refused: 1, usage: 2, differs: 3 } as const
