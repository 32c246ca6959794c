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
    credit,
    '? invoice.rate : receipt.lateRate',
    '? invoice.rate : invoice.rate',
    invoices,
  ),
  mutant(
    'coins: a late payment counts as in time',
    'crypto/invoice-state.ts',
    'arrivedAtMs < expiresAtMs',
    'arrivedAtMs < expiresAtMs + 3_600_000',
    'packages/rules/src/crypto/invoice-state.test.ts',
  ),
  mutant(
    'coins: each part is converted apart',
    'crypto/credit.ts',
    'convertFromCoin(earlier + value, rate, coin) - convertFromCoin(earlier, rate, coin)',
    'convertFromCoin(earlier * 0n + value, rate, coin)',
    'packages/rules/src/crypto/credit.test.ts',
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
