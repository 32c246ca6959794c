import { join } from 'node:path'

import { type ChainChange, type Coin, createSimulatedChain, type SimulatedChains } from './chains/simulated-chain.ts'
import { type ChargeLedger, createChargeLedger, type Refund } from './charges/charge-ledger.ts'
import { getProcessorSecrets, type ProcessorSecrets } from '@tradefront/processors/signature'
import type { Charge } from '@tradefront/processors/simulator/charge'
import { type ChatService, type ChatMessage, createChatService, type Conversation } from './chat/chat-service.ts'
import { createFaults, type Faults } from './control/faults.ts'
import { hmacSha256 } from './platform/hmac-sha256.ts'
import { type Journal, type JournalOptions, openJournal } from './platform/journal.ts'
import { createMailSender, type MailSender } from './mail/mail-sender.ts'
import { createSupportAgent, type SupportAgent } from './mail/support-agent.ts'
import { createMailbox, type Mailbox, type StoredMail } from './mail/mailbox.ts'
import { createOutbox, type Outbox, type OutboxEvent } from './webhooks/outbox.ts'
import { findChargeSimulator } from './processors/find-charge-simulator.ts'
import { createClock, type SandboxClock } from './platform/clock.ts'
import { createNewsFaults, type NewsFaults } from './news/news-faults.ts'
import { createSimulatedBeacon, type SimulatedBeacon } from './beacon/simulated-beacon.ts'
import { createSimulatedRates, type Quotes, type SimulatedRates } from './rates/simulated-rates.ts'
import { createPushInbox, type PushInbox } from './push/push-inbox.ts'
import { createPayoutLedger, type PayoutLedger, type SimulatedPayout } from './payouts/payout-ledger.ts'
import { createZoomTokenStore, type ZoomTokenStore } from './zoom/token-store.ts'

/** All parts of the sandbox except HTTP. */
export type Sandbox = {
  readonly clock: SandboxClock
  readonly faults: Faults
  readonly ledger: ChargeLedger
  readonly outbox: Outbox
  readonly zoomTokens: ZoomTokenStore
  readonly mailbox: Mailbox
  readonly mailSender: MailSender
  readonly supportAgent: SupportAgent
  readonly chat: ChatService
  readonly chains: SimulatedChains
  readonly rates: SimulatedRates
  readonly beacon: SimulatedBeacon
  readonly newsFaults: NewsFaults
  readonly payouts: PayoutLedger
  readonly push: PushInbox
  readonly waitScale: number
  readonly secret: string
  readonly getProcessorSecrets: (slug: string) => readonly [string, ...string[]]
  /** Notifies the merchant, with the failure mode of the card. */
  readonly notifyMerchant: (charge: Charge) => Promise<void>
  /** Resets everything, the clock included. */
  readonly reset: () => void
  /** Returns true if all changes are on the disk. Other changes are never reported to the server. */
  readonly isDurable: () => boolean
  readonly close: () => Promise<void>
}

export type SandboxOptions = {
  readonly secret: string
  /** Secrets by slug; others are derived from `secret`. */
  readonly processorSecrets?: ProcessorSecrets
  /** Folder of the journal, or null to keep nothing. */
  readonly dataDir: string | null
  readonly journal?: JournalOptions
  /** Multiplies all waits of the sandbox. */
  readonly waitScale: number
  /** Time between two blocks of a simulated chain, times `waitScale`. 0: blocks are mined only by hand. The default is 5. */
  readonly blockSeconds?: number
  /** Address on which the server receives mail. */
  readonly mailInHost?: string
  readonly mailInPort?: number
  /** Fetches the product's quotes, which the rates follow. */
  readonly fetchQuotes?: () => Promise<Quotes>
  readonly now?: () => number
  readonly random?: () => number
}

const defaultBlockSeconds = 5

/** Creates the sandbox. It resumes charges and webhooks in progress. */
export function createSandbox(options: SandboxOptions): Sandbox {
  const { secret, waitScale } = options
  const journal = openJournal(
    options.dataDir === null ? null : join(options.dataDir, 'sandbox', 'journal.jsonl'),
    options.journal,
  )
  const clock = createClock(options.now ?? Date.now)
  const faults = createFaults(options.random ?? Math.random)
  const secrets = { sandboxSecret: secret, processorSecrets: options.processorSecrets ?? {} }
  const getSecrets = (slug: string) => getProcessorSecrets(hmacSha256, secrets, slug)
  const getSecret = (slug: string) => getSecrets(slug)[0]
  const outbox = createOutbox({ getSecret, clock, faults, journal, waitScale })
  const notifyMerchant = async (charge: Charge) => {
    const event = outbox.createEvent(charge)
    const events = charge.hasDuplicateWebhooks ? [event, event] : [event]
    if (charge.failureMode === 'three_webhooks') {
      // The merchant gets the result, an outdated "pending", and the result again.
      const pendingEvent = outbox.createEvent({ ...charge, state: 'pending', reason: null })
      events.push(pendingEvent, event)
    }
    for (const each of events) await outbox.sendEvent(each)
  }
  const ledger = createChargeLedger({
    clock,
    journal,
    waitScale,
    isFinal: (slug, reason) => findChargeSimulator(slug)?.finalReasons.includes(reason) ?? false,
    onChargeChanged: (charge) => void notifyMerchant(charge),
  })
  const mailbox = createMailbox({ time: clock, journal })
  const mailSender = createMailSender(options.mailInHost ?? '127.0.0.1', options.mailInPort ?? 0)
  const supportAgent = createSupportAgent({ clock, sender: mailSender, waitScale })
  const chat = createChatService({ time: clock, journal, waitScale })
  const chainDeps = { clock, journal, blockMs: (options.blockSeconds ?? defaultBlockSeconds) * 1000 * waitScale }
  const chains = { btc: createSimulatedChain('btc', chainDeps), eth: createSimulatedChain('eth', chainDeps) }
  const rates = createSimulatedRates(clock, options.fetchQuotes ?? null)
  // The rounds of the beacon follow the real time.
  const beacon = createSimulatedBeacon(secret, { now: options.now ?? Date.now })
  const newsFaults = createNewsFaults()
  const push = createPushInbox()
  const payouts = createPayoutLedger({ clock, journal, rates, waitScale })
  restoreFromJournal({ journal, ledger, outbox, mailbox, chat, chains, payouts })
  return {
    clock,
    faults,
    ledger,
    outbox,
    mailbox,
    mailSender,
    supportAgent,
    chat,
    chains,
    rates,
    beacon,
    newsFaults,
    push,
    payouts,
    zoomTokens: createZoomTokenStore(),
    waitScale,
    secret,
    getProcessorSecrets: getSecrets,
    notifyMerchant,
    reset: () => {
      clock.clear()
      clock.setOffset(0)
      faults.clear()
      ledger.clear()
      outbox.clear()
      mailbox.clear()
      chat.clear()
      rates.clear()
      beacon.clear()
      newsFaults.clear()
      payouts.clear()
      push.clear()
      for (const chain of Object.values(chains)) chain.clear()
      journal.truncate()
    },
    isDurable: journal.flush,
    close: async () => {
      clock.clear()
      await outbox.stop()
      journal.close()
    },
  }
}

/** Restores the stores. The last line of each key is current. Only this program writes the journal. */
function restoreFromJournal(stores: {
  readonly journal: Journal
  readonly ledger: ChargeLedger
  readonly outbox: Outbox
  readonly mailbox: Mailbox
  readonly chat: ChatService
  readonly chains: SimulatedChains
  readonly payouts: PayoutLedger
}): void {
  const { journal, ledger, outbox, mailbox, chat, chains, payouts } = stores
  const latestLines = new Map(journal.readLines().map((line) => [`${line.kind}:${line.key}`, line]))
  for (const { kind, key, value } of latestLines.values()) {
    if (kind === 'charge') ledger.restore.charge(value as Charge)
    else if (kind === 'refund') ledger.restore.refund(value as Refund)
    else if (kind === 'tombstone') ledger.restore.tombstone(key)
    else if (kind === 'mail') mailbox.restoreMail(value as StoredMail)
    else if (kind === 'chat') chat.restore.conversation(value as Conversation)
    else if (kind === 'chat_message') chat.restore.message(key, value as ChatMessage)
    else if (kind === 'payout') payouts.restore(value as SimulatedPayout)
    else if (kind === 'chain') chains[key.split(':')[0] as Coin].restore(value as ChainChange)
    else outbox.restoreEvent(value as OutboxEvent)
  }
}
