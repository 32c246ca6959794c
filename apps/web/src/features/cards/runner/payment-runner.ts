import type { PaymentRequest } from '@tradefront/contract/cards'
import type { Deposit, Overview } from '@tradefront/contract/domain/deposits'
import type {
  ReplyOutcome,
  Processor,
  CallInput,
  ProcessorOperation,
  TokenSession,
} from '@tradefront/processors/processor'
import { getProcessor } from '@tradefront/processors/registry'

import { ApiError } from '../../../platform/api/api-error.ts'
import type { OpenDepositReply } from '../../deposits/api.ts'
import type { ProcessorReply } from '../api.ts'
import { assertNever } from '../../../platform/assert-never.ts'
import { hasEnded } from '../../deposits/deposit-status.ts'
import { isOlder, type NextAction, getNextActionAfterReply, getNextAction } from './next-action.ts'
import { initialProgress, type StageProgress, advanceProgress } from './payment-stages.ts'

/** How often a waiting step is asked about while nothing is pushed (spec: funding 9). */
const pollMs = 5000
/** Between two tries while the server can't be reached. */
const retryMs = 2000
/** Readable noes of the server in a row, after which the trader decides how to go on. */
const maxRefusals = 4

/** What the runner can do to the world; the page gives it the real one, a test a made one. */
export type PaymentPorts = {
  readonly openDeposit: (payment: PaymentRequest, key: string) => Promise<OpenDepositReply>
  readonly loadOverview: () => Promise<Overview>
  readonly callProcessor: (
    processor: Processor,
    verb: ProcessorOperation,
    input: CallInput,
    key?: string,
  ) => Promise<ProcessorReply>
  readonly cancelDeposit: (id: string, after: 'processor' | 'card') => Promise<Deposit | null>
  /** A token for the card that was typed here; null where there is none or the remote script fails. */
  readonly tokenizeCard: (session: TokenSession) => Promise<string | null>
  readonly navigateTo: (url: string) => void
  /** Called before a processor is asked: keeps the tried list and leaves a trace. */
  readonly onBeforeProcessorCall: (processor: Processor, deposit: Deposit) => void
  readonly onEnded: (deposit: Deposit) => void
  /** A reply that nobody can read, or none at all. */
  readonly onUnreadableReply: () => void
  /** One tab of a browser acts at a time; `steal` takes it from another one. Gives the function that lets go. */
  readonly acquireTabLock: (steal: boolean, onHeld: (isHeld: boolean) => void) => () => void
  readonly setTimer: (work: () => void, ms: number) => () => void
}

export type PaymentState = {
  /** `interrupted`: open, but this browser did not start it: the trader says whether to go on. */
  readonly kind: 'idle' | 'opening' | 'running' | 'interrupted' | 'ended'
  readonly payment: PaymentRequest | null
  readonly deposit: Deposit | null
  readonly nextAction: NextAction | null
  readonly progress: StageProgress
  readonly isOffline: boolean
  /** Why it does not go on: shown with a way to try again. */
  readonly refusal: ApiError | null
}

export const idleState: PaymentState = {
  kind: 'idle',
  payment: null,
  deposit: null,
  nextAction: null,
  progress: initialProgress,
  isOffline: false,
  refusal: null,
}

export type PaymentRunner = ReturnType<typeof createPaymentRunner>

/**
 * Runs one payment at a time from its opening to its end, over reloads, lost answers and other tabs. The server decides;
 * this proposes the next step, listens and keeps the screen informed.
 */
export function createPaymentRunner(ports: PaymentPorts, onChange: (state: PaymentState) => void) {
  let state = idleState
  /** Each run has its number: a run whose number is not the present one has been replaced and ends. */
  let currentRun = 0
  let idempotencyKey: string | null = null
  /** Whether this browser may ask processors for the deposit: it opened it, or the trader said so here. */
  let isStartedHere = false
  let hasTabLock = false
  let releaseTabLock = () => {}
  let endSleep = () => {}

  return {
    /** Opens a payment under its key and runs it. Gives why it could not be opened, null when it could. */
    async startPayment(payment: PaymentRequest, key: string): Promise<OpenDepositReply | null> {
      const run = startRun(true)
      idempotencyKey = key
      isStartedHere = true
      setState({ ...idleState, kind: 'opening', payment })
      const opened = await retryUntilAnswered(run, () => ports.openDeposit(payment, key)).catch((error: unknown) => {
        if (run === currentRun) stopRun()
        throw error
      })
      if (opened === null || run !== currentRun) return null
      if (opened.deposit === null) {
        stopRun()
        return opened
      }
      void runToEnd(run, opened.deposit)
      return null
    },

    /** Takes up a deposit that is open already. `withKey` where this browser started it. */
    resumePayment(deposit: Deposit, key: string | null): void {
      if (state.kind !== 'idle' && state.deposit?.id === deposit.id && state.kind !== 'ended') return
      const run = startRun(false)
      idempotencyKey = key
      isStartedHere = key !== null
      setState({ ...idleState, deposit })
      if (hasEnded(deposit)) return showResult(deposit)
      void runToEnd(run, deposit)
    },

    /** Shows how a deposit ended, without running it. */
    show: showResult,

    /** The trader wants to go on with what another device started. */
    resumeHere(): void {
      if (state.deposit === null) return
      const { deposit } = state
      const run = startRun(true)
      isStartedHere = true
      setState({ ...state, kind: 'running', refusal: null })
      void runToEnd(run, deposit)
    },

    /** Something was learnt about a deposit from outside. */
    onDepositEvent(deposit: Deposit): void {
      if (deposit.id !== state.deposit?.id) return
      const wasEnded = state.kind === 'ended'
      acceptDeposit(deposit)
      if (wasEnded && state.deposit?.state === 'succeeded' && deposit.state === 'succeeded') ports.onEnded(deposit)
      endSleep()
    },

    /** The trader's answer in a dialog: a code. Throws where it could not be sent. */
    async submitCode(cvv: string): Promise<void> {
      const step = state.deposit?.step
      if (!step) return
      await acceptReply(
        await ports.callProcessor(
          getProcessor(step.processor),
          'complete',
          buildStepInput({ cvv }),
          idempotencyKey ?? undefined,
        ),
      )
    },

    /** The trader does not want this step: its own call where it has one, else the general one. */
    async cancelPayment(after: 'processor' | 'card'): Promise<void> {
      const { deposit } = state
      if (deposit === null) return stopRun()
      const processor = deposit.step === null ? null : getProcessor(deposit.step.processor)
      const hasOwn = after === 'processor' && processor?.calls.some(({ operation: verb }) => verb === 'abandon')
      if (hasOwn && processor !== null)
        return acceptReply(await ports.callProcessor(processor, 'abandon', buildStepInput({})))
      const view = await ports.cancelDeposit(deposit.id, after)
      if (view !== null) acceptDeposit(view)
      endSleep()
    },

    /** Back to an empty form. */
    dismiss: stopRun,
    /** The connection may be back, or the page is in sight again. */
    wakeUp: () => endSleep(),
    input: buildStepInput,
  }

  function startRun(steal: boolean): number {
    releaseTabLock()
    hasTabLock = false
    endSleep()
    releaseTabLock = ports.acquireTabLock(steal, (held) => {
      hasTabLock = held
      endSleep()
    })
    currentRun += 1
    return currentRun
  }

  function stopRun(): void {
    currentRun += 1
    releaseTabLock()
    releaseTabLock = () => {}
    idempotencyKey = null
    isStartedHere = false
    endSleep()
    setState(idleState)
  }

  function showResult(deposit: Deposit): void {
    currentRun += 1
    releaseTabLock()
    releaseTabLock = () => {}
    setState({ ...state, kind: 'ended', deposit, nextAction: { kind: 'end' }, isOffline: false, refusal: null })
  }

  async function runToEnd(run: number, deposit: Deposit): Promise<void> {
    setState({ ...state, kind: 'running', deposit, progress: advanceProgress(state.progress, deposit) })
    let action = getNextAction(deposit)
    let refusals = 0
    while (run === currentRun) {
      setState({
        ...state,
        kind: action.kind === 'start' && !isStartedHere ? 'interrupted' : 'running',
        nextAction: action,
      })
      try {
        action = await performAction(run, action)
        refusals = 0
      } catch (error) {
        if (run !== currentRun) return
        if (!(error instanceof ApiError)) throw error
        refusals += error.kind === 'refused' ? 1 : 0
        if (error.kind === 'transport') ports.onUnreadableReply()
        if (error.status === 401) return
        if (refusals >= maxRefusals) return setState({ ...state, refusal: error })
        const reloaded = await retryUntilAnswered(run, reloadDeposit)
        if (reloaded === null || run !== currentRun) return
        action = getNextAction(reloaded)
        // What would be asked again at once is given a moment.
        if (action.kind === 'start' || action.kind === 'tokenise') await sleep(retryMs)
      }
      if (action.kind === 'end' && run === currentRun && state.deposit !== null) {
        const ended = state.deposit
        showResult(ended)
        ports.onEnded(ended)
        return
      }
    }
  }

  /** Makes one move and gives the next. Throws an ApiError where a call fails. */
  async function performAction(run: number, action: NextAction): Promise<NextAction> {
    switch (action.kind) {
      case 'start':
        return canAct() ? startProcessor(run, getProcessor(action.processor)) : waitForUpdate()
      case 'tokenise':
        return canAct() ? tokenizeCard(action.session) : waitForUpdate()
      case 'leave':
        ports.navigateTo(action.url)
        // The page may be shown again: by the back button, or because the other one did not load.
        return { kind: 'wait' }
      case 'dialog':
      case 'wait':
        return waitForUpdate()
      case 'end':
        return action
      default:
        return assertNever(action)
    }
  }

  function canAct(): boolean {
    return isStartedHere && hasTabLock
  }

  async function startProcessor(run: number, processor: Processor): Promise<NextAction> {
    const { deposit } = state
    if (deposit === null) return { kind: 'end' }
    if (processor.startDelayMs !== undefined) await sleepFully(processor.startDelayMs)
    if (run !== currentRun || !canAct() || state.deposit?.next !== processor.name)
      return getNextAction(state.deposit ?? deposit)
    ports.onBeforeProcessorCall(processor, deposit)
    return applyStartReply(
      processor,
      await ports.callProcessor(processor, 'start', buildStepInput({}), idempotencyKey ?? undefined),
    )
  }

  async function tokenizeCard(session: TokenSession): Promise<NextAction> {
    const { deposit } = state
    if (!deposit?.step) return { kind: 'wait' }
    const processor = getProcessor(deposit.step.processor)
    const token = await ports.tokenizeCard(session)
    if (token === null) {
      const view = await ports.cancelDeposit(deposit.id, 'processor')
      if (view !== null) acceptDeposit(view)
      return getNextAction(state.deposit ?? deposit)
    }
    return applyStartReply(
      processor,
      await ports.callProcessor(processor, 'complete', buildStepInput({ token }), idempotencyKey ?? undefined),
    )
  }

  async function applyStartReply(processor: Processor, reply: ProcessorReply): Promise<NextAction> {
    const outcome = processor.interpretStartReply(reply.native)
    if (outcome === null) ports.onUnreadableReply()
    return afterReply(outcome, reply)
  }

  async function afterReply(outcome: ReplyOutcome | null, reply: ProcessorReply): Promise<NextAction> {
    const deposit = reply.deposit ?? (await reloadDeposit())
    acceptDeposit(deposit)
    return getNextActionAfterReply(outcome, state.deposit ?? deposit)
  }

  /** Waits for a push, else asks: the processor's own listen call, or how the deposit stands. */
  async function waitForUpdate(): Promise<NextAction> {
    const before = state.deposit
    await sleep(pollMs)
    const { deposit } = state
    if (deposit === null) return { kind: 'end' }
    if (deposit !== before || hasEnded(deposit)) return getNextAction(deposit)
    if (state.nextAction?.kind === 'start' && canAct()) return getNextAction(deposit)
    const processor = deposit.step === null ? null : getProcessor(deposit.step.processor)
    if (processor?.interpretListenReply === undefined) return getNextAction(await reloadDeposit())
    const reply = await ports.callProcessor(processor, 'listen', buildStepInput({}))
    return afterReply(processor.interpretListenReply(reply.native), reply)
  }

  async function acceptReply(reply: ProcessorReply): Promise<void> {
    acceptDeposit(reply.deposit ?? (await reloadDeposit()))
    endSleep()
  }

  async function reloadDeposit(): Promise<Deposit> {
    const overview = await ports.loadOverview()
    const id = state.deposit?.id
    const found = overview.deposit?.id === id ? overview.deposit : overview.recent.find((each) => each.id === id)
    if (!found) throw new ApiError('refused', 404, 'errors.not_found', '')
    acceptDeposit(found)
    return found
  }

  /** Repeats a safe call until somebody answers. Null when the run has been replaced; a readable no is thrown. */
  async function retryUntilAnswered<T>(run: number, call: () => Promise<T>): Promise<T | null> {
    while (run === currentRun) {
      try {
        const answer = await call()
        setState({ ...state, isOffline: false })
        return answer
      } catch (error) {
        if (!(error instanceof ApiError) || (error.kind === 'refused' && error.status < 500)) throw error
        if (run === currentRun) setState({ ...state, isOffline: true })
        await sleep(retryMs)
      }
    }
    return null
  }

  function acceptDeposit(deposit: Deposit): void {
    if (state.deposit?.id === deposit.id && isOlder(deposit, state.deposit)) return
    setState({ ...state, deposit, isOffline: false, progress: advanceProgress(state.progress, deposit) })
  }

  /** What the calls of the present step are made of. */
  function buildStepInput(extra: { token?: string; cvv?: string }): CallInput {
    const { deposit, payment } = state
    const { amount, fixed, bonus } = deposit ?? payment ?? { amount: 0, fixed: 0, bonus: 0 }
    return {
      payment: { amount, fixed, bonus },
      transactionId: deposit?.step?.transactionId ?? '',
      id: deposit?.id ?? '',
      ...extra,
    }
  }

  /** Sleeps until the time is over or something was heard. */
  function sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const cancel = ports.setTimer(resolve, ms)
      endSleep = () => {
        cancel()
        resolve()
      }
    })
  }

  /** Sleeps for the whole time. */
  function sleepFully(ms: number): Promise<void> {
    return new Promise((resolve) => {
      ports.setTimer(resolve, ms)
    })
  }

  function setState(next: PaymentState): void {
    state = next
    onChange(state)
  }
}
