import { randomUUID } from 'node:crypto'

import { signatureHeader, signRequest } from '@tradefront/processors/signature'

import type { Charge } from '@tradefront/processors/simulator/charge'
import { toChargeStatus } from '@tradefront/processors/simulator/charge'
import type { Faults } from '../control/faults.ts'
import { hmacSha256 } from '../platform/hmac-sha256.ts'
import type { Journal } from '../platform/journal.ts'
import { findChargeSimulator } from '../processors/find-charge-simulator.ts'
import type { SandboxClock } from '../platform/clock.ts'

/** A webhook and its delivery state. */
export type OutboxEvent = {
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
  /** Returns the secret of a processor by its slug. */
  readonly getSecret: (slug: string) => string
  readonly clock: SandboxClock
  readonly faults: Faults
  readonly journal: Journal
  readonly waitScale: number
}

/** Pauses in seconds: five attempts in a minute, the last one after half an hour. */
const backoffS = [1, 3, 10, 30, 60, 120, 300, 600, 900] as const
const timeoutMs = 10_000
const maxEvents = 5_000

/** Creates the outbox. Webhooks are signed, and retried until a 2xx reply or the last attempt. */
export function createOutbox({ getSecret, clock, faults, journal, waitScale }: OutboxDeps) {
  const events = new Map<string, OutboxEvent>()
  const inFlight = new Set<Promise<unknown>>()
  const stop = new AbortController()

  const saveEvent = (event: OutboxEvent) => {
    events.set(event.id, event)
    journal.appendLine({ kind: 'event', key: event.id, value: event })
    if (events.size > maxEvents) evictOldestEvent()
    return event
  }

  /** Deletes the oldest finished event. */
  const evictOldestEvent = () => {
    for (const { id, state } of events.values()) {
      if (state !== 'waiting' && state !== 'held') return events.delete(id)
    }
    return false
  }

  const createEvent = (charge: Charge): OutboxEvent => {
    const id = `evt_${randomUUID()}`
    const body = {
      event_id: id,
      ref: charge.reference,
      charge: toChargeStatus(charge, findChargeSimulator(charge.slug)?.toNativeReason ?? String),
    }
    const { slug, reference, notifyUrl: url } = charge
    return saveEvent({ id, slug, ref: reference, url, body, state: 'waiting', tries: 0, createdAtMs: clock.now() })
  }

  const sendEvent = async (event: OutboxEvent): Promise<void> => {
    let copies = 1
    for (const rule of faults.matchRules('webhook', event.slug, event.ref)) {
      if (rule.act === 'drop') return void saveEvent({ ...event, state: 'dropped' })
      if (rule.act === 'hold') return void saveEvent({ ...event, state: 'held' })
      if (rule.act === 'duplicate') copies += 1
      if (rule.act === 'delay') return clock.schedule(event.id, clock.now() + rule.ms, () => void deliver(event, 1))
    }
    await deliver(event, copies)
  }

  const deliver = async (event: OutboxEvent, copies: number): Promise<void> => {
    const delivery = Promise.all(Array.from({ length: copies }, () => post(event)))
    inFlight.add(delivery)
    const [isDelivered] = await delivery
    inFlight.delete(delivery)
    const current = events.get(event.id)
    if (stop.signal.aborted || current === undefined) return
    if (isDelivered) return void saveEvent({ ...current, state: 'delivered', tries: current.tries + 1 })
    const waitS = backoffS[current.tries]
    saveEvent({ ...current, state: waitS === undefined ? 'given_up' : 'waiting', tries: current.tries + 1 })
    if (waitS !== undefined)
      clock.schedule(event.id, clock.now() + waitS * 1000 * waitScale, () => void deliver(event, 1))
  }

  const post = async ({ slug, url, body }: OutboxEvent): Promise<boolean> => {
    // This is for a full disk: a restart must not forget what the merchant knows.
    if (!journal.flush()) return false
    const payload = JSON.stringify(body)
    const { pathname, search } = new URL(url)
    const signed = { method: 'POST', path: `${pathname}${search}`, body: payload }
    try {
      const response = await fetch(url, {
        method: 'POST',
        redirect: 'manual',
        headers: {
          'content-type': 'application/json',
          [signatureHeader]: signRequest(hmacSha256, getSecret(slug), signed, clock.now()),
        },
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
    createEvent,
    sendEvent,
    listEvents: () => [...events.values()],
    /** Resumes an event after a restart. */
    restoreEvent: (event: OutboxEvent) => {
      events.set(event.id, event)
      if (event.state === 'waiting') clock.schedule(event.id, clock.now() + 1, () => void deliver(event, 1))
    },
    /** Sends events again, including delivered ones. */
    replayEvents: async (ids: readonly string[]) => {
      const chosen = ids.flatMap((id) => events.get(id) ?? [])
      for (const event of chosen) await deliver(event, 1)
      return chosen.length
    },
    /** Sends held events one after the other. */
    releaseHeldEvents: async (sequence: 'as_is' | 'reverse') => {
      const held = [...events.values()].filter(({ state }) => state === 'held')
      for (const event of sequence === 'reverse' ? held.toReversed() : held) await deliver(event, 1)
      return held.length
    },
    clear: () => events.clear(),
    /** Waits for deliveries in progress and sends nothing new. */
    stop: async () => {
      stop.abort()
      await Promise.allSettled(inFlight)
    },
  }
}
