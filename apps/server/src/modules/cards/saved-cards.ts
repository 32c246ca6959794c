import type { CardToSave, SavedCard } from '@tradefront/contract/domain/cards'
import type { ChargeInput } from '@tradefront/processors/processor'
import { detectCardKind } from '@tradefront/rules/cards/card-number'
import { findCardProblem } from '@tradefront/rules/cards/find-card-problem'
import type { TextKey } from '@tradefront/texts/keys'

import type { Clock } from '../../platform/clock.ts'
import type { Seal } from '../../platform/crypto/seal.ts'
import type { CardStore, StoredCard } from './card-store.ts'

export type SavedCards = ReturnType<typeof createSavedCards>

/** The cards that processors charge: sealed in the database, opened for one outgoing call. */
export function createSavedCards({ store, seal, clock }: { store: CardStore; seal: Seal; clock: Clock }) {
  return {
    /** Saves a card in place of the one there was; a text key says what is wrong with it. */
    async saveCard(userId: number, card: CardToSave): Promise<TextKey | null> {
      const { number } = card
      const problem = findCardProblem(
        { number, month: Number(card.month), year: Number(card.year) },
        clock.now().getTime(),
      )
      if (problem !== null) return problem
      if (card.state !== null && card.country !== 'US') return 'cards.state_only_us'
      await store.replaceCard(
        {
          userId,
          numberSealed: seal.sealText(number, sealContext(userId)),
          numberHash: seal.computeHash(number, 'card-number'),
          last4: number.slice(-4),
          brand: detectCardKind(number)?.type ?? card.type,
          expMonth: Number(card.month),
          expYear: Number(card.year),
          firstName: card.firstName,
          lastName: card.lastName,
          country: card.country,
          state: card.state,
        },
        clock.now(),
      )
      return null
    },

    async removeCard(userId: number): Promise<void> {
      await store.removeCard(userId, clock.now())
    },

    /** The saved card as its owner may see it. */
    async findCurrentCard(userId: number): Promise<SavedCard | null> {
      const card = await store.findCurrentCard(userId)
      return card === null ? null : toSavedCard(card)
    },

    /** The card in clear, for one outgoing call; null when the deposit has none. */
    async decryptForCharge(cardId: number | null): Promise<ChargeInput['card'] | null> {
      const card = cardId === null ? null : await store.findById(cardId)
      if (card === null) return null
      return {
        number: seal.openText(card.numberSealed, sealContext(card.userId)),
        expMonth: card.expMonth,
        expYear: card.expYear,
        firstName: card.firstName,
        lastName: card.lastName,
        brand: card.brand,
      }
    },
  }
}

function toSavedCard(card: StoredCard): SavedCard {
  return {
    brand: card.brand,
    last4: card.last4,
    month: String(card.expMonth).padStart(2, '0'),
    year: String(card.expYear),
    firstName: card.firstName,
    lastName: card.lastName,
    country: card.country,
    state: card.state,
  }
}

/** Binds a sealed number to its owner: copied to another trader's row it does not open. */
function sealContext(userId: number): string {
  return `card:${userId}`
}
