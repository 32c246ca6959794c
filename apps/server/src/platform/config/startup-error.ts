/** A start that cannot go on: one plain sentence for the person at the terminal, no stack. `start.ts` prints it and exits with 1. */
export class StartupError extends Error {
  override name = 'StartupError'
}
