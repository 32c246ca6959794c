// npm run verify -- URL: checks the public log of a site, and with --trade FILE a trade. The last line is `N checks, N failed`.
// It is made of packages/rules only, so that it says the same wherever it runs.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { dirname, resolve } from 'node:path'

import { ensureInstalled, exitWithError, node } from './install-deps.mjs'
import { parseOptions, parseWholeNumber } from './options.mjs'

if (Number(process.versions.node.split('.')[0]) < 24) {
  // Older versions cannot import TypeScript.
  ensureInstalled()
  const { status } = spawnSync(node, [import.meta.filename, ...process.argv.slice(2)], { stdio: 'inherit' })
  process.exit(status ?? 1)
}

const usage = `Usage: npm run verify -- URL [OPTIONS]
  URL               of the site, e.g. https://trade.example
  --trade FILE      the reply of /api/trading/trade about an ended trade
  --totals FILE     what the operator has opened of a day (npm run ops -- log-totals DAY)
  --audit FILE      a part of the audit trail (npm run ops -- audit-seals)
  --rounds URL      relay of the beacon, e.g. https://api.drand.sh, or http://127.0.0.1:4011/beacon of a sandbox
  --windows N       latest five minutes whose prices are computed again; default: 3
  --key KEY         verifier key of the log; default: the one of the last run, else the one that the site says
  --kept FILE       what is kept for the next run; default: .cache/log/HOST.json in this folder`

const { values, positionals } = parseOptions(
  {
    trade: 'string',
    totals: 'string',
    audit: 'string',
    rounds: 'string',
    windows: 'string',
    key: 'string',
    kept: 'string',
  },
  { allowPositionals: true },
)
const [siteText, ...others] = positionals
if (siteText === undefined || others.length > 0 || !URL.canParse(siteText)) exitWithError(usage)
// File names are relative to the folder where npm was called.
const folder = process.env['INIT_CWD'] ?? process.cwd()
const site = siteText.replace(/\/+$/, '')
const keptFile = resolve(folder, values.kept ?? `.cache/log/${new URL(site).host.replace(':', '_')}.json`)
const windows = Number(parseWholeNumber('--windows', values.windows ?? '3', 0))

const { verifyLog } = await import('@tradefront/rules/log/verify-log')
const { parseVerifierKey, parseNote } = await import('@tradefront/rules/log/signed-note')
const { isAuditFile } = await import('@tradefront/rules/log/check-audit')
const { parseCheckpoint } = await import('@tradefront/rules/log/checkpoint')
const { parseRound } = await import('@tradefront/rules/trading/beacon/beacon-round')

const timeoutMs = 10_000
const maxJsonBytes = 100_000

/** Fetches a file. Returns null if there is none. Throws for other failures. */
async function fetchBytes(url, maxBytes) {
  const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs), redirect: 'error' })
  if (response.status === 404) return null
  if (response.status !== 200) throw new Error(`${url} replies with status ${response.status}`)
  const parts = []
  let length = 0
  for await (const part of response.body ?? []) {
    length += part.length
    if (length > maxBytes) throw new Error(`${url} is too long`)
    parts.push(part)
  }
  return new Uint8Array(Buffer.concat(parts))
}

async function fetchJson(url) {
  const bytes = await fetchBytes(url, maxJsonBytes)
  return bytes === null ? null : JSON.parse(Buffer.from(bytes).toString('utf8'))
}

function readKept() {
  try {
    const { key, note } = JSON.parse(readFileSync(keptFile, 'utf8'))
    return { key, checkpoint: parseCheckpoint(parseNote(note)?.text ?? '') }
  } catch {
    return null
  }
}

function readInput(name, isRight) {
  if (name === undefined) return null
  try {
    const file = JSON.parse(readFileSync(resolve(folder, name), 'utf8'))
    if (isRight(file)) return file
  } catch {}
  return exitWithError(`${name} cannot be read, or is another file than this option needs.`)
}

const sentences = {
  checkpoint_not_signed: 'The checkpoint is missing, or not signed by the key',
  too_large: 'The log has more entries than this command can read',
  entries_missing: 'Entries of the log are missing',
  root_differs: 'The entries do not lead to the root of the checkpoint of this size',
  tile_differs: 'A tile of hashes is not that of the entries',
  history_differs: 'The log does not continue what it was in the last run, with this number of entries',
  entry_malformed: 'An entry cannot be read',
  logged_twice: 'Something is logged twice',
  out_of_order: 'Something was logged after what came later',
  beacon_differs: 'The beacon is not the one of its hash',
  root_missing: 'No root of the day is logged for the seed',
  root_after_seed: 'The root of the day is logged after the seed',
  seed_not_committed: 'The seed does not belong to the root of its day',
  seed_missing: 'A seed is missing',
  window_missing: 'Something of these five minutes is not logged',
  rounds_differ: 'The rounds of the beacon are not those of the log',
  round_not_signed: 'A round is not signed by the beacon',
  state_missing: 'The walk at the start of five minutes is not logged',
  state_differs: 'The walk does not follow from seed and rounds',
  trade_proof: 'Trade: the file has no proof',
  trade_seed: 'Trade: a seed is not the logged one',
  trade_prices: 'Trade: a price does not follow from logged roots, seeds and rounds',
  trade_opening: 'Trade: the opening price is not the proven one',
  trade_closing: 'Trade: the closing price is not the proven one of its time',
  trade_outcome: 'Trade: the outcome does not follow from the prices',
  trade_amount: 'Trade: the amount does not follow from the outcome',
  trade_level: 'Trade: its prices do not begin at the logged level',
  audit_shrinks: 'A head of the audit trail is not after the one before',
  audit_seal_differs: 'Audit: the seal with this number does not follow from the one before it and its entry',
  audit_head_differs: 'Audit: the seal with this number is not the logged one',
  totals_differ: 'The opened totals are not those that were logged',
  key_differs: 'The site says another key of the log',
  unreachable: 'The site or the relay cannot be reached',
  cosigned: 'Cosigned by a witness; compare its key with the one that its operator publishes',
  no_witness: 'No witness has cosigned the checkpoint: others could be shown another log',
  first_run: 'First run: that the log only grows is checked from the next run on',
  late_day: 'The root of this day was not published before the day',
  unknown_kinds: 'Entries of kinds that this version does not know',
  walk_not_checked: 'Not made without --rounds: prices computed again from seeds and rounds',
  windows_not_checked: 'Five minutes whose prices were not computed again (--windows)',
  audit_ends: 'Audit: the file ends before the last seal that the log knows',
  audit_not_logged: 'Audit: the last seals, of this number, have no head in the log yet',
  level_not_checked: 'Not made without --rounds: that the prices of the trade begin at the logged level',
}
const describe = ({ what, subject }) => `${sentences[what] ?? what}${subject === '' ? '' : `: ${subject}`}`

const failed = []
const notes = []
let checks = 1
const kept = readKept()
const trade = readInput(values.trade, (file) => typeof file?.trade === 'object')
const totals = readInput(values.totals, (file) =>
  [file?.date, file?.salt, file?.totals].every((each) => typeof each === 'string'),
)
const audit = readInput(values.audit, isAuditFile)
try {
  const told = await fetchJson(`${site}/api/log`)
  const keyText = values.key ?? kept?.key ?? told?.key ?? ''
  const key = parseVerifierKey(keyText)
  if (key === null)
    exitWithError(values.key === undefined ? 'The site has no log yet.' : '--key is not a verifier key.')
  if (told?.key !== keyText) failed.push({ what: 'key_differs', subject: String(told?.key) })
  const verified = await verifyLog({
    key,
    witnessKeys: (told?.witnessKeys ?? []).map(parseVerifierKey).filter((each) => each !== null),
    kept: kept?.checkpoint ?? null,
    fetchFile: (path, maxBytes) => fetchBytes(`${site}/log/${path}`, maxBytes),
    fetchRound:
      values.rounds === undefined
        ? null
        : async (chain, round) => {
            const found = parseRound(
              await fetchJson(`${values.rounds.replace(/\/+$/, '')}/${chain.hash}/public/${round}`),
            )
            return found?.round === round ? found : null
          },
    windows,
    trade,
    totals,
    audit,
  })
  checks += verified.checks
  failed.push(...verified.failed)
  notes.push(...verified.notes)
  const { checkpoint } = verified
  if (checkpoint !== null) {
    console.log(
      `${checkpoint.origin}: ${checkpoint.size} entries, root ${Buffer.from(checkpoint.root).toString('base64')}`,
    )
    if (failed.length === 0) {
      mkdirSync(dirname(keptFile), { recursive: true })
      writeFileSync(keptFile, `${JSON.stringify({ key: keyText, note: checkpoint.text }, null, 2)}\n`)
    }
  }
} catch (error) {
  failed.push({ what: 'unreachable', subject: String(error?.cause?.message ?? error?.message ?? error) })
}
for (const note of notes) console.log(`- ${describe(note)}.`)
for (const each of failed) console.log(`FAILED ${describe(each)}.`)
console.log(`${checks} checks, ${failed.length} failed`)
process.exitCode = failed.length === 0 ? 0 : 1
