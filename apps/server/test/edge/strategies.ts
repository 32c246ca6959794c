import { boldBet, cancelledWithdrawal, cashFirst, stackedBonuses, turnoverByEvenBets } from './bold-bets.ts'
import { cheapestTurnover, tiesAsTurnover, turnoverByReading } from './cheapest-turnover.ts'
import { codeWithoutDeposit, giftsOnManyAccounts, giftsPaidByOneCard, roundedSplit } from './gifts.ts'
import { pairedTurnover, twoAccounts } from './two-accounts-with-bonus.ts'
import { coinsBack, moreCoinsBack } from './coins-in-and-out.ts'
import { currencyRoundTrip, staleRates } from './currency-round-trip.ts'
import { depositAndWithdraw } from './deposit-and-withdraw.ts'
import { largeInvoice, overpayInRisingMarket, splitPayment } from './large-invoice.ts'
import { lateInvoice, lateInvoiceAtLimits } from './late-invoice.ts'
import { bestLadder, bestUpDown } from './best-odds.ts'
import {
  bestSale,
  newsAtKnownTime,
  saleAcrossMidnight,
  saleAtAnyPace,
  saleNearStrike,
  saleNearStrikeAtLimits,
  saleOnMovedDay,
  saleOnMovedDayAtLimits,
} from './best-sale.ts'
import { coverAllPrices } from './cover-all-prices.ts'
import { decodeMinute } from './decode-minute.ts'
import { firstLadderOfDay } from './first-ladder-of-day.ts'
import { downOverMidnight } from './down-over-midnight.ts'
import { fadeMomentum, followMomentum } from './follow-momentum.ts'
import { fadeSignals, followSignals } from './follow-signals.ts'
import { followOtherSymbol } from './follow-other-symbol.ts'
import { fadeWeekendGap } from './fade-weekend-gap.ts'
import { nameOldPrice, refuseWorse, waitForLock } from './name-old-price.ts'
import { martingale } from './martingale.ts'
import { boldBetForPrize } from './prize-bold-bet.ts'
import { fortyAccountsAmongEquals, fortyAccountsForPrizes } from './prize-forty-accounts.ts'
import { pairsForPrizes } from './prize-pairs.ts'
import { aheadForPrize } from './prize-until-ahead.ts'
import { ladderAtAnyPace } from './real-feed.ts'
import { readRounding, readRoundingAtLimits, readRoundingOnLadder } from './read-rounding.ts'
import { readSeeds } from './read-seeds.ts'
import { coinsOfOldCharge, refundOfLostCharge } from './refund-of-another-charge.ts'
import { returnOfALadderLoss, returnOfALoss, returnOfALossWithPrizes } from './return-of-a-loss.ts'
import { fadeSealedMoves, operatorWithSeeds, pairsDuringFreeze, regressEverythingSeen } from './sealed-strategies.ts'
import { seekFuturePrices } from './seek-future-prices.ts'
import { soldAtOnce, soldAtOnceAtLimits } from './sell-at-once.ts'
import { sellAndRebuy } from './sell-and-rebuy.ts'
import { sessionEndPairs } from './session-end-pairs.ts'
import { smallStakes } from './small-stakes.ts'
import type { Strategy } from './strategy.ts'
import { withdrawInSlices } from './withdraw-in-slices.ts'

/** Strategies in the order of `docs/fairness.md`. A new one is a file and a line here. */
export const strategies: readonly Strategy[] = [
  bestUpDown,
  bestLadder,
  firstLadderOfDay,
  downOverMidnight,
  coverAllPrices,
  martingale,
  smallStakes,
  bestSale,
  saleNearStrike,
  saleNearStrikeAtLimits,
  sellAndRebuy,
  soldAtOnce,
  soldAtOnceAtLimits,
  saleOnMovedDay,
  saleOnMovedDayAtLimits,
  saleAcrossMidnight,
  ladderAtAnyPace,
  saleAtAnyPace,
  newsAtKnownTime,
  sessionEndPairs,
  seekFuturePrices,
  readSeeds,
  operatorWithSeeds,
  pairsDuringFreeze,
  nameOldPrice,
  waitForLock,
  refuseWorse,
  readRounding,
  readRoundingAtLimits,
  readRoundingOnLadder,
  decodeMinute,
  fadeSealedMoves,
  regressEverythingSeen,
  followMomentum,
  fadeMomentum,
  followSignals,
  fadeSignals,
  followOtherSymbol,
  fadeWeekendGap,
  twoAccounts,
  pairedTurnover,
  boldBet,
  stackedBonuses,
  cashFirst,
  cancelledWithdrawal,
  turnoverByEvenBets,
  cheapestTurnover,
  tiesAsTurnover,
  turnoverByReading,
  lateInvoice,
  lateInvoiceAtLimits,
  largeInvoice,
  overpayInRisingMarket,
  splitPayment,
  coinsBack,
  moreCoinsBack,
  currencyRoundTrip,
  staleRates,
  depositAndWithdraw,
  refundOfLostCharge,
  coinsOfOldCharge,
  withdrawInSlices,
  codeWithoutDeposit,
  giftsOnManyAccounts,
  giftsPaidByOneCard,
  roundedSplit,
  fortyAccountsForPrizes,
  fortyAccountsAmongEquals,
  pairsForPrizes,
  boldBetForPrize,
  aheadForPrize,
  returnOfALoss,
  returnOfALadderLoss,
  returnOfALossWithPrizes,
]
