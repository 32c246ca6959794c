/** Ends the start. The message is one plain sentence, which `start.ts` prints before it exits with code 1. */
export class StartupError extends Error {
  override name = 'StartupError'
}
