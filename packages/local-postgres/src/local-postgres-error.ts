/** PostgreSQL cannot be started or joined. The message is one sentence for the operator. */
export class LocalPostgresError extends Error {
  override name = 'LocalPostgresError'
}
