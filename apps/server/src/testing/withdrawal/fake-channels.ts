import type { PayoutAnswer, PayoutChannels, PayoutInstruction } from '../../gateways/payouts/payout-channel.ts'

/** A provider's reaction to an order. `lost`: carried out, without a reply. `dropped`: the request got lost. */
export type FakeOutcome = 'paid' | 'refused' | 'pending' | 'lost' | 'lost_refusal' | 'dropped'

type FakeState = 'paid' | 'refused' | 'pending' | 'cancelled'

/** Providers of payouts in memory. Each carries out a reference once, as real ones do. */
export function createFakeChannels(drawOutcome: (order: PayoutInstruction) => FakeOutcome = () => 'paid') {
  const orders = new Map<string, { readonly order: PayoutInstruction | null; readonly state: FakeState }>()
  const calls: { readonly action: 'send' | 'status' | 'cancel'; readonly reference: string }[] = []
  let outcome = drawOutcome

  const toAnswer = (reference: string): PayoutAnswer => {
    const state = orders.get(reference)?.state
    if (state === undefined) return { status: 'not_found' }
    if (state === 'paid') return { status: 'paid', sentReference: `sent-${reference.slice(0, 8)}`, sentAs: null }
    return state === 'refused' ? { status: 'refused', reason: 'account_closed' } : { status: state }
  }

  const channel = (isRefund: boolean) => ({
    isAccountValid: async (account: string) => !account.toLowerCase().includes('invalid'),
    sendPayout: async (order: PayoutInstruction): Promise<PayoutAnswer | null> => {
      const { reference } = order
      calls.push({ action: 'send', reference })
      if (orders.has(reference)) return toAnswer(reference)
      const drawn = outcome(order)
      if (drawn === 'dropped') return null
      const state = drawn === 'lost' ? 'paid' : drawn === 'lost_refusal' ? 'refused' : drawn
      orders.set(reference, { order, state })
      return drawn === 'lost' || drawn === 'lost_refusal' ? null : toAnswer(reference)
    },
    /** A processor carries out a refund that it does not know. */
    fetchStatus: async (order: PayoutInstruction): Promise<PayoutAnswer | null> => {
      const { reference } = order
      calls.push({ action: 'status', reference })
      if (isRefund && !orders.has(reference)) return channel(true).sendPayout(order)
      return toAnswer(reference)
    },
    cancelPayout: async ({ reference }: PayoutInstruction): Promise<PayoutAnswer | null> => {
      calls.push({ action: 'cancel', reference })
      if (isRefund) return null
      if (!orders.has(reference)) orders.set(reference, { order: null, state: 'cancelled' })
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
    /** Ends all pending orders as paid or refused. */
    decidePending: (state: 'paid' | 'refused') => {
      for (const [reference, each] of orders) if (each.state === 'pending') orders.set(reference, { ...each, state })
    },
    findState: (reference: string): FakeState | null => orders.get(reference)?.state ?? null,
    /** The statement of all providers. */
    listPaid: (): PayoutInstruction[] =>
      [...orders.values()].flatMap(({ order, state }) => (state === 'paid' && order !== null ? [order] : [])),
  }
}
