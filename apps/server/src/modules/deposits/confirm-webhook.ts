import { isActiveState } from '@tradefront/rules/deposits/deposit-state-machine'
import { currencies, fromMinor } from '@tradefront/rules/ledger/money'
import { toBaseThreshold } from '@tradefront/rules/ledger/thresholds'

import type { AppContext } from '../../context.ts'
import { raiseAlert } from '../alerts/service.ts'
import type { AttemptResult } from './attempt-result.ts'
import { findDepositByReference } from './deposit-store.ts'
import { type Attempt, type Deposit, findAttempt } from './deposit.ts'
import type { DepositWebhook } from './payment-provider.ts'

/** What a webhook is worth. `mustAskAgain`: the processor has not decided, or gave no answer. */
export type ConfirmedWebhook = { readonly result: AttemptResult | null; readonly mustAskAgain: boolean }

/** Longest time to ask, because the processor waits for our reply to its webhook. */
const askLimitMs = 8000

/**
 * Asks the processor about the charge that a webhook is about: its answer counts, and the webhook is only the reason to ask. Who has the secret of
 * the webhooks alone cannot say that money has come. Below the setting `webhook_ask_from` a webhook is believed.
 */
export async function confirmWebhook(context: AppContext, event: DepositWebhook): Promise<ConfirmedWebhook> {
  const { reference, result } = event
  const deposit = await findDepositByReference(context, reference)
  const attempt = findAttempt(deposit, reference)
  const believed = { result, mustAskAgain: false }
  if (result === null || deposit === null || attempt === undefined) return believed
  // These are refused.
  if (result.reportedBy !== attempt.processor || !attempt.isCharging) return believed
  if (!(await mustAsk(context, deposit, result))) return believed
  const answer = await askProcessor(context, deposit, attempt)
  if (answer === null) return { result: describeNoAnswer(attempt, result), mustAskAgain: true }
  const decided = answer === 'not_found' ? null : answer
  const claimsMoney = result.state === 'succeeded'
  if (!claimsMoney || isConfirmed(result, decided)) return { result: decided, mustAskAgain: false }
  if (decided !== null && isActiveState(decided.state)) return { result: decided, mustAskAgain: true }
  await raiseAlert(
    context.db,
    {
      kind: 'webhook.denied',
      subject: `reference:${reference}`,
      detail: {
        processor: attempt.processor,
        webhook: result.takenBackAs ?? result.state,
        answer: decided === null ? 'not_found' : (decided.takenBackAs ?? decided.state),
      },
    },
    context.clock.now(),
  )
  return { result: decided, mustAskAgain: false }
}

async function mustAsk({ settings }: AppContext, { amount, currency }: Deposit, { money }: AttemptResult) {
  const known = currencies.find((each) => each === currency)
  if (known === undefined || (money !== undefined && money.currency !== currency)) return true
  const largest = Math.max(amount, money?.amount ?? 0)
  return toBaseThreshold(fromMinor(largest, currency), known) >= (await settings.getSetting('webhook_ask_from'))
}

/** Null: no answer in time, or an unreadable one. */
async function askProcessor({ providers }: AppContext, { method }: Deposit, attempt: Attempt) {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, askLimitMs, null)
  })
  try {
    return await Promise.race([providers[method].fetchStatus(attempt), limit])
  } finally {
    clearTimeout(timer)
  }
}

/** Null: the attempt has ended, or an operator decides about it. */
function describeNoAnswer({ state }: Attempt, { reportedBy }: AttemptResult): AttemptResult | null {
  if (!isActiveState(state) || state === 'manual_review' || reportedBy === undefined) return null
  return { source: 'webhook', state: 'in_doubt', errorClass: 'no_answer', reportedBy }
}

/** The processor names the same charge, as it was or as it has become since. */
function isConfirmed(claim: AttemptResult, answer: AttemptResult | null): boolean {
  return (
    answer?.state === 'succeeded' &&
    answer.processorReference === claim.processorReference &&
    answer.money?.amount === claim.money?.amount &&
    answer.money?.currency === claim.money?.currency &&
    (claim.takenBackAs === undefined || claim.takenBackAs === answer.takenBackAs)
  )
}
