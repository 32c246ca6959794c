import type { MoneyWay } from '@tradefront/contract/landing'
import { wallets } from '@tradefront/processors/registry'
import { findConfirmationRange } from '@tradefront/rules/crypto/confirmations'
import { computeConfirmationMinutes, methodFacts } from '@tradefront/rules/deposits/method-facts'
import { fromMinor } from '@tradefront/rules/ledger/money'
import { isForAnyone, type WithdrawalMethod, withdrawalMethods } from '@tradefront/rules/withdrawal/methods'

import type { Settings } from '../settings/service.ts'
import { toWithdrawalSettings } from './withdrawal-settings.ts'

const baseCurrency = 'USD'

/** Lists what visitors read about each method that takes money in or sends it out. */
export function listMoneyWays(settings: Settings): MoneyWay[] {
  const { enabledMethods, getTerms } = toWithdrawalSettings(settings)
  return withdrawalMethods.flatMap((method) => {
    const canWithdraw = enabledMethods.includes(method)
    const canDeposit = isOfferedForDeposits(settings, method)
    // A card or wallet only gets back what it has paid in, so one that takes no deposits sends nothing out.
    if (!canDeposit && !(canWithdraw && isForAnyone(method))) return []
    const { feePercent, feeFixed, returnPercent, hours } = getTerms(method, baseCurrency)
    return [
      {
        method,
        deposit: canDeposit ? { minutes: findDepositMinutes(settings, method) } : null,
        withdrawal: canWithdraw
          ? { hours, feePercent, feeFixed: fromMinor(feeFixed, baseCurrency), returnPercent }
          : null,
      },
    ]
  })
}

function isOfferedForDeposits(settings: Settings, method: WithdrawalMethod): boolean {
  if (settings.hidden_tabs.includes(method)) return false
  if (method === 'bank') return settings.bank_details !== null
  if (method === 'webmoney') return settings.webmoney_wmz !== null
  const wallet = wallets.find(({ upstream }) => upstream.slug === method)
  return wallet === undefined || !settings.processors_off.includes(wallet.name)
}

/** Returns null if an operator credits the money when it has arrived. */
function findDepositMinutes({ crypto_confirmations }: Settings, method: WithdrawalMethod): number | null {
  const { time } = methodFacts[method]
  if (time.kind === 'minute') return 1
  if (time.kind !== 'confirmations') return null
  return computeConfirmationMinutes(time.coin, findConfirmationRange(crypto_confirmations[time.coin]).most)
}
