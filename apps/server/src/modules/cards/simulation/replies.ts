import type { Charge } from './books.ts'

const page = 'https://bank.example/3ds'

/** The native words of a processor for a charge it was asked to start; null where it has none (a tombstone). */
export function startReply(charge: Charge): Record<string, unknown> | null {
  const reply = charge.slug === 'concept' ? conceptReply(charge) : orangeReply(charge)
  if (reply === null) return null
  return {
    psp_ref: `psp-${charge.ref}`,
    amount: charge.amount > 0 ? charge.amount : null,
    currency: charge.currency,
    redirect_url: null,
    reply,
  }
}

function conceptReply({ ref, state }: Charge): Record<string, unknown> | null {
  switch (state) {
    case 'succeeded':
      return { txid: ref, status: 'APPROVED' }
    case 'declined_soft':
    case 'declined_late':
      return { txid: ref, status: 'DECLINED' }
    case 'declined_hard':
      return { txid: ref, status: 'REFUSED' }
    case 'pending':
      return { txid: ref, status: 'PENDING' }
    case 'requires_action':
      return { txid: ref, status: 'OK', redirect: { html: page } }
    case 'cancelled':
      return null
  }
}

/** ORANGE says neither success nor a final no at once: it gives a reference to listen with. */
function orangeReply({ ref, state }: Charge): Record<string, unknown> | null {
  switch (state) {
    case 'declined_soft':
    case 'declined_late':
      return { status: 'failed', message: 'declined' }
    case 'succeeded':
    case 'declined_hard':
    case 'pending':
      return { status: 'success', hashed_id: ref }
    case 'requires_action':
      return { status: 'success', hashed_id: ref, data: { links: { redirect_uri: page } } }
    case 'cancelled':
      return null
  }
}
