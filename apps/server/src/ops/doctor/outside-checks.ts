import { type KnownProvider, knownProviders } from '@tradefront/processors/known-providers'
import { payoutUpstreams } from '@tradefront/processors/payouts/standard-payout-upstream'
import { processors } from '@tradefront/processors/registry'
import { payoutChannels } from '@tradefront/rules/withdrawal/methods'

import type { AppContext } from '../../context.ts'
import { checkChains } from '../../gateways/chains/check-chains.ts'
import { checkS3Access } from '../../gateways/check-s3.ts'
import { checkProvider } from '../../modules/providers/service.ts'
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
async function checkProcessors(app: AppContext): Promise<Finding[]> {
  const off = await app.settings.getSetting('processors_off')
  const used = new Set(
    processors.filter(({ name, canCharge }) => canCharge && !off.includes(name)).map(({ upstream }) => upstream.slug),
  )
  return checkProviders(app, ({ slug }) => used.has(slug), 'PROCESSORS_URL', ', or switch it off')
}

/** Asks about a payout that does not exist, each channel that the open methods of withdrawal need. Cards get refunds of their processors. */
async function checkPayouts(app: AppContext): Promise<Finding[]> {
  const { settings, config } = app
  const methods = await settings.getSetting('withdrawal_methods')
  const channels = new Set(methods.map((method) => payoutChannels[method]))
  const isOff = { bitcoin: config.bitcoinNode === null, ethereum: config.ethereumNode === null }
  const unpayable = (['bitcoin', 'ethereum'] as const).filter((coin) => channels.has(coin) && isOff[coin])
  for (const coin of unpayable) channels.delete(coin)
  const slugs = new Set<string>(
    [...channels].flatMap((channel) => (channel === 'card' ? [] : payoutUpstreams[channel].slug)),
  )
  return [
    ...unpayable.map((coin) =>
      warn(
        payoutUpstreams[coin].slug,
        `Withdrawals in ${coin} are open, but the site has no node for it: remove it from withdrawal_methods.`,
      ),
    ),
    ...(await checkProviders(
      app,
      ({ kind, slug }) => kind === 'payout' && slugs.has(slug),
      'PAYOUTS_URL',
      ', or remove it from withdrawal_methods',
    )),
  ]
}

function checkProviders(
  app: AppContext,
  isUsed: (provider: KnownProvider) => boolean,
  setting: string,
  otherwise: string,
): Promise<Finding[]> {
  return Promise.all(
    knownProviders.filter(isUsed).map(async (provider) => {
      const about = provider.kind === 'payout' ? provider.slug : provider.name
      switch (await checkProvider(app, provider)) {
        case 'answers':
          return ok(about, 'It answers and accepts our keys.')
        case 'not_connected':
          return warn(about, 'It is not connected: connect it under Connections at the desk.')
        default:
          return miss(
            about,
            `It gives no valid answer: check ${setting} and its secret, or its address and keys under Connections at the desk${otherwise}.`,
          )
      }
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
