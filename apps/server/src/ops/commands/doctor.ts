import { exitCodes } from '../cli/cli-error.ts'
import { formatTable } from '../cli/format.ts'
import type { OperatorCommand } from '../cli/operator-command.ts'
import { runChecks } from '../doctor/check.ts'
import { outsideChecks } from '../doctor/outside-checks.ts'
import { siteChecks } from '../doctor/site-checks.ts'

const description = `Check settings, secrets, database, clocks, backups, mail, processors, payout providers, nodes, beacon and rates, and say what is missing. Run it with the settings of a server. Providers are asked about a payment that does not exist: no money moves, and nothing is changed. A test object is written to the bucket and deleted again.

A line is "ok", a "warning", or "missing": the site cannot do something that it must. The exit code is 1 if something is missing.`

export function addDoctorCommand(program: OperatorCommand): void {
  program
    .command('doctor')
    .summary('check the installation, and say what is missing')
    .description(description)
    .handle(async ({ app, print, setExitCode }) => {
      const findings = await runChecks(app, [...siteChecks, ...outsideChecks])
      const rows = findings.map(({ state, about, text }) => [state, about, text])
      print({ findings }, formatTable(['state', 'what', 'finding'], rows, ''))
      if (findings.some(({ state }) => state === 'missing')) setExitCode(exitCodes.refused)
    })
}
