import { payoutUpstreams } from '@tradefront/processors/payouts/standard-payout-upstream'
import { processors } from '@tradefront/processors/registry'

import type { AppContext } from '../../context.ts'
import { checkChains } from '../../gateways/chains/check-chains.ts'
import { checkS3Access } from '../../gateways/check-s3.ts'
import { listRates } from '../../modules/rates/service.ts'
import { type Check, type Finding, miss, ok, warn } from './check.ts'
import { judgeClock } from './site-checks.ts'

const beaconProblems = {
  unreachable: 'does not reply: look whether this machine reaches it, or replace it in BEACON_URLS',
  other_chain: 'serves another chain: replace it in BEACON_URLS',
  wrong_signature: 'replies with a round that the chain has not signed: remove it from BEACON_URLS',
} as const

/** What other machines say. */
export const outsideChecks: readonly Check[] = [
  { about: 'mail', run: checkMail },
  { about: 'processors', run: checkProcessors },
  { about: 'payouts', run: checkPayouts },
  { about: 'nodes', run: checkNodes },
  { about: 'beacon', run: checkBeacon },
  { about: 'rates', run: checkRates },
  { about: 'documents', run: checkDocuments },
  { about: 'clock', run: checkOutsideClock },
]

async function checkMail({ mailGateway }: AppContext): Promise<Finding> {
  const failure = await mailGateway.verify()
  return failure === null
    ? ok('mail', 'The mail server takes our mails.')
    : miss('mail', `The mail server does not take our mails (${failure}): check SMTP_URL.`)
}

/** Asks about a charge that does not exist. */
async function checkProcessors({ processors: gateway, settings, newId }: AppContext): Promise<Finding[]> {
  const off = await settings.getSetting('processors_off')
  const used = processors.filter(({ name, canCharge }) => canCharge && !off.includes(name))
  return Promise.all(
    used.map(async ({ name, upstream }) => {
      const charge = { reference: newId(), processorReference: null }
      const response = await gateway.sendRequest(upstream, upstream.buildStatusRequest(charge))
      return response.ok && upstream.parseChargeStatus(response.json, response.status)?.status === 'not_found'
        ? ok(name, 'It answers, and its signature is right.')
        : miss(name, 'It gives no answer that it has signed: check PROCESSORS_URL and its secret, or switch it off.')
    }),
  )
}

/** Asks about a payout that does not exist. */
async function checkPayouts({ processors: gateway, newId }: AppContext): Promise<Finding[]> {
  return Promise.all(
    Object.values(payoutUpstreams).map(async (upstream) => {
      const { slug } = upstream
      const { ok: isAnswered } = await gateway.sendRequest(upstream, upstream.buildStatusRequest(newId()))
      return isAnswered
        ? ok(slug, 'It answers, and its signature is right.')
        : miss(slug, 'It gives no answer that it has signed: check PAYOUTS_URL and its secret.')
    }),
  )
}

async function checkNodes({ config }: AppContext): Promise<Finding[]> {
  if (config.bitcoinNode === null && config.ethereumNode === null) return [ok('nodes', 'The site takes no coins.')]
  const results = await checkChains(config)
  return results.map(({ kind, message }) => (kind === 'ok' ? ok('nodes', `${message}.`) : miss('nodes', message)))
}

async function checkBeacon({ market }: AppContext): Promise<Finding[]> {
  const relays = await market.checkBeacon()
  const findings = relays.map(({ origin, problem, latestRound }) =>
    problem === null
      ? ok('beacon', `${origin} replies with round ${latestRound ?? 0}.`)
      : warn('beacon', `${origin} ${beaconProblems[problem]}.`),
  )
  if (relays.length === 0) return [ok('beacon', 'Prices are not simulated: no beacon is needed.')]
  return relays.every(({ problem }) => problem !== null)
    ? [...findings, miss('beacon', 'No relay replies: the simulated market has no prices.')]
    : findings
}

async function checkRates(app: AppContext): Promise<Finding[]> {
  const rates = await listRates(app)
  return rates.map(({ code, latest, held, isOpen }) => {
    const isWanted = code in app.config.coinFields || code in app.config.currencyFields
    if (isOpen) return ok('rates', `${code} has a rate.`)
    if (!isWanted || (app.config.currencyRatesUrl === null && code in app.config.currencyFields))
      return ok('rates', `${code} is closed, because no source is set for it.`)
    if (held !== null)
      return miss('rates', `${code} has jumped: compare it, then "npm run ops -- exchange-rates accept ${code}".`)
    return miss(
      'rates',
      `${code} has ${latest === null ? 'no rate' : 'an old rate'}: start a server, and check RATES_URL or CURRENCY_RATES_URL.`,
    )
  })
}

async function checkDocuments({ config: { s3 } }: AppContext): Promise<Finding> {
  if (s3 === undefined) return ok('documents', 'Documents are in the database.')
  const result = await checkS3Access(s3)
  return result.kind === 'ok' ? ok('documents', 'The bucket can be used.') : miss('documents', result.message)
}

/** By the header of an answer, whatever it is: whole seconds. */
async function checkOutsideClock({ config, clock }: AppContext): Promise<Finding> {
  const url = config.ratesUrl ?? config.beaconUrls?.[0] ?? config.sandboxUrl
  const asked = clock.now().getTime()
  const response = await fetch(url, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(10_000) })
  const date = Date.parse(response.headers.get('date') ?? '')
  const { host } = new URL(url)
  if (Number.isNaN(date))
    return warn('clock', `${host} does not say its time: compare the clock of this machine yourself.`)
  // Its time was cut to whole seconds.
  const earliest = asked - date - 1000
  const latest = clock.now().getTime() - date
  return judgeClock('clock', earliest > 0 ? earliest : Math.min(latest, 0), host)
}
