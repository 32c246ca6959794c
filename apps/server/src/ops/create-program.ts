import { type CommandRuntime, OperatorCommand } from './cli/operator-command.ts'
import type { Terminal } from './cli/terminal.ts'
import { addAccountCommands } from './commands/accounts.ts'
import { addAlertCommands } from './commands/alerts.ts'
import { addAuditCommands } from './commands/audit.ts'
import { addBackupCommands } from './commands/backup.ts'
import { addClaimCommands } from './commands/claims.ts'
import { addDepositCommands } from './commands/deposits.ts'
import { addDoctorCommand } from './commands/doctor.ts'
import { addDocumentCommands } from './commands/documents.ts'
import { addInboxCommands } from './commands/inbox.ts'
import { addLogCommands } from './commands/log.ts'
import { addMarksCommand } from './commands/marks.ts'
import { addMigrateCommand } from './commands/migrate.ts'
import { addMoneyCommands } from './commands/money.ts'
import { addOperatorCommands } from './commands/operators.ts'
import { addPageCommands } from './commands/pages.ts'
import { addProcessorCommands } from './commands/processors.ts'
import { addPromoCommands } from './commands/promo.ts'
import { addExchangeRateCommands } from './commands/exchange-rates.ts'
import { addQuarantineCommand } from './commands/quarantine.ts'
import { addReconcileCommand } from './commands/reconcile.ts'
import { addResealCommand } from './commands/reseal.ts'
import { addSettingsCommand } from './commands/settings.ts'
import { addTournamentCommands } from './commands/tournaments.ts'
import { addTicketCommands } from './commands/tickets.ts'
import { addTradeCommands } from './commands/trades.ts'
import { addTraderCommands } from './commands/traders.ts'
import { addWithdrawalCommands } from './commands/withdrawals.ts'

type Environment = Readonly<Record<string, string | undefined>>

const footer = `
REF is a deposit (its id, or its receipt number) or an attempt (its id, or the processor's id).
The commands use the database of DATABASE_URL or DATA_DIR, whether or not a server is running.
Exit codes: 0 done, 1 refused, 2 wrong usage, 3 a comparison found differences.`

/** The command line of `npm run ops`. Holds the state of one run. */
export function createProgram(runtime: CommandRuntime, terminal: Terminal, env: Environment): OperatorCommand {
  const program = new OperatorCommand(runtime, 'npm run ops --')
    .usage('COMMAND [OPTIONS]')
    .description(
      'For installation and emergencies. Operators work at the desk: docs/desk.md. COMMAND --help shows the details of a command.',
    )
    .helpOption('-h, --help', 'show this help')
    .helpCommand('help [COMMAND]', 'show the help of a command')
    .addHelpText('after', footer)
    .configureOutput({ writeOut: terminal.out, writeErr: terminal.err })
    .exitOverride()
  addAlertCommands(program)
  addDepositCommands(program)
  addMoneyCommands(program)
  addClaimCommands(program)
  addWithdrawalCommands(program)
  addProcessorCommands(program)
  addSettingsCommand(program)
  addExchangeRateCommands(program)
  addPageCommands(program)
  addInboxCommands(program)
  addTicketCommands(program)
  addDocumentCommands(program)
  addAccountCommands(program)
  addTraderCommands(program)
  addMarksCommand(program)
  addPromoCommands(program)
  addReconcileCommand(program)
  addTradeCommands(program)
  addLogCommands(program)
  addTournamentCommands(program)
  addOperatorCommands(program)
  addAuditCommands(program)
  addResealCommand(program)
  addDoctorCommand(program)
  addBackupCommands(program, terminal, env)
  addQuarantineCommand(program)
  addMigrateCommand(program, terminal, env)
  return program
}
