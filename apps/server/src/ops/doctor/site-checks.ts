import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

import { sql } from 'kysely'

import { countOpenAlerts } from '../../modules/alerts/service.ts'
import { dayMs, hourMs } from '../../platform/clock.ts'
import { isLoopback } from '../../platform/config/loopback.ts'
import { isInstallationKey } from '../../platform/database/installation.ts'
import { findNewestBackup } from '../../platform/recovery/backups.ts'
import { findQuarantine } from '../../platform/recovery/quarantine.ts'
import { type Check, type Finding, miss, ok, warn } from './check.ts'

/** A backup a day, and some time to make it. */
const backupWarningMs = 26 * hourMs
const backupMissingMs = 7 * dayMs

/** What this machine and the database say. */
export const siteChecks: readonly Check[] = [
  {
    about: 'sandbox',
    run: async ({ config: { sandboxParts: parts } }) =>
      parts.size === 0
        ? ok('sandbox', 'No part of the site is the sandbox.')
        : warn('sandbox', `This is a test site, because these parts are the sandbox: ${[...parts].join(', ')}.`),
  },
  {
    about: 'address',
    run: async ({ config }) => checkAddress('PUBLIC_URL', config.publicUrl, config.sandboxParts.size > 0),
  },
  { about: 'desk', run: async ({ config }) => checkAddress('DESK_URL', config.deskUrl, config.sandboxParts.size > 0) },
  {
    about: 'secrets',
    run: async ({ db, seal }) =>
      (await isInstallationKey(db, seal))
        ? ok('secrets', 'SECRET_KEY opens what the database has.')
        : miss('secrets', 'SECRET_KEY is not the key of this database: set the one that its servers have.'),
  },
  {
    about: 'database',
    run: async ({ db }) => {
      const { rows } = await sql<{ version: string; standbys: string }>`
        select current_setting('server_version') as version, current_setting('synchronous_standby_names') as standbys`.execute(
        db,
      )
      const [row] = rows
      const version = row?.version ?? ''
      return (row?.standbys ?? '') === ''
        ? warn(
            'database',
            `PostgreSQL ${version} has no synchronous standby: if its disk is lost, so is what came after the last backup. Set synchronous_standby_names.`,
          )
        : ok('database', `PostgreSQL ${version} has a synchronous standby.`)
    },
  },
  {
    about: 'alerts',
    run: async ({ db }) => {
      const count = await countOpenAlerts(db)
      return count === 0
        ? ok('alerts', 'No alert is open.')
        : warn('alerts', `Open alerts: ${count}. Look at them at the desk, or with "npm run ops -- alerts".`)
    },
  },
  {
    about: 'clock',
    run: async ({ clockCheck }) => judgeClock('clock', await clockCheck.measure(), 'the database'),
  },
  {
    about: 'backups',
    run: async ({ config: { backupDir }, clock, db }) =>
      checkBackups(backupDir, await findNewestBackup(db), clock.now()),
  },
  {
    about: 'quarantine',
    run: async ({ db }) => {
      const quarantine = await findQuarantine(db)
      return quarantine === null
        ? ok('quarantine', 'The database is not in quarantine.')
        : miss(
            'quarantine',
            `No money moves: the database is in quarantine (${quarantine.cause}). Recovery at the desk says what to do.`,
          )
    },
  },
]

function checkAddress(setting: string, url: string, isTestSite: boolean): Finding {
  const about = setting === 'PUBLIC_URL' ? 'address' : 'desk'
  const report = isTestSite ? warn : miss
  if (url === '')
    return report(
      about,
      `${setting} is not set: links in mails, and the pages of banks, lead to the address that the server listens on.`,
    )
  const { protocol, hostname } = new URL(url)
  return protocol === 'https:' || (isTestSite && isLoopback(hostname))
    ? ok(about, `${setting} is ${url}.`)
    : report(about, `${setting} is ${url}: others can read what is sent. Set an address with https.`)
}

/** @param aheadMs of this machine @param other whose clock it is compared with */
export function judgeClock(about: string, aheadMs: number, other: string): Finding {
  const seconds = Math.abs(aheadMs) / 1000
  const text = `The clock of this machine is ${seconds.toFixed(1)} s ${aheadMs < 0 ? 'behind' : 'ahead of'} that of ${other}`
  if (seconds < 1) return ok(about, `The clock of this machine agrees with that of ${other}.`)
  return (seconds < 5 ? warn : miss)(about, `${text}: set both by NTP.`)
}

/** Judges the newer of the newest file in the folder and the newest backup that the operator's command has made. */
export function checkBackups(folder: string | undefined, made: Date | null, now: Date): Finding {
  if (folder === undefined && made === null)
    return warn(
      'backups',
      'No backup is known: make one each day with "npm run ops -- backup", or set BACKUP_DIR to the folder where your backups are.',
    )
  const times = [made?.getTime() ?? null, folder === undefined ? null : findNewestMs(folder)]
  const newestMs = times.reduce((first, second) =>
    first === null || second === null ? (first ?? second) : Math.max(first, second),
  )
  if (newestMs === null) return miss('backups', `There is no backup in BACKUP_DIR (${folder}): make one now.`)
  const ageMs = now.getTime() - newestMs
  const text = `The newest backup is ${Math.floor(ageMs / hourMs)} h old`
  if (ageMs <= backupWarningMs) return ok('backups', `${text}.`)
  return (ageMs <= backupMissingMs ? warn : miss)('backups', `${text}: look why no newer one was made.`)
}

/** Null if the folder has no file, or cannot be read. */
function findNewestMs(folder: string): number | null {
  try {
    const times = readdirSync(folder, { withFileTypes: true })
      .filter((entry) => !entry.name.startsWith('.'))
      .map(({ name }) => statSync(join(folder, name)).mtimeMs)
    return times.length === 0 ? null : Math.max(...times)
  } catch {
    return null
  }
}
