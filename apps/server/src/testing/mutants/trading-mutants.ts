import { type CodeMutant, mutant } from './code-mutant.ts'

const trading = 'apps/server/src/modules/trading'
const purchases = `${trading}/buy-trade.test.ts`
const ends = `${trading}/close-trades.test.ts`
const rules = 'packages/rules/src/trading'

/** Faults in trades. The simulation of traders has planted faults of its own. */
export const tradingMutants: readonly CodeMutant[] = [
  mutant(
    'trades: an option down wins when the price rises',
    'trading/outcome.ts',
    `=== (direction === 'up') ?`,
    `=== (direction !== 'down' || strikePoints > 0) ?`,
    `${rules}/outcome.test.ts`,
  ),
  mutant(
    'trades: the bonus part of a return is rounded up',
    'trading/outcome.ts',
    'BigInt(other)) / BigInt(divisor)',
    'BigInt(other) + BigInt(divisor) - 1n) / BigInt(divisor)',
    `${rules}/outcome.test.ts`,
  ),
  mutant(
    'trades: a price at the edge of the tolerance is refused',
    'trading/purchase-rules.ts',
    'points > seen + tolerance',
    'points >= seen + tolerance',
    `${rules}/purchase-rules.test.ts`,
  ),
  mutant(
    'trades: a trader without a deposit is blocked',
    'trading/purchase-rules.ts',
    'account.depositTotal > 0 && ',
    '',
    `${rules}/purchase-rules.test.ts`,
  ),
  mutant(
    'trades: a sale costs no fee',
    'trading/sale-value.ts',
    ' * (1 - feePercent / 100)',
    '',
    `${rules}/sale-value.test.ts`,
  ),
  mutant(
    'trades: the value of a sale ignores the direction',
    'trading/sale-value.ts',
    `direction === 'up' ? points - strikePoints : strikePoints - points`,
    'points - strikePoints',
    `${rules}/sale-value.test.ts`,
  ),
  mutant(
    'trades: a trade ends at the latest price',
    'trading/close-trades.ts',
    'feed.findFirstQuote(symbol, fromMs, fromMs + maxCloseDelayMs)',
    'feed.findFirstQuote(symbol, clock.now().getTime() - 200, clock.now().getTime())',
    ends,
  ),
  mutant(
    'trades: one price that is not known holds up the others',
    'trading/close-trades.ts',
    'if (quote !== undefined) quotes.set(trade.id, quote)',
    'quotes.set(trade.id, quote ?? null)',
    ends,
  ),
  mutant(
    'trades: devices are not told the end',
    'trading/close-trades.ts',
    'await publishTrades(live, await closeApart([...quotes]))',
    'await closeApart([...quotes])',
    `${trading}/live-trades.test.ts`,
  ),
  mutant(
    'trades: a trade can end in closed hours',
    'trading/place-trade.ts',
    'if (!isMarketOpen(expiresAt))',
    'if (expiresAt < openedAt)',
    purchases,
  ),
  mutant(
    'trades: a key of another trader is found',
    'trading/place-trade.ts',
    'deriveUuid(namespace, `${given.userId}:${given.idempotencyKey}`)',
    'deriveUuid(namespace, given.idempotencyKey)',
    purchases,
  ),
  mutant(
    'trades: another stake under the same key is the same request',
    'trading/buy-trade.ts',
    'JSON.stringify([symbol, direction, stake, expiry, price, tolerance, payout])',
    'JSON.stringify([symbol, direction, expiry, price, tolerance, payout])',
    purchases,
  ),
  mutant(
    'trades: bonus is staked before cash',
    'trading/outcome.ts',
    'const cash = Math.min(stake, balances.cash)',
    'const cash = stake - Math.min(stake, balances.bonus)',
    `${rules}/outcome.test.ts`,
  ),
  mutant(
    'trades: a sale pays less than was shown',
    'trading/sell-trade.ts',
    'if (returned < toMinor(amount, trade.currency))',
    'if (returned < 0)',
    ends,
  ),
  mutant(
    'trades: a sale in the last five seconds',
    'trading/sell-trade.ts',
    'leftMs <= lastSaleMs',
    'leftMs < lastSaleMs',
    ends,
  ),
  mutant(
    'trades: turnover counts towards the newest bonus',
    'ledger/store.ts',
    'order by w.created_at, w.id)',
    'order by w.created_at desc, w.id desc)',
    ends,
  ),
  mutant(
    'trades: turnover of one bonus is more than it requires',
    'ledger/store.ts',
    'least(o.missing, o.amount - o.missing_before)',
    'o.amount - o.missing_before',
    ends,
  ),
  mutant(
    'trades: a bonus is given up while it is staked',
    'ledger/bonuses.ts',
    '(row?.amount ?? 0) > 0',
    '(row?.amount ?? 0) > 1e15',
    `${trading}/trade-rules.test.ts`,
  ),
  mutant(
    'trades: the audit takes the recorded price for right',
    'trading/audit-trades.ts',
    `['opening price', opened, trade.openPoints]`,
    `['opening price', trade.openPoints, trade.openPoints]`,
    `${trading}/audit-trades.test.ts`,
  ),
  mutant(
    'trades: a losing day is noted before it is over',
    'trading/losing-days.ts',
    'new Date(nowMs - (nowMs % dayMs))',
    'new Date(nowMs)',
    `${trading}/losing-days.test.ts`,
  ),
]
