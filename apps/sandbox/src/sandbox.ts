import { join } from 'node:path'

import { type ChargeLedger, createChargeLedger, type Refund } from './charges/charge-ledger.ts'
import type { Charge } from '@tradefront/processors/simulator/charge'
import { type ChatService, type ChatMessage, createChatService, type Conversation } from './chat/chat-service.ts'
import { createFaults, type Faults } from './control/faults.ts'
import { type Journal, openJournal } from './platform/journal.ts'
import { createMailbox, type Mailbox, type StoredMail } from './mail/mailbox.ts'
import { createOutbox, type Outbox, type OutboxEvent } from './webhooks/outbox.ts'
import { findChargeSimulator } from './processors/find-charge-simulator.ts'
import { createClock, type SandboxClock } from './platform/clock.ts'
import { createZoomTokenStore, type ZoomTokenStore } from './zoom/token-store.ts'

/** All that the sandbox is, apart from HTTP. */
export type Sandbox = {
  readonly clock: SandboxClock
  readonly faults: Faults
  readonly ledger: ChargeLedger
  readonly outbox: Outbox
  readonly zoomTokens: ZoomTokenStore
  readonly mailbox: Mailbox
  readonly chat: ChatService
  readonly waitScale: number
  readonly secret: string
  /** Tells the merchant how a charge stands, with the quirks of its card. */
  readonly notifyMerchant: (charge: Charge) => Promise<void>
  /** Forgets every charge, event, mail, conversation and fault, and sets the clock right. */
  readonly reset: () => void
  readonly close: () => Promise<void>
}

export type SandboxOptions = {
  readonly secret: string
  /** Where the journal is kept; null: nothing survives. */
  readonly dataDir: string | null
  /** Multiplies every wait of its own. */
  readonly waitScale: number
  /** Tests pass their own. */
  readonly now?: () => number
  readonly random?: () => number
}

/** Opens the books and takes up what was under way when it last stopped. */
export function createSandbox(options: SandboxOptions): Sandbox {
  const { secret, waitScale } = options
  const journal = openJournal(options.dataDir === null ? null : join(options.dataDir, 'sandbox', 'journal.jsonl'))
  const clock = createClock(options.now ?? Date.now)
  const faults = createFaults(options.random ?? Math.random)
  const outbox = createOutbox({ secret, clock, faults, journal, waitScale })
  const notifyMerchant = async (charge: Charge) => {
    const event = outbox.createEvent(charge)
    const events = charge.hasDuplicateWebhooks ? [event, event] : [event]
    if (charge.failureMode === 'three_webhooks') {
      // First the end, then a beginning made up to come after it, then the end again.
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
  const chat = createChatService({ time: clock, journal, waitScale })
  restoreFromJournal({ journal, ledger, outbox, mailbox, chat })
  return {
    clock,
    faults,
    ledger,
    outbox,
    mailbox,
    chat,
    zoomTokens: createZoomTokenStore(),
    waitScale,
    secret,
    notifyMerchant,
    reset: () => {
      clock.clear()
      clock.setOffset(0)
      faults.clear()
      ledger.clear()
      outbox.clear()
      mailbox.clear()
      chat.clear()
      journal.truncate()
    },
    close: async () => {
      clock.clear()
      await outbox.stop()
      journal.close()
    },
  }
}

/** The last line of each key is how it stood. What is in the journal was written by this program. */
function restoreFromJournal(stores: {
  readonly journal: Journal
  readonly ledger: ChargeLedger
  readonly outbox: Outbox
  readonly mailbox: Mailbox
  readonly chat: ChatService
}): void {
  const { journal, ledger, outbox, mailbox, chat } = stores
  const latestLines = new Map(journal.readLines().map((line) => [`${line.kind}:${line.key}`, line]))
  for (const { kind, key, value } of latestLines.values()) {
    if (kind === 'charge') ledger.restore.charge(value as Charge)
    else if (kind === 'refund') ledger.restore.refund(value as Refund)
    else if (kind === 'tombstone') ledger.restore.tombstone(key)
    else if (kind === 'mail') mailbox.restoreMail(value as StoredMail)
    else if (kind === 'chat') chat.restore.conversation(value as Conversation)
    else if (kind === 'chat_message') chat.restore.message(key, value as ChatMessage)
    else outbox.restoreEvent(value as OutboxEvent)
  }
}
