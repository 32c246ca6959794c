import { landingCalls } from '@tradefront/contract/landing'
import type { TradeProof } from '@tradefront/contract/trade-proof'
import { type Quote, toQuote, type Trade } from '@tradefront/contract/trade-view'
import type { Direction } from '@tradefront/rules/trading/options'
import { useState } from 'react'

import { request } from '../../../platform/api/request.ts'
import { serverNow } from '../../../platform/clock.ts'
import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { trialToken } from '../../../platform/storage/trial-token.ts'
import { usePolling } from '../use-polling.ts'

const openEveryMs = 1000
const provedEveryMs = 5000

/** A visitor's practice trade, and the data to check it. */
export type Trial = {
  readonly token: string
  readonly trade: Trade
  readonly quotes: readonly Quote[]
  readonly closingTrades: readonly Quote[]
  /** Null: the trade is open, or its prices come from a market. */
  readonly proof: TradeProof | null
}

export type TrialState = {
  readonly trial: Trial | null
  readonly isSending: boolean
  /** Text that says why nothing was bought. */
  readonly problem: string | null
  readonly open: (symbol: string, direction: Direction) => Promise<void>
  readonly leave: () => void
}

/** State of this browser's practice trade. A reload shows it again. */
export function useTrial(): TrialState {
  const t = useTranslate()
  const token = trialToken.useValue()
  const [trial, setTrial] = useState<Trial | null>(null)
  const [isSending, setIsSending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  function leave(): void {
    trialToken.forget()
    setTrial(null)
  }

  const isOpen = trial === null || trial.trade.state === 'open'
  const isProved = trial !== null && !isOpen && (trial.proof === null || trial.proof.proofs !== null)
  usePolling(isProved ? null : token, isOpen ? openEveryMs : provedEveryMs, async (signal) => {
    // Before that time, the seeds of the trade are not published.
    if (token === null || (trial?.proof != null && serverNow() < trial.proof.publicAtMs)) return
    const reply = await request(landingCalls.readTrial, { body: { token }, signal }).catch(() => null)
    if (signal.aborted || reply === null) return
    const { trade, quotes = [], closingTrades = [], proof = null } = reply
    if (trade === undefined) leave()
    else setTrial({ token, trade, quotes: quotes.map(toQuote), closingTrades: closingTrades.map(toQuote), proof })
  })

  const open = async (symbol: string, direction: Direction): Promise<void> => {
    setIsSending(true)
    setProblem(null)
    try {
      const reply = await request(landingCalls.openTrial, { body: { symbol, direction } })
      if (reply.token === undefined || reply.trade === undefined) return setProblem(reply.message ?? '')
      trialToken.write(reply.token)
      setTrial({ token: reply.token, trade: reply.trade, quotes: [], closingTrades: [], proof: null })
    } catch {
      setProblem(t('landing.trial_no_answer'))
    } finally {
      setIsSending(false)
    }
  }

  return { trial, isSending, problem, open, leave }
}
