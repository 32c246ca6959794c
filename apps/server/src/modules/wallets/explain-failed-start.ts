import type { Processor } from '@tradefront/processors/processor'

import type { CardCallReply } from '../cards/service.ts'

/** Adds `error` and `message` to the reply of a start that failed: the wallet's own reply has neither, and every refusal has both. */
export function explainFailedStart(wallet: Processor, reply: CardCallReply): CardCallReply {
  const { deposit } = reply
  const outcome = wallet.interpretStartReply(reply)
  const isRefusal = reply['return'] === false || outcome?.kind === 'next' || outcome?.kind === 'decline'
  if (!isRefusal || deposit?.state !== 'failed') return reply
  const { reason, message } = deposit
  return { ...reply, return: false, error: reason ?? 'orange.pay_fail', message: message ?? '' }
}
