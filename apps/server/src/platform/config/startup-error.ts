/** The message is one plain sentence, printed before the exit with code 1. */
export class StartupError extends Error {
  override name = 'StartupError'
}
