import type { Deposit } from '@tradefront/contract/domain/deposits'
import type { ProcessorName } from '@tradefront/contract/processor-names'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { ApiError } from '../../../platform/api/api-error.ts'
import { setBootstrap } from '../../../platform/api/bootstrap.ts'
import { createStore } from '../../../platform/create-store.ts'
import { testBootstrap } from '../../../platform/testing/test-bootstrap.ts'
import type * as depositsApi from '../../deposits/api.ts'
import type * as cardsApi from '../api.ts'
import { createPaymentRunner } from './payment-runner.ts'
import { idleState } from './payment-state.ts'

const server = vi.hoisted(() => ({
  loadOverview: vi.fn<typeof depositsApi.loadOverview>(),
  cancelStep: vi.fn<typeof depositsApi.cancelStep>(),
  openCardDeposit: vi.fn<typeof cardsApi.openCardDeposit>(),
  performProcessorCall: vi.fn<typeof cardsApi.performProcessorCall>(),
  traceCascade: vi.fn<typeof cardsApi.traceCascade>(),
}))
vi.mock('../../deposits/api.ts', () => server)
vi.mock('../api.ts', () => server)

const payment = { amount: 1000, fixed: 0, bonus: 1 } as const

function deposit(changes: Partial<Deposit> = {}): Deposit {
  return {
    id: 'd-1',
    receiptNumber: 'REF',
    state: 'open',
    amount: 1000,
    currency: 'USD',
    bonus: 1,
    fixed: 0,
    bonusAmount: 500,
    wageringRequired: 15_000,
    card: { brand: 'visa', last4: '4242' },
    invoice: null,
    step: null,
    next: 'FRAUD',
    tried: [],
    redirectedBy: [],
    cascade: ['FRAUD', 'ORANGE'],
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

/** Creates a runner with replies that the test chooses. */
function createFixture() {
  const calls: string[] = []
  const replies: (cardsApi.ProcessorReply | ApiError)[] = []
  const openErrors: ApiError[] = []
  const log = { left: [] as string[], ended: [] as string[], unreadable: 0 }
  let current: Deposit | null = null
  let grant = (): void => {}
  let isHeldAtOnce = true

  server.loadOverview.mockImplementation(async () => {
    calls.push('overview')
    return {
      deposit: current,
      recent: current === null ? [] : [current],
      card: null,
      savedCards: [],
      isCardLimited: false,
      cardLimitedUntilMs: null,
      isLimitAccepted: false,
      depositsLeftToday: 3,
    }
  })
  server.performProcessorCall.mockImplementation(async (processor, operation, _input, key) => {
    calls.push(`${operation} ${processor.name} ${key ?? '-'}`)
    const reply = replies.shift()
    if (reply === undefined) throw new ApiError('transport', 0, 'errors.unreachable', '')
    if (reply instanceof ApiError) throw reply
    if (reply.deposit !== null) current = reply.deposit
    return reply
  })
  server.cancelStep.mockImplementation(async (_id, after) => {
    calls.push(`cancel ${after}`)
    return current
  })
  vi.stubGlobal('location', { assign: (url: string) => log.left.push(url) })
  const request = (_name: string, _options: LockOptions, hold: () => Promise<void>) =>
    new Promise<void>((resolve) => {
      grant = () => void hold().then(resolve)
      if (isHeldAtOnce) grant()
    })
  vi.stubGlobal('navigator', { locks: { request } })

  const store = createStore(idleState)
  const runner = createPaymentRunner(store, {
    onEnded: ({ state }) => log.ended.push(state),
    onUnreadableReply: () => {
      log.unreadable += 1
    },
  })
  server.openCardDeposit.mockImplementation(async () => {
    calls.push('open')
    const error = openErrors.shift()
    if (error !== undefined) throw error
    return { deposit: current, error: null, message: null }
  })
  const flush = async (): Promise<void> => {
    for (let turn = 0; turn < 40; turn += 1) await Promise.resolve()
  }
  return {
    runner,
    calls,
    replies,
    openErrors,
    log,
    flush,
    start: () => runner.openAndRun(payment, 'key-1', { kind: 'card', card: null }),
    getState: store.get,
    setDeposit: (view: Deposit | null) => {
      current = view
    },
    holdLockElsewhere: () => {
      isHeldAtOnce = false
    },
    grantLock: () => grant(),
    fireTimers: async (): Promise<void> => {
      await vi.runOnlyPendingTimersAsync()
      await flush()
    },
  }
}

let fixture: ReturnType<typeof createFixture>
beforeEach(() => {
  vi.useFakeTimers()
  setBootstrap(testBootstrap)
  fixture = createFixture()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('the payment runner', () => {
  test('calls one processor after the other until the deposit has succeeded', async () => {
    fixture.setDeposit(deposit())
    fixture.replies.push(
      { native: { reason: null }, deposit: deposit({ next: 'ORANGE', tried: ['FRAUD'] }), error: null },
      { native: { status: 'successful' }, deposit: succeeded, error: null },
    )
    await fixture.start()
    await fixture.flush()
    expect(fixture.calls).toEqual(['open', 'start FRAUD key-1', 'start ORANGE key-1'])
    expect(fixture.getState()).toMatchObject({ kind: 'ended', deposit: { state: 'succeeded' } })
    expect(fixture.log.ended).toEqual(['succeeded'])
  })

  test('reloads the deposit after a lost reply instead of starting the next processor', async () => {
    fixture.setDeposit(deposit({ next: 'ORANGE', tried: ['FRAUD'] }))
    await fixture.start()
    fixture.setDeposit(
      deposit({ state: 'processing', next: null, step: step('ORANGE', 'in_doubt'), tried: ['FRAUD', 'ORANGE'] }),
    )
    await fixture.flush()
    expect(fixture.calls).toEqual(['open', 'start ORANGE key-1', 'overview'])
    expect(fixture.log.unreadable).toBe(1)
    expect(fixture.getState()).toMatchObject({ kind: 'running', nextAction: { kind: 'wait' } })
  })

  test('polls every five seconds, and a push ends the wait at once', async () => {
    const waiting = deposit({
      state: 'processing',
      next: null,
      step: step('ORANGE', 'pending'),
      tried: ['FRAUD', 'ORANGE'],
    })
    fixture.setDeposit(waiting)
    fixture.runner.resumePayment(waiting, 'key-1')
    await fixture.flush()
    fixture.replies.push({ native: { status: 'new' }, deposit: waiting, error: null })
    await vi.advanceTimersByTimeAsync(4999)
    expect(fixture.calls).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(fixture.calls).toEqual(['listen ORANGE -'])
    fixture.runner.onDepositEvent(succeeded)
    await fixture.flush()
    expect(fixture.getState()).toMatchObject({ kind: 'ended', deposit: { state: 'succeeded' } })
  })

  test('continues a payment that was started elsewhere only when the trader chooses to', async () => {
    fixture.setDeposit(deposit())
    fixture.runner.resumePayment(deposit(), null)
    await fixture.flush()
    expect(fixture.getState().kind).toBe('interrupted')
    await fixture.fireTimers()
    expect(fixture.calls.some((call) => call.startsWith('start'))).toBe(false)
    fixture.replies.push({ native: {}, deposit: succeeded, error: null })
    fixture.runner.resumeHere()
    await fixture.flush()
    expect(fixture.calls.filter((call) => call.startsWith('start'))).toEqual(['start FRAUD -'])
  })

  test('a second tab only waits until the first tab releases the lock', async () => {
    fixture.holdLockElsewhere()
    fixture.setDeposit(deposit())
    fixture.runner.resumePayment(deposit(), 'key-1')
    await fixture.flush()
    expect(fixture.calls).toEqual([])
    fixture.replies.push({ native: {}, deposit: succeeded, error: null })
    fixture.grantLock()
    await fixture.flush()
    expect(fixture.calls).toContain('start FRAUD key-1')
  })

  test('sends the trader to the bank only once', async () => {
    const action = { kind: 'redirect', url: 'https://bank.example/3ds' }
    const bank = deposit({
      state: 'processing',
      next: null,
      step: step('PFS', 'requires_action', action),
      tried: ['PFS'],
    })
    fixture.setDeposit(deposit({ next: 'PFS' }))
    fixture.replies.push({
      native: { transaction_id: 't', type: 'x', data: { R1: '0000', R2: '', R4: '', R5: 'ref' } },
      deposit: bank,
      error: null,
    })
    await fixture.start()
    await fixture.flush()
    expect(fixture.log.left).toHaveLength(1)
    fixture.replies.push({ native: { status: 'x' }, deposit: bank, error: null })
    await fixture.fireTimers()
    expect(fixture.log.left).toHaveLength(1)
  })

  test('cancels a step that needs a token and starts the next one if the card is not in memory', async () => {
    const session = {
      key: 'k',
      amount: 1000,
      scriptUrl: 'https://zoom.example/s.js',
      fields: { number: 'a', code: 'b', expiry: 'c' },
    }
    const zoom = deposit({
      next: null,
      step: step('ZOOM', 'requires_action', { kind: 'tokenize', session }),
      tried: ['FRAUD', 'ZOOM'],
    })
    fixture.setDeposit(deposit({ next: 'ORANGE', tried: ['FRAUD', 'ZOOM'] }))
    fixture.runner.resumePayment(zoom, 'key-1')
    fixture.replies.push({ native: {}, deposit: succeeded, error: null })
    await fixture.flush()
    expect(fixture.calls).toEqual(['cancel processor', 'start ORANGE key-1'])
  })

  test('waits for the trader at a step that asks for a code', async () => {
    const dialog = { kind: 'dialog', dialog: 'entro_pin' }
    const waiting = deposit({ next: null, step: step('ENTROPAY', 'requires_action', dialog), tried: ['ENTROPAY'] })
    fixture.runner.resumePayment(waiting, 'key-1')
    await fixture.flush()
    expect(fixture.calls).toEqual([])
    expect(fixture.getState().nextAction).toEqual(dialog)
  })

  test('retries with the same key while the server cannot be reached', async () => {
    fixture.setDeposit(deposit())
    const opened = fixture.start()
    await fixture.flush()
    await opened
    await fixture.flush()
    // Every processor call fails, but the overview replies.
    expect(fixture.log.unreadable).toBeGreaterThan(0)
    expect(fixture.getState().kind).toBe('running')
    expect(fixture.calls.filter((call) => call.startsWith('start')).every((call) => call.endsWith('key-1'))).toBe(true)
  })

  test.each([
    ['no answer', new ApiError('transport', 0, 'cards.response_error', '')],
    ['an internal error', new ApiError('refused', 500, 'cards.response_error', '')],
  ])('reports %s of a card call, but not of a poll', async (_what, error) => {
    const waiting = deposit({ next: null, step: step('ORANGE', 'pending'), tried: ['FRAUD', 'ORANGE'] })
    fixture.setDeposit(deposit({ next: 'ORANGE', tried: ['FRAUD'] }))
    fixture.openErrors.push(error)
    const opened = fixture.start()
    await fixture.flush()
    expect(fixture.log.unreadable).toBe(1)
    fixture.replies.push(error, { native: { hashed_id: 'h1' }, deposit: waiting, error: null })
    await fixture.fireTimers()
    await opened
    await fixture.fireTimers()
    expect(fixture.log.unreadable).toBe(2)
    await fixture.fireTimers()
    fixture.replies.push(error, error)
    await fixture.fireTimers()
    await fixture.fireTimers()
    expect(fixture.calls).toContain('listen ORANGE -')
    expect(fixture.log.unreadable).toBe(2)
  })

  test('ignores a view of the deposit that is older than the current one', async () => {
    fixture.setDeposit(succeeded)
    fixture.runner.resumePayment(succeeded, null)
    fixture.runner.onDepositEvent(
      deposit({ state: 'processing', next: null, step: step('ORANGE', 'pending'), tried: ['FRAUD', 'ORANGE'] }),
    )
    expect(fixture.getState()).toMatchObject({ kind: 'ended', deposit: { state: 'succeeded' } })
  })

  test('stops after four refusals in a row so that the trader decides', async () => {
    const refusal = new ApiError('refused', 409, 'cards.not_next', 'Not its turn')
    fixture.setDeposit(deposit())
    fixture.replies.push(refusal, refusal, refusal, refusal)
    await fixture.start()
    for (let turn = 0; turn < 6; turn += 1) await fixture.fireTimers()
    expect(fixture.getState().refusal).toBe(refusal)
  })
})
