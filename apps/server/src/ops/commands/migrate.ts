import { systemAccounts } from '../../modules/ledger/system-accounts.ts'
import { parseSettings, rejectPlainDatabase } from '../../platform/config/config.ts'
import { environmentSchema } from '../../platform/config/environment.ts'
import { StartupError } from '../../platform/config/startup-error.ts'
import { prepareDatabase } from '../../platform/database/prepare-database.ts'
import type { OperatorCommand } from '../cli/operator-command.ts'
import type { Terminal } from '../cli/terminal.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** Settings of the command. It needs neither SECRET_KEY nor a secret of a processor. */
export const migrateEnvironment = environmentSchema.pick({
  DATABASE_URL: true,
  DATABASE_OWNER_URL: true,
  DESK_URL: true,
  DESK_DATABASE_URL: true,
  REQUIRE_TLS: true,
  NODE_ENV: true,
})

/** @throws StartupError with one sentence */
export function readMigrateConfig(env: Environment) {
  const values = parseSettings(migrateEnvironment, env)
  const { DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl, DESK_URL, DESK_DATABASE_URL } = values
  if (!url || !ownerUrl)
    throw new StartupError(
      'DATABASE_URL and DATABASE_OWNER_URL must be set: the owner changes the tables, and the role of DATABASE_URL gets its rights to them.',
    )
  if (!DESK_URL || !DESK_DATABASE_URL)
    throw new StartupError(
      'DESK_URL and DESK_DATABASE_URL must be set: the role of the desk gets its rights, and passkeys are bound to that address.',
    )
  if ((values.REQUIRE_TLS ?? (values.NODE_ENV === 'production' ? '1' : '0')) === '1')
    rejectPlainDatabase({ DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl, DESK_DATABASE_URL })
  return { urls: { url, ownerUrl }, desk: { url: DESK_DATABASE_URL, origin: new URL(DESK_URL).origin } }
}

/** Opens no context: the database can be empty, or older than this version. */
export function addMigrateCommand(program: OperatorCommand, terminal: Terminal, env: Environment): void {
  program
    .command('migrate')
    .summary('prepare the database for this version, as the role that owns it')
    .description(
      'Run it before the servers of a new version start. It creates or changes the tables as the role of DATABASE_OWNER_URL and gives the roles of the servers and of the desk their rights. So no server needs the password of the owner. It can be repeated.',
    )
    .action(async () => {
      const { urls, desk } = readMigrateConfig(env)
      const { canChangeLedger } = await prepareDatabase(urls, systemAccounts, { desk: { ...desk, isTestSite: false } })
      if (canChangeLedger)
        throw new StartupError(
          'The role of DATABASE_URL can change posted ledger entries: set it to a role that owns nothing.',
        )
      terminal.out('The database is ready for this version.\n')
    })
}
