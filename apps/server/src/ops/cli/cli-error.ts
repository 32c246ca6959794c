/** A command that is not carried out: one sentence for the person at the terminal, and the exit code. */
export class CliError extends Error {
  override name = 'Refusal'
  readonly exitCode: number

  constructor(message: string, exitCode: number = exitCodes.refused) {
    super(message)
    this.exitCode = exitCode
  }
}

/** `differs`: a reconciliation found something. */
export const exitCodes = { done: 0, refused: 1, usage: 2, differs: 3 } as const
