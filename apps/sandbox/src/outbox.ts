import { createHmac, randomUUID } from 'node:crypto'

import { signatureHeader, signBody } from '@tradefront/processors/signature'

import type { Charge } from './charge.ts'
import { statusOf } from './charge.ts'
import type { Faults } from './faults.ts'
import type { Journal } from './journal.ts'
import { deskBySlug } from './processors/registry.ts'
import type { Time } from './time.ts'

/** A webhook, as it is kept until somebody takes it. */
export type SentEvent = {
  readonly id: string
  readonly slug: string
  readonly ref: string
  readonly url: string
  readonly body: Record<string, unknown>
  readonly state: 'waiting' | 'held' | 'dropped' | 'delivered' | 'given_up'
  readonly tries: number
  readonly createdAtMs: number
}

export type Outbox = ReturnType<typeof createOutbox>

type OutboxDeps = {
  readonly secret: string
  readonly time: Time
  readonly faults: Faults
  readonly journal: Journal
  readonly waitScale: number
}

/** Waits before each new try, seconds: five tries within a minute, the last one after a good half hour. */
const backoffS = [1, 3, 10, 30, 60, 120, 300, 600, 900] as const
const timeoutMs = 10_000
const keptEvents = 5_000

/** Webhooks, signed, tried again until they are answered with 2xx or the tries are used up. */
export function createOutbox({ secret, time, faults, journal, waitScale }: OutboxDeps) {
  const events = new Map<string, SentEvent>()
  const underWay = new Set<Promise<unknown>>()
  const mac = (text: string) => createHmac('sha256', secret).update(text).digest('hex')
  const stop = new AbortController()

  const keep = (event: SentEvent) => {
    events.set(event.id, event)
    journal.append({ kind: 'event', key: event.id, value: event })
    if (events.size > keptEvents) forgetOne()
    return event
  }

  /** The oldest one that nobody waits for. */
  const forgetOne = () => {
    for (const { id, state } of events.values()) {
      if (state !== 'waiting' && state !== 'held') return events.delete(id)
    }
    return false
  }

  /** Makes the event for a charge as it stands; nothing is sent yet. */
  const make = (charge: Charge): SentEvent => {
    const id = `evt_${randomUUID()}`
    const body = { event_id: id, ref: charge.ref, charge: statusOf(charge, deskBySlug(charge.slug)?.wordFor ?? String) }
    const { slug, ref, notifyUrl: url } = charge
    return keep({ id, slug, ref, url, body, state: 'waiting', tries: 0, createdAtMs: time.now() })
  }

  /** Sends an event, with whatever the control page has in store for it. */
  const send = async (event: SentEvent): Promise<void> => {
    let copies = 1
    for (const rule of faults.strike('webhook', event.slug, event.ref)) {
      if (rule.act === 'drop') return void keep({ ...event, state: 'dropped' })
      if (rule.act === 'hold') return void keep({ ...event, state: 'held' })
      if (rule.act === 'duplicate') copies += 1
      if (rule.act === 'delay') return time.at(event.id, time.now() + rule.ms, () => void deliver(event, 1))
    }
    await deliver(event, copies)
  }

  const deliver = async (event: SentEvent, copies: number): Promise<void> => {
    const sent = Promise.all(Array.from({ length: copies }, () => post(event)))
    underWay.add(sent)
    const [taken] = await sent
    underWay.delete(sent)
    const present = events.get(event.id)
    if (stop.signal.aborted || present === undefined) return
    if (taken) return void keep({ ...present, state: 'delivered', tries: present.tries + 1 })
    const waitS = backoffS[present.tries]
    keep({ ...present, state: waitS === undefined ? 'given_up' : 'waiting', tries: present.tries + 1 })
    if (waitS !== undefined) time.at(event.id, time.now() + waitS * 1000 * waitScale, () => void deliver(event, 1))
  }

  const post = async ({ url, body }: SentEvent): Promise<boolean> => {
    const payload = JSON.stringify(body)
    try {
      const response = await fetch(url, {
        method: 'POST',
        redirect: 'manual',
        headers: { 'content-type': 'application/json', [signatureHeader]: signBody(mac, payload, time.now()) },
        body: payload,
        signal: AbortSignal.any([stop.signal, AbortSignal.timeout(timeoutMs)]),
      })
      await response.arrayBuffer()
      return response.ok
    } catch {
      return false
    }
  }

  return {
    make,
    send,
    list: () => [...events.values()],
    /** Takes an event up again after a restart. */
    restore: (event: SentEvent) => {
      events.set(event.id, event)
      if (event.state === 'waiting') time.at(event.id, time.now() + 1, () => void deliver(event, 1))
    },
    /** Sends events again that were sent before, whatever became of them. */
    replay: async (ids: readonly string[]) => {
      const chosen = ids.flatMap((id) => events.get(id) ?? [])
      for (const event of chosen) await deliver(event, 1)
      return chosen.length
    },
    /** Lets go of what was held, one after the other. */
    release: async (order: 'as_is' | 'reverse') => {
      const held = [...events.values()].filter(({ state }) => state === 'held')
      for (const event of order === 'reverse' ? held.toReversed() : held) await deliver(event, 1)
      return held.length
    },
    clear: () => events.clear(),
    /** Waits for what is on its way; nothing new is sent. */
    stop: async () => {
      stop.abort()
      await Promise.allSettled(underWay)
    },
  }
}
