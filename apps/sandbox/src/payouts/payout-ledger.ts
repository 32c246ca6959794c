import { randomBytes } from 'node:crypto'

import type { Journal } from '../platform/journal.ts'
import type { SandboxClock } from '../platform/clock.ts'
import { ratedCurrencies, type SimulatedRates } from '../rates/simulated-rates.ts'
import type { PayoutSimulator } from './payout-simulators.ts'

/** A payout, with amounts in minor units. `cancelled`: it is never carried out, also if it comes later. */
export type SimulatedPayout = {
  readonly slug: string
  readonly reference: string
  readonly method: string
  readonly amount: number
  readonly currency: string
  readonly account: string
  readonly holder: string
  /** Limit as decimal text: no more coins are sent, whatever the rate is. */
  readonly mostCoins: string | null
  readonly status: 'paid' | 'refused' | 'pending' | 'cancelled'
  readonly reason: string | null
  readonly sentReference: string | null
  readonly sentAs: string | null
  readonly paysAtMs: number | null
  readonly createdAtMs: number
  readonly updatedAtMs: number
}

export type NewPayout = Pick<
  SimulatedPayout,
  'reference' | 'method' | 'amount' | 'currency' | 'account' | 'holder' | 'mostCoins'
>

export type PayoutLedger = ReturnType<typeof createPayoutLedger>

type PayoutLedgerDeps = {
  readonly clock: SandboxClock
  readonly journal: Journal
  readonly rates: Pick<SimulatedRates, 'readPrices'>
  readonly waitScale: number
}

const slowMs = 30_000

/** Outcomes by the last two digits of an amount. */
const endings: Readonly<Record<number, 'refused' | 'lost' | 'slow'>> = { 13: 'refused', 14: 'lost', 15: 'slow' }

export function findPayoutEnding(amount: number): 'refused' | 'lost' | 'slow' | null {
  return endings[amount % 100] ?? null
}

/** Creates the ledger of payouts of all providers. Changes are in the journal before they are reported. */
export function createPayoutLedger({ clock, journal, rates, waitScale }: PayoutLedgerDeps) {
  const payouts = new Map<string, SimulatedPayout>()
  const toKey = (slug: string, reference: string) => `${slug}:${reference}`

  const store = (payout: SimulatedPayout): SimulatedPayout => {
    payouts.set(toKey(payout.slug, payout.reference), payout)
    return payout
  }
  const save = (payout: SimulatedPayout): SimulatedPayout => {
    const saved = store({ ...payout, updatedAtMs: clock.now() })
    journal.appendLine({ kind: 'payout', key: toKey(payout.slug, payout.reference), value: saved })
    return saved
  }

  const pay = (simulator: PayoutSimulator, payout: SimulatedPayout): SimulatedPayout =>
    save({
      ...payout,
      status: 'paid',
      paysAtMs: null,
      sentReference: simulator.createReference(randomBytes(32).toString('hex')),
      sentAs: convert(simulator, payout),
    })

  const convert = ({ coin }: PayoutSimulator, { amount, currency, mostCoins }: SimulatedPayout): string | null => {
    const prices = rates.readPrices()
    if (coin === undefined || prices === null) return null
    const rated = ratedCurrencies.find((name) => name === currency)
    const perUsd = rated === undefined ? 1 : prices[rated]
    const coins = Math.min(amount / 100 / perUsd / prices[coin.rate], mostCoins === null ? Infinity : Number(mostCoins))
    return `${coins.toFixed(8)} ${coin.name}`
  }

  /** A slow payout is paid when its state is requested after its time. */
  const findPayout = (simulator: PayoutSimulator, reference: string): SimulatedPayout | null => {
    const payout = payouts.get(toKey(simulator.slug, reference))
    if (payout === undefined) return null
    return payout.paysAtMs !== null && payout.paysAtMs <= clock.now() ? pay(simulator, payout) : payout
  }

  return {
    findPayout,

    /** Creates a payout once per reference. */
    createPayout(simulator: PayoutSimulator, input: NewPayout): SimulatedPayout {
      const known = findPayout(simulator, input.reference)
      if (known !== null) return known
      const ending = findPayoutEnding(input.amount)
      const now = clock.now()
      const payout: SimulatedPayout = {
        ...input,
        slug: simulator.slug,
        status: ending === 'refused' ? 'refused' : 'pending',
        reason: ending === 'refused' ? 'account_closed' : null,
        sentReference: null,
        sentAs: null,
        paysAtMs: ending === 'slow' ? now + slowMs * waitScale : null,
        createdAtMs: now,
        updatedAtMs: now,
      }
      return ending === 'refused' || ending === 'slow' ? save(payout) : pay(simulator, payout)
    },

    /** Cancels a payout. An instruction that is not known is then never carried out; a known one stays as it is. */
    cancelPayout(simulator: PayoutSimulator, reference: string): SimulatedPayout {
      const known = findPayout(simulator, reference)
      if (known !== null) return known
      const now = clock.now()
      return save({
        slug: simulator.slug,
        reference,
        method: '',
        amount: 0,
        currency: '',
        account: '',
        holder: '',
        mostCoins: null,
        status: 'cancelled',
        reason: null,
        sentReference: null,
        sentAs: null,
        paysAtMs: null,
        createdAtMs: now,
        updatedAtMs: now,
      })
    },

    /** Lists payouts, oldest first. */
    listPayouts: (): SimulatedPayout[] =>
      [...payouts.values()].toSorted((left, right) => left.createdAtMs - right.createdAtMs),
    restore: (payout: SimulatedPayout) => void store(payout),
    clear: () => payouts.clear(),
  }
}
