import type { Deposit } from '@tradefront/contract/domain/deposits'
import type { ProcessorName } from '@tradefront/contract/processor-names'
import { beforeEach, describe, expect, test } from 'vitest'

import { ApiError } from '../../../platform/api/api-error.ts'
import type { ProcessorReply } from '../api.ts'
import { createStore } from '../../../platform/create-store.ts'
import type { PaymentPorts } from './payment-ports.ts'
import { createPaymentRunner } from './payment-runner.ts'
import { idleState } from './payment-state.ts'

const payment = { amount: 1000, fixed: 0, bonus: 1 } as const

function deposit(changes: Partial<Deposit> = {}): Deposit {
  return {
    id: 'd-1',
    reference: 'REF',
    state: 'open',
    amount: 1000,
    currency: 'USD',
    bonus: 1,
    fixed: 0,
    bonusAmount: 500,
    wageringRequired: 15_000,
    card: { brand: 'visa', last4: '4242' },
    step: null,
    next: 'FRAUD',
    tried: [],
    reason: null,
    message: null,
    credited: null,
    refund: null,
    balance: null,
    createdAtMs: 1,
    endedAtMs: null,
    ...changes,
  }
}

function step(processor: ProcessorName, state: 'pending' | 'requires_action' | 'in_doubt', action: unknown = null) {
  return {
    processor,
    state,
    action: action as NonNullable<Deposit['step']>['action'],
    transactionId: `t-${processor}`,
    startedAtMs: 1,
    deadlineAtMs: null,
  }
}

const succeeded = deposit({ state: 'succeeded', next: null, tried: ['FRAUD', 'ORANGE'], balance: 1500 })

/** A world whose answers the test gives; time passes only when the test says so. */
function createFixture() {
  const calls: string[] = []
  const replies: (ProcessorReply | ApiError)[] = []
  const timers: { work: () => void; ms: number }[] = []
  const log = { left: [] as string[], ended: [] as string[], unreadable: 0 }
  let current: Deposit | null = null
  let grant: (isHeld: boolean) => void = () => {}
  let isHeldAtOnce = true

  const ports: PaymentPorts = {
    openDeposit: async (_payment, key) => {
      calls.push(`open ${key}`)
      return { deposit: current, error: null, message: null }
    },
    loadOverview: async () => {
      calls.push('overview')
      return {
        deposit: current,
        recent: current === null ? [] : [current],
        card: null,
        isCardLimited: false,
        depositsLeftToday: 3,
      }
    },
    callProcessor: async (processor, verb, _input, key) => {
      calls.push(`${verb} ${processor.name} ${key ?? '-'}`)
      const reply = replies.shift()
      if (reply === undefined) throw new ApiError('transport', 0, 'errors.unreachable', '')
      if (reply instanceof ApiError) throw reply
      if (reply.deposit !== null) current = reply.deposit
      return reply
    },
    cancelDeposit: async (_id, after) => {
      calls.push(`abandon ${after}`)
      return current
    },
    tokenizeCard: async () => null,
    navigateTo: (url) => log.left.push(url),
    onBeforeProcessorCall: () => {},
    onEnded: ({ state }) => log.ended.push(state),
    onUnreadableReply: () => {
      log.unreadable += 1
    },
    acquireTabLock: (_steal, onHeld) => {
      grant = onHeld
      if (isHeldAtOnce) onHeld(true)
      return () => {}
    },
    setTimer: (work, ms) => {
      const timer = { work, ms }
      timers.push(timer)
      return () => void timers.splice(timers.indexOf(timer), 1)
    },
  }
  const store = createStore(idleState)
  const runner = createPaymentRunner(ports, store)
  const flush = async (): Promise<void> => {
    for (let turn = 0; turn < 40; turn += 1) await Promise.resolve()
  }
  return {
    runner,
    calls,
    replies,
    log,
    settle: flush,
    timers,
    state: store.get,
    server: (view: Deposit | null) => {
      current = view
    },
    lockElsewhere: () => {
      isHeldAtOnce = false
    },
    grant: (isHeld: boolean) => grant(isHeld),
    fireTimers: async (): Promise<void> => {
      for (const timer of timers.splice(0)) timer.work()
      await flush()
    },
  }
}

let now: ReturnType<typeof createFixture>
beforeEach(() => {
  now = createFixture()
})

describe('the runner', () => {
  test('asks one processor after the other until the money is there', async () => {
    now.server(deposit())
    now.replies.push(
      { native: { reason: null }, deposit: deposit({ next: 'ORANGE', tried: ['FRAUD'] }), error: null },
      { native: { status: 'successful' }, deposit: succeeded, error: null },
    )
    await now.runner.startPayment(payment, 'key-1')
    await now.settle()
    expect(now.calls).toEqual(['open key-1', 'start FRAUD key-1', 'start ORANGE key-1'])
    expect(now.state()).toMatchObject({ kind: 'ended', deposit: { state: 'succeeded' } })
    expect(now.log.ended).toEqual(['succeeded'])
  })

  test('a lost reply never starts the next processor: it asks how the deposit stands', async () => {
    now.server(deposit({ next: 'ORANGE', tried: ['FRAUD'] }))
    await now.runner.startPayment(payment, 'key-1')
    now.server(
      deposit({ state: 'processing', next: null, step: step('ORANGE', 'in_doubt'), tried: ['FRAUD', 'ORANGE'] }),
    )
    await now.settle()
    expect(now.calls).toEqual(['open key-1', 'start ORANGE key-1', 'overview'])
    expect(now.log.unreadable).toBe(1)
    expect(now.state()).toMatchObject({ kind: 'running', nextAction: { kind: 'wait' } })
  })

  test('listens every five seconds, and a push ends the wait at once', async () => {
    const waiting = deposit({
      state: 'processing',
      next: null,
      step: step('ORANGE', 'pending'),
      tried: ['FRAUD', 'ORANGE'],
    })
    now.server(waiting)
    now.runner.resumePayment(waiting, 'key-1')
    await now.settle()
    expect(now.timers.map(({ ms }) => ms)).toEqual([5000])
    now.replies.push({ native: { status: 'new' }, deposit: waiting, error: null })
    await now.fireTimers()
    expect(now.calls).toEqual(['listen ORANGE -'])
    now.runner.onDepositEvent(succeeded)
    await now.settle()
    expect(now.state()).toMatchObject({ kind: 'ended', deposit: { state: 'succeeded' } })
  })

  test('a payment begun elsewhere goes on only when the trader says so', async () => {
    now.server(deposit())
    now.runner.resumePayment(deposit(), null)
    await now.settle()
    expect(now.state().kind).toBe('interrupted')
    await now.fireTimers()
    expect(now.calls.some((call) => call.startsWith('start'))).toBe(false)
    now.replies.push({ native: {}, deposit: succeeded, error: null })
    now.runner.resumeHere()
    await now.settle()
    expect(now.calls.filter((call) => call.startsWith('start'))).toEqual(['start FRAUD -'])
  })

  test('a second tab listens; it goes on when the first lets go', async () => {
    now.lockElsewhere()
    now.server(deposit())
    now.runner.resumePayment(deposit(), 'key-1')
    await now.settle()
    expect(now.calls).toEqual([])
    now.replies.push({ native: {}, deposit: succeeded, error: null })
    now.grant(true)
    await now.settle()
    expect(now.calls).toContain('start FRAUD key-1')
  })

  test('the trader is taken to the bank once, and not again after coming back', async () => {
    const action = { kind: 'redirect', url: 'https://bank.example/3ds' }
    const bank = deposit({
      state: 'processing',
      next: null,
      step: step('PFS', 'requires_action', action),
      tried: ['PFS'],
    })
    now.server(deposit({ next: 'PFS' }))
    now.replies.push({
      native: { transaction_id: 't', type: 'x', data: { R1: '0000', R2: '', R4: '', R5: 'ref' } },
      deposit: bank,
      error: null,
    })
    await now.runner.startPayment(payment, 'key-1')
    await now.settle()
    expect(now.log.left).toHaveLength(1)
    now.replies.push({ native: { status: 'x' }, deposit: bank, error: null })
    await now.fireTimers()
    expect(now.log.left).toHaveLength(1)
  })

  test('without the typed card the step with a token is given up and the next one asked', async () => {
    const session = {
      key: 'k',
      amount: 1000,
      scriptUrl: 'https://zoom.example/s.js',
      fields: { number: 'a', code: 'b', expiry: 'c' },
    }
    const zoom = deposit({
      next: null,
      step: step('ZOOM', 'requires_action', { kind: 'tokenise', session }),
      tried: ['FRAUD', 'ZOOM'],
    })
    now.runner.resumePayment(zoom, 'key-1')
    now.server(deposit({ next: 'ORANGE', tried: ['FRAUD', 'ZOOM'] }))
    now.replies.push({ native: {}, deposit: succeeded, error: null })
    await now.settle()
    expect(now.calls).toEqual(['abandon processor', 'start ORANGE key-1'])
  })

  test('offline it waits and tries again under the same key', async () => {
    now.server(deposit())
    const opened = now.runner.startPayment(payment, 'key-1')
    await now.settle()
    await opened
    await now.settle()
    // Every call after the opening fails; the overview answers.
    expect(now.log.unreadable).toBeGreaterThan(0)
    expect(now.state().kind).toBe('running')
    expect(now.calls.filter((call) => call.startsWith('start')).every((call) => call.endsWith('key-1'))).toBe(true)
  })

  test('an older view never takes the place of a newer one', async () => {
    now.server(succeeded)
    now.runner.showResult(succeeded)
    now.runner.onDepositEvent(
      deposit({ state: 'processing', next: null, step: step('ORANGE', 'pending'), tried: ['FRAUD', 'ORANGE'] }),
    )
    expect(now.state()).toMatchObject({ kind: 'ended', deposit: { state: 'succeeded' } })
  })

  test('after four readable noes in a row the trader decides', async () => {
    const no = new ApiError('refused', 409, 'cards.not_next', 'Not its turn')
    now.server(deposit())
    now.replies.push(no, no, no, no)
    await now.runner.startPayment(payment, 'key-1')
    for (let turn = 0; turn < 6; turn += 1) await now.fireTimers()
    expect(now.state().refusal).toBe(no)
  })
})
