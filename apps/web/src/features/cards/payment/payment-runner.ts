import type { DepositView, PaymentRequest } from '@tradefront/contract/cards'
import type { Outcome, Processor, StepInput, StepVerb, TokenSession } from '@tradefront/processors/processor'
import { processorByName } from '@tradefront/processors/registry'

import { ApiError } from '../../../platform/api/api-error.ts'
import type { OpenReply, Overview, StepReply } from '../../deposits/api.ts'
import { assertNever } from '../../../platform/assert-never.ts'
import { hasEnded, isOlder, type Move, moveAfter, moveOf } from './next-action.ts'
import { noProgress, type Progress, progressAfter } from './payment-stages.ts'

/** How often a waiting step is asked about while nothing is pushed (spec: funding 9). */
const pollMs = 5000
/** Between two tries while the server can't be reached. */
const retryMs = 2000
/** Readable noes of the server in a row, after which the trader decides how to go on. */
const refusalsMost = 4

/** What the runner can do to the world; the page gives it the real one, a test a made one. */
export type Ports = {
  readonly open: (payment: PaymentRequest, key: string) => Promise<OpenReply>
  readonly overview: () => Promise<Overview>
  readonly call: (processor: Processor, verb: StepVerb, input: StepInput, key?: string) => Promise<StepReply>
  readonly abandon: (id: string, after: 'processor' | 'card') => Promise<DepositView | null>
  /** A token for the card that was typed here; null where there is none or the remote script fails. */
  readonly tokenise: (session: TokenSession) => Promise<string | null>
  readonly leave: (url: string) => void
  /** Called before a processor is asked: keeps the tried list and leaves a trace. */
  readonly asking: (processor: Processor, deposit: DepositView) => void
  readonly ended: (deposit: DepositView) => void
  /** A reply that nobody can read, or none at all. */
  readonly unreadable: () => void
  /** One tab of a browser acts at a time; `steal` takes it from another one. Gives the function that lets go. */
  readonly hold: (steal: boolean, onHeld: (isHeld: boolean) => void) => () => void
  readonly setTimer: (work: () => void, ms: number) => () => void
}

export type PaymentState = {
  /** `interrupted`: open, but this browser did not start it: the trader says whether to go on. */
  readonly kind: 'idle' | 'opening' | 'running' | 'interrupted' | 'ended'
  readonly payment: PaymentRequest | null
  readonly deposit: DepositView | null
  readonly move: Move | null
  readonly progress: Progress
  readonly isOffline: boolean
  /** Why it does not go on: shown with a way to try again. */
  readonly refusal: ApiError | null
}

export const idleState: PaymentState = {
  kind: 'idle',
  payment: null,
  deposit: null,
  move: null,
  progress: noProgress,
  isOffline: false,
  refusal: null,
}

export type Runner = ReturnType<typeof createRunner>

/**
 * Runs one payment at a time from its opening to its end, over reloads, lost answers and other tabs. The server decides;
 * this proposes the next step, listens and keeps the screen informed.
 */
export function createRunner(ports: Ports, onChange: (state: PaymentState) => void) {
  let state = idleState
  /** Each run has its number: a run whose number is not the present one has been replaced and ends. */
  let present = 0
  let key: string | null = null
  /** Whether this browser may ask processors for the deposit: it opened it, or the trader said so here. */
  let isOurs = false
  let isHeld = false
  let letGo = () => {}
  let wake = () => {}

  return {
    /** Opens a payment under its key and runs it. Gives why it could not be opened, null when it could. */
    async pay(payment: PaymentRequest, withKey: string): Promise<OpenReply | null> {
      const run = begin(true)
      key = withKey
      isOurs = true
      set({ ...idleState, kind: 'opening', payment })
      const opened = await persist(run, () => ports.open(payment, withKey)).catch((error: unknown) => {
        if (run === present) stop()
        throw error
      })
      if (opened === null || run !== present) return null
      if (opened.deposit === null) {
        stop()
        return opened
      }
      void goOn(run, opened.deposit)
      return null
    },

    /** Takes up a deposit that is open already. `withKey` where this browser started it. */
    resume(deposit: DepositView, withKey: string | null): void {
      if (state.kind !== 'idle' && state.deposit?.id === deposit.id && state.kind !== 'ended') return
      const run = begin(false)
      key = withKey
      isOurs = withKey !== null
      set({ ...idleState, deposit })
      if (hasEnded(deposit)) return show(deposit)
      void goOn(run, deposit)
    },

    /** Shows how a deposit ended, without running it. */
    show,

    /** The trader wants to go on with what another device started. */
    takeOver(): void {
      if (state.deposit === null) return
      const { deposit } = state
      const run = begin(true)
      isOurs = true
      set({ ...state, kind: 'running', refusal: null })
      void goOn(run, deposit)
    },

    /** Something was learnt about a deposit from outside. */
    hear(deposit: DepositView): void {
      if (deposit.id !== state.deposit?.id) return
      const wasEnded = state.kind === 'ended'
      take(deposit)
      if (wasEnded && state.deposit?.state === 'succeeded' && deposit.state === 'succeeded') ports.ended(deposit)
      wake()
    },

    /** The trader's answer in a dialog: a code. Throws where it could not be sent. */
    async complete(cvv: string): Promise<void> {
      const step = state.deposit?.step
      if (!step) return
      await useReply(await ports.call(processorByName(step.processor), 'complete', input({ cvv }), key ?? undefined))
    },

    /** The trader does not want this step: its own call where it has one, else the general one. */
    async giveUp(after: 'processor' | 'card'): Promise<void> {
      const { deposit } = state
      if (deposit === null) return stop()
      const processor = deposit.step === null ? null : processorByName(deposit.step.processor)
      const hasOwn = after === 'processor' && processor?.calls.some(({ verb }) => verb === 'abandon')
      if (hasOwn && processor !== null) return useReply(await ports.call(processor, 'abandon', input({})))
      const view = await ports.abandon(deposit.id, after)
      if (view !== null) take(view)
      wake()
    },

    /** Back to an empty form. */
    dismiss: stop,
    /** The connection may be back, or the page is in sight again. */
    nudge: () => wake(),
    input,
  }

  function begin(steal: boolean): number {
    letGo()
    isHeld = false
    wake()
    letGo = ports.hold(steal, (held) => {
      isHeld = held
      wake()
    })
    present += 1
    return present
  }

  function stop(): void {
    present += 1
    letGo()
    letGo = () => {}
    key = null
    isOurs = false
    wake()
    set(idleState)
  }

  function show(deposit: DepositView): void {
    present += 1
    letGo()
    letGo = () => {}
    set({ ...state, kind: 'ended', deposit, move: { kind: 'end' }, isOffline: false, refusal: null })
  }

  async function goOn(run: number, deposit: DepositView): Promise<void> {
    set({ ...state, kind: 'running', deposit, progress: progressAfter(state.progress, deposit) })
    let move = moveOf(deposit)
    let refusals = 0
    while (run === present) {
      set({ ...state, kind: move.kind === 'start' && !isOurs ? 'interrupted' : 'running', move })
      try {
        move = await make(run, move)
        refusals = 0
      } catch (error) {
        if (run !== present) return
        if (!(error instanceof ApiError)) throw error
        refusals += error.kind === 'refused' ? 1 : 0
        if (error.kind === 'transport') ports.unreadable()
        if (error.status === 401) return
        if (refusals >= refusalsMost) return set({ ...state, refusal: error })
        const known = await persist(run, reload)
        if (known === null || run !== present) return
        move = moveOf(known)
        // What would be asked again at once is given a moment.
        if (move.kind === 'start' || move.kind === 'tokenise') await nap(retryMs)
      }
      if (move.kind === 'end' && run === present && state.deposit !== null) {
        const ended = state.deposit
        show(ended)
        ports.ended(ended)
        return
      }
    }
  }

  /** Makes one move and gives the next. Throws an ApiError where a call fails. */
  async function make(run: number, move: Move): Promise<Move> {
    switch (move.kind) {
      case 'start':
        return mayAct() ? start(run, processorByName(move.processor)) : listen()
      case 'tokenise':
        return mayAct() ? tokenise(move.session) : listen()
      case 'leave':
        ports.leave(move.url)
        // The page may be shown again: by the back button, or because the other one did not load.
        return { kind: 'wait' }
      case 'dialog':
      case 'wait':
        return listen()
      case 'end':
        return move
      default:
        return assertNever(move)
    }
  }

  function mayAct(): boolean {
    return isOurs && isHeld
  }

  async function start(run: number, processor: Processor): Promise<Move> {
    const { deposit } = state
    if (deposit === null) return { kind: 'end' }
    if (processor.startDelayMs !== undefined) await pause(processor.startDelayMs)
    if (run !== present || !mayAct() || state.deposit?.next !== processor.name) return moveOf(state.deposit ?? deposit)
    ports.asking(processor, deposit)
    return useStart(processor, await ports.call(processor, 'start', input({}), key ?? undefined))
  }

  async function tokenise(session: TokenSession): Promise<Move> {
    const { deposit } = state
    if (!deposit?.step) return { kind: 'wait' }
    const processor = processorByName(deposit.step.processor)
    const token = await ports.tokenise(session)
    if (token === null) {
      const view = await ports.abandon(deposit.id, 'processor')
      if (view !== null) take(view)
      return moveOf(state.deposit ?? deposit)
    }
    return useStart(processor, await ports.call(processor, 'complete', input({ token }), key ?? undefined))
  }

  async function useStart(processor: Processor, reply: StepReply): Promise<Move> {
    const outcome = processor.readStart(reply.native)
    if (outcome === null) ports.unreadable()
    return afterReply(outcome, reply)
  }

  async function afterReply(outcome: Outcome | null, reply: StepReply): Promise<Move> {
    const deposit = reply.deposit ?? (await reload())
    take(deposit)
    return moveAfter(outcome, state.deposit ?? deposit)
  }

  /** Waits for a push, else asks: the processor's own listen call, or how the deposit stands. */
  async function listen(): Promise<Move> {
    const before = state.deposit
    await nap(pollMs)
    const { deposit } = state
    if (deposit === null) return { kind: 'end' }
    if (deposit !== before || hasEnded(deposit)) return moveOf(deposit)
    if (state.move?.kind === 'start' && mayAct()) return moveOf(deposit)
    const processor = deposit.step === null ? null : processorByName(deposit.step.processor)
    if (processor?.readListen === undefined) return moveOf(await reload())
    const reply = await ports.call(processor, 'listen', input({}))
    return afterReply(processor.readListen(reply.native), reply)
  }

  async function useReply(reply: StepReply): Promise<void> {
    take(reply.deposit ?? (await reload()))
    wake()
  }

  async function reload(): Promise<DepositView> {
    const overview = await ports.overview()
    const id = state.deposit?.id
    const found = overview.deposit?.id === id ? overview.deposit : overview.recent.find((each) => each.id === id)
    if (!found) throw new ApiError('refused', 404, 'errors.not_found', '')
    take(found)
    return found
  }

  /** Repeats a safe call until somebody answers. Null when the run has been replaced; a readable no is thrown. */
  async function persist<T>(run: number, call: () => Promise<T>): Promise<T | null> {
    while (run === present) {
      try {
        const answer = await call()
        set({ ...state, isOffline: false })
        return answer
      } catch (error) {
        if (!(error instanceof ApiError) || (error.kind === 'refused' && error.status < 500)) throw error
        if (run === present) set({ ...state, isOffline: true })
        await nap(retryMs)
      }
    }
    return null
  }

  function take(deposit: DepositView): void {
    if (state.deposit?.id === deposit.id && isOlder(deposit, state.deposit)) return
    set({ ...state, deposit, isOffline: false, progress: progressAfter(state.progress, deposit) })
  }

  /** What the calls of the present step are made of. */
  function input(given: { token?: string; cvv?: string }): StepInput {
    const { deposit, payment } = state
    const { amount, fixed, bonus } = deposit ?? payment ?? { amount: 0, fixed: 0, bonus: 0 }
    return {
      payment: { amount, fixed, bonus },
      transactionId: deposit?.step?.transaction_id ?? '',
      id: deposit?.id ?? '',
      ...given,
    }
  }

  /** Sleeps until the time is over or something was heard. */
  function nap(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const cancel = ports.setTimer(resolve, ms)
      wake = () => {
        cancel()
        resolve()
      }
    })
  }

  /** Sleeps for the whole time. */
  function pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      ports.setTimer(resolve, ms)
    })
  }

  function set(next: PaymentState): void {
    state = next
    onChange(state)
  }
}
