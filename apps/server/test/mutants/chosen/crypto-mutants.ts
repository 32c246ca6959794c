import { type CodeMutant, mutant, replace } from './code-mutant.ts'

const crypto = 'apps/server/src/modules/crypto'
const invoices = `${crypto}/invoices.test.ts`
const watching = `${crypto}/watching.test.ts`
const routes = `${crypto}/routes.test.ts`
const credit = 'crypto/credit-invoices.ts'

/** Faults in invoices. The simulation of chains has planted faults of its own. */
export const cryptoMutants: readonly CodeMutant[] = [
  {
    name: 'coins: credited with one confirmation less',
    edits: [
      replace('crypto/invoice-store.ts', 'c.height - i.confirmations + 1', 'c.height - i.confirmations + 2'),
      replace(credit, 'height) >= invoice.confirmations,', 'height) >= invoice.confirmations - 1,'),
    ],
    test: invoices,
  },
  mutant(
    'coins: the bonus comes with the first payment',
    'deposits/deposit-state-machine.ts',
    'isEnough && ',
    '',
    invoices,
  ),
  mutant(
    'coins: a late payment has the locked rate',
    'crypto/credit.ts',
    'payment.minedAtMs < terms.blockUntilMs ?',
    'payment.minedAtMs < Infinity ?',
    'packages/rules/src/crypto/credit.test.ts',
  ),
  mutant(
    'coins: the rest has the rate when it was mined, also if that is higher',
    'crypto/credit.ts',
    'return smaller(rate, applySpread(marketRate, spreadPercent))',
    'return applySpread(marketRate, spreadPercent + Number(rate) * 0)',
    'packages/rules/src/crypto/credit.test.ts',
  ),
  mutant(
    'coins: a rate that was locked before a crash',
    'crypto/credit.ts',
    'return smaller(rate, changeByPercent(marketRate, toThousandths(lockGainPercent)))',
    'return rate + marketRate * 0n',
    'packages/rules/src/crypto/credit.test.ts',
  ),
  mutant(
    'coins: a late payment counts as in time',
    'crypto/invoice-state.ts',
    'minedAtMs < blockUntilMs',
    'minedAtMs <= blockUntilMs',
    'packages/rules/src/crypto/invoice-state.test.ts',
  ),
  mutant(
    'coins: each part is rounded apart',
    'crypto/credit.ts',
    'sumWorth(terms, [...earlier, payment]) / unit - before / unit',
    '(sumWorth(terms, [...earlier, payment]) - before) / unit',
    'packages/rules/src/crypto/credit.test.ts',
  ),
  mutant(
    'coins: a miner says when a block came',
    'crypto/chain-store.ts',
    'greatest(scanned_at, ${block.time}::timestamptz)',
    '${block.time}::timestamptz',
    `${crypto}/locked-rate.test.ts`,
  ),
  mutant(
    'coins: a block that was replaced still decides the rate',
    'crypto/chain-store.ts',
    `mined_at = case r.state when 'credited' then r.mined_at else excluded.mined_at end`,
    'mined_at = least(r.mined_at, excluded.mined_at)',
    `${crypto}/locked-rate.test.ts`,
  ),
  mutant(
    'coins: a captured payment is not marked before the chain is read',
    'crypto/chain-store.ts',
    `r.token = ''
       and`,
    `r.token = 'none'
       and`,
    watching,
  ),
  mutant(
    'coins: a reorganisation is not noticed',
    'crypto/watch-chain.ts',
    'block.parentHash !== cursor.hash',
    `block.parentHash === ''`,
    invoices,
  ),
  mutant(
    'coins: two servers read a chain at once',
    'crypto/chain-store.ts',
    'or lease_until <= ${now})',
    'or lease_until is not null)',
    watching,
  ),
  mutant(
    'coins: a lost payment does not hold up the one in its place',
    credit,
    'if (hasLostPayment(deposit, invoice)) return null',
    '',
    watching,
  ),
  mutant(
    'coins: what was taken back still counts at the end',
    credit,
    'invoice.receipts.filter((receipt) => !isTakenBack(deposit, receipt))',
    'invoice.receipts',
    watching,
  ),
  mutant(
    'coins: what came in addition takes the bonus along',
    'refunds/reversal-service.ts',
    `const cameWithBonus = capture.status === 'credited'`,
    `const cameWithBonus = capture.status !== 'credited_late'`,
    watching,
  ),
  mutant(
    'coins: a page shows what was taken back',
    'crypto/invoice-view.ts',
    'partition(invoice.receipts, (receipt) => isTakenBack(deposit, receipt))',
    'partition(invoice.receipts, () => false)',
    watching,
  ),
  mutant(
    'coins: an output is credited again by a repeated round',
    'deposits/apply-receipt.ts',
    'if (deposit.captures.some(({ processorReference }) => processorReference === output)) return true',
    '',
    watching,
  ),
  mutant(
    'coins: an invoice that something has arrived for is cancelled',
    'crypto/cancel-invoice.ts',
    `state === 'seen' || state === 'credited'`,
    `state === 'orphaned'`,
    routes,
  ),
  mutant('coins: an old invoice is given again', 'crypto/create-invoice.ts', '5 * minuteMs', '60 * minuteMs', routes),
]
