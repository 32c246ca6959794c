import { join } from 'node:path'

import { type Bank, createBank, type Refund } from './bank.ts'
import type { Charge } from './charge.ts'
import { type Chat, type ChatMessage, createChat, type Conversation } from './chat.ts'
import { createFaults, type Faults } from './faults.ts'
import { type Journal, openJournal } from './journal.ts'
import { createMailbox, type Mailbox, type StoredMail } from './mailbox.ts'
import { createOutbox, type Outbox, type SentEvent } from './outbox.ts'
import { deskBySlug } from './processors/registry.ts'
import { createTime, type Time } from './time.ts'
import { createZoomTokens, type ZoomTokens } from './zoom-tokens.ts'

/** All that the sandbox is, apart from HTTP. */
export type Sandbox = {
  readonly time: Time
  readonly faults: Faults
  readonly bank: Bank
  readonly outbox: Outbox
  readonly tokens: ZoomTokens
  readonly mailbox: Mailbox
  readonly chat: Chat
  readonly waitScale: number
  readonly secret: string
  /** Tells the merchant how a charge stands, with the quirks of its card. */
  readonly announce: (charge: Charge) => Promise<void>
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
export function openSandbox(options: SandboxOptions): Sandbox {
  const { secret, waitScale } = options
  const journal = openJournal(options.dataDir === null ? null : join(options.dataDir, 'sandbox', 'journal.jsonl'))
  const time = createTime(options.now ?? Date.now)
  const faults = createFaults(options.random ?? Math.random)
  const outbox = createOutbox({ secret, time, faults, journal, waitScale })
  const announce = async (charge: Charge) => {
    const present = outbox.make(charge)
    const events = charge.doubled ? [present, present] : [present]
    if (charge.quirk === 'three_webhooks') {
      // First the end, then a beginning made up to come after it, then the end again.
      const earlier = outbox.make({ ...charge, state: 'pending', reason: null })
      events.push(earlier, present)
    }
    for (const event of events) await outbox.send(event)
  }
  const bank = createBank({
    time,
    journal,
    waitScale,
    isFinal: (slug, reason) => deskBySlug(slug)?.finalReasons.includes(reason) ?? false,
    onSettled: (charge) => void announce(charge),
  })
  const mailbox = createMailbox({ time, journal })
  const chat = createChat({ time, journal, waitScale })
  restore({ journal, bank, outbox, mailbox, chat })
  return {
    time,
    faults,
    bank,
    outbox,
    mailbox,
    chat,
    tokens: createZoomTokens(),
    waitScale,
    secret,
    announce,
    reset: () => {
      time.clear()
      time.setOffset(0)
      faults.clear()
      bank.clear()
      outbox.clear()
      mailbox.clear()
      chat.clear()
      journal.clear()
    },
    close: async () => {
      time.clear()
      await outbox.stop()
      journal.close()
    },
  }
}

/** The last line of each key is how it stood. What is in the journal was written by this program. */
function restore(books: {
  readonly journal: Journal
  readonly bank: Bank
  readonly outbox: Outbox
  readonly mailbox: Mailbox
  readonly chat: Chat
}): void {
  const { journal, bank, outbox, mailbox, chat } = books
  const last = new Map(journal.read().map((line) => [`${line.kind}:${line.key}`, line]))
  for (const { kind, key, value } of last.values()) {
    if (kind === 'charge') bank.restore.charge(value as Charge)
    else if (kind === 'refund') bank.restore.refund(value as Refund)
    else if (kind === 'tombstone') bank.restore.tombstone(key)
    else if (kind === 'mail') mailbox.restore(value as StoredMail)
    else if (kind === 'chat') chat.restore.conversation(value as Conversation)
    else if (kind === 'chat_message') chat.restore.message(key, value as ChatMessage)
    else outbox.restore(value as SentEvent)
  }
}
