import { isDeepStrictEqual } from 'node:util'

import type { DepositView } from '@tradefront/contract/cards'
import type { Processor } from '@tradefront/processors/processor'
import { processorByName } from '@tradefront/processors/registry'

import { AppError } from '../../../platform/http/errors.ts'
import type { StepReply } from '../../cards/card-payments.ts'
import type { Books } from './simulated-processors.ts'
import { type Broken, promises } from './properties.ts'
import type { World } from './simulation-fixture.ts'

/** Idempotency keys of a life, and whether the payment of each wants the bonus. */
const bonusOfKey = { 'key-number-1': 1, 'key-number-2': 0, 'key-number-3': 1 } as const
export const keys = ['key-number-1', 'key-number-2', 'key-number-3'] as const
export type Key = (typeof keys)[number]

type BrowserDeps = {
  readonly world: World
  readonly books: Books
  /** The processors of the trader's plan, in order. */
  readonly plan: readonly Processor[]
  readonly note: (broken: readonly Broken[]) => void
}

export type SimulatedBrowser = ReturnType<typeof createBrowser>

/** What a browser does, call by call, and what it hears. */
export function createBrowser({ world, books, plan, note }: BrowserDeps) {
  const { service, trader, sessionHash } = world
  /** Answers under a key, as the browser first got them. */
  const answers = new Map<string, { readonly native: object; readonly again: () => Promise<unknown> }>()

  /** Which deposit each key has opened. */
  const named = new Map<Key, string>()

  const payment = (key: Key | null) => ({ amount: 1000, fixed: 0, bonus: bonusOfKey[key ?? 'key-number-1'] }) as const

  const remember = (place: string, reply: StepReply, again: () => Promise<unknown>) => {
    if (!reply.deposit || reply.in_progress !== undefined) return
    const native = nativeOf(reply)
    // The database keeps an object's fields in an order of its own.
    if (!isDeepStrictEqual(answers.get(place)?.native ?? native, native)) note([promises.sameAnswer])
    answers.set(place, { native, again })
  }

  const start = async (processor: Processor, key: Key | null): Promise<void> => {
    const reply = await service.start(trader, processor, payment(key), key)
    if (key === null) return
    if (reply.deposit) named.set(key, reply.deposit.id)
    remember(`${key} ${processor.name}`, reply, () => start(processor, key))
  }

  const complete = async (processor: Processor, key: Key | null): Promise<void> => {
    const secret = processor.name === 'ZOOM' ? { token: 'tok_12345678' } : { cvv: '123' }
    const reply = await service.complete(trader, processor, secret, key)
    // Asked for another page or code, the next call under this key is another one. A key of another deposit names no answer.
    const asksMore = ['dialog', 'tokenise'].includes(processor.readStart(reply)?.kind ?? '')
    if (key === null || asksMore || named.get(key) !== reply.deposit?.id) return
    remember(`${key} ${processor.name} complete`, reply, () => complete(processor, key))
  }

  /** Goes to the page where a step waits, and comes back. */
  const visit = async (step: NonNullable<DepositView['step']>): Promise<void> => {
    const processor = processorByName(step.processor)
    if (processor.calls.some(({ verb }) => verb === 'forward')) await service.forward(trader, processor, {})
    const charge = books.charges.get(step.transaction_id)
    if (charge !== undefined) books.visit(charge)
    await service.returned(step.transaction_id)
  }

  return {
    start,
    complete,

    /** What the screen does next: asks whoever is next, or does what the present step waits for. */
    async goOn(key: Key | null): Promise<boolean> {
      const deposit = await world.current()
      const next = deposit === null ? plan[0] : deposit.next === null ? undefined : processorByName(deposit.next)
      if (next !== undefined) {
        await start(next, key)
        return true
      }
      const step = deposit?.step
      if (step?.action == null) return false
      const asksForPage =
        step.action.kind === 'redirect' || (step.action.kind === 'dialog' && step.action.dialog === 'entro_start')
      if (asksForPage) await visit(step)
      else await complete(processorByName(step.processor), key)
      return true
    },

    /** The poll; what it says of a success must be so. */
    async listen(ref: string, depositId: string, processor: Processor): Promise<void> {
      const reply = await service.listen(sessionHash, [processor], { transactionId: ref, id: depositId })
      const heard = processor.readListen?.(reply)
      if (heard?.kind === 'success' && books.charges.get(ref)?.state !== 'succeeded') note([promises.truthful])
    },

    /** Asks again what was answered under a key. */
    async askAgain(): Promise<void> {
      for (const { again } of [...answers.values()]) {
        await again().catch((error: unknown) => {
          if (!(error instanceof AppError)) throw error
          note([promises.sameAnswer])
        })
      }
    },
  }
}

function nativeOf({ deposit: _deposit, message: _message, ...native }: StepReply): object {
  return native
}
