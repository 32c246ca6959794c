import type { PayoutAnswer, PayoutChannels, PayoutInstruction } from '../../gateways/payouts/payout-channel.ts'

/** A provider's reaction to an instruction. `lost`: carried out, without a reply. `dropped`: the request got lost. */
export type FakeOutcome = 'paid' | 'refused' | 'pending' | 'lost' | 'lost_refusal' | 'dropped'

type FakeState = 'paid' | 'refused' | 'pending' | 'cancelled'

/** Providers of payouts in memory. Each carries out a reference once, as real ones do. */
export function createFakeChannels(drawOutcome: (instruction: PayoutInstruction) => FakeOutcome = () => 'paid') {
  const instructions = new Map<string, { readonly instruction: PayoutInstruction | null; readonly state: FakeState }>()
  const calls: { readonly action: 'send' | 'status' | 'cancel'; readonly reference: string }[] = []
  let outcome = drawOutcome

  const toAnswer = (reference: string): PayoutAnswer => {
    const state = instructions.get(reference)?.state
    if (state === undefined) return { status: 'not_found' }
    if (state === 'paid') return { status: 'paid', sentReference: `sent-${reference.slice(0, 8)}`, sentAs: null }
    return state === 'refused' ? { status: 'refused', reason: 'account_closed' } : { status: state }
  }

  const channel = (isRefund: boolean) => ({
    isAccountValid: async (account: string) => !account.toLowerCase().includes('invalid'),
    sendPayout: async (instruction: PayoutInstruction): Promise<PayoutAnswer | null> => {
      const { reference } = instruction
      calls.push({ action: 'send', reference })
      if (instructions.has(reference)) return toAnswer(reference)
      const drawn = outcome(instruction)
      if (drawn === 'dropped') return null
      const state = drawn === 'lost' ? 'paid' : drawn === 'lost_refusal' ? 'refused' : drawn
      instructions.set(reference, { instruction, state })
      return drawn === 'lost' || drawn === 'lost_refusal' ? null : toAnswer(reference)
    },
    /** A processor carries out a refund that it does not know. */
    fetchStatus: async (instruction: PayoutInstruction): Promise<PayoutAnswer | null> => {
      const { reference } = instruction
      calls.push({ action: 'status', reference })
      if (isRefund && !instructions.has(reference)) return channel(true).sendPayout(instruction)
      return toAnswer(reference)
    },
    cancelPayout: async ({ reference }: PayoutInstruction): Promise<PayoutAnswer | null> => {
      calls.push({ action: 'cancel', reference })
      if (isRefund) return null
      if (!instructions.has(reference)) instructions.set(reference, { instruction: null, state: 'cancelled' })
      return toAnswer(reference)
    },
  })

  const [own, card] = [channel(false), channel(true)]
  const channels: PayoutChannels = { card, wallet: own, bitcoin: own, ethereum: own, bank: own }
  return {
    channels,
    calls,
    setOutcome: (next: typeof drawOutcome) => {
      outcome = next
    },
    /** Ends all pending instructions as paid or refused. */
    decidePending: (state: 'paid' | 'refused') => {
      for (const [reference, each] of instructions)
        if (each.state === 'pending') instructions.set(reference, { ...each, state })
    },
    /** As if the providers had lost what they know. */
    forgetAll: () => instructions.clear(),
    findState: (reference: string): FakeState | null => instructions.get(reference)?.state ?? null,
    /** The statement of all providers. */
    listPaid: (): PayoutInstruction[] =>
      [...instructions.values()].flatMap(({ instruction, state }) =>
        state === 'paid' && instruction !== null ? [instruction] : [],
      ),
  }
}
