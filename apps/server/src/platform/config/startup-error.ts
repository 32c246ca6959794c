/** An error whose message is one plain sentence. */
export class StartupError extends Error {
  override name = 'StartupError'
}
