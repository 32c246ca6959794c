import type { DatabaseState } from './database-state.ts'
import { type Check, properties, type Violation } from './properties.ts'
import type { SimulatedPromoCode } from './simulated-promo-codes.ts'

/** Checks that the bonus of each used code is there once, and no longer than the deposit with which it came. */
export function checkRedemptions(
  { redemptions, deposits, captures, entries, wagering }: DatabaseState,
  must: Check,
): void {
  const used = redemptions.filter(({ state }) => state === 'used')
  const bonuses = wagering.filter(({ source }) => source.startsWith('promo:'))
  const booked = entries.filter(({ kind }) => kind === 'promo.credited')
  must('promoBonusOnce', booked.length === used.length, used.length > 0)
  const hasUse = ({ source }: { readonly source: string }) => used.some((each) => each.source === source)
  must('promoBonusOnce', bonuses.every(hasUse), used.length > 0)
  for (const { source, bonus, deposit: id, minDeposit } of used) {
    const deposit = deposits.find((each) => each.id === id)
    const charges = captures.filter((capture) => capture.deposit === id)
    const isKept = id === null || charges.some(({ status }) => status === 'credited')
    const active = bonuses.filter((each) => each.source === source)
    must('promoBonusOnce', active.length === (isKept ? 1 : 0) && active.every(({ amount }) => amount === bonus))
    must('promoBonusOnce', booked.filter(({ subject }) => subject === source).length === 1)
    must('promoWithDeposit', (minDeposit === null) === (id === null))
    if (id === null || minDeposit === null) continue
    const isCredited = charges.some(({ status }) => status === 'credited' || status === 'taken_back')
    must('promoWithDeposit', isCredited && (deposit?.amount ?? 0) >= minDeposit && deposit?.fixed === false)
  }
}

/** Counts the uses of all traders. */
export function checkPromoLimits(
  states: readonly DatabaseState[],
  codes: readonly SimulatedPromoCode[],
  must: Check,
): void {
  for (const { code, maxUses, maxUsesPerTrader } of codes) {
    const uses = states.map(
      ({ redemptions }) => redemptions.filter((each) => each.code === code && each.state === 'used').length,
    )
    const total = uses.reduce((sum, count) => sum + count, 0)
    must('promoLimits', maxUses === null || total <= maxUses, maxUses !== null && total >= maxUses)
    must(
      'promoLimits',
      uses.every((count) => count <= maxUsesPerTrader),
      total > 0,
    )
  }
}

/** Finds codes that were not used: a deposit that was credited since `before` uses the code that was stored for it. */
export function findUnusedCodes(before: DatabaseState, after: DatabaseState): Violation[] {
  const waiting = before.redemptions.filter(({ state }) => state === 'stored')
  const isCredited = ({ captures }: DatabaseState, id: string) =>
    captures.some(({ deposit, status }) => deposit === id && status === 'credited')
  const credited = after.deposits.filter(({ id }) => isCredited(after, id) && !isCredited(before, id))
  const isUnused = waiting.some(({ id, minDeposit, createdMs }) => {
    const isStillStored = after.redemptions.some((each) => each.id === id && each.state === 'stored')
    const isFor = (each: (typeof credited)[number]) =>
      !each.fixed && each.createdMs >= createdMs && each.amount >= (minDeposit ?? 0)
    return isStillStored && credited.some(isFor)
  })
  return isUnused ? [properties.promoWithDeposit] : []
}
