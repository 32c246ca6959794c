import type { CardToSave, SavedCard } from '@tradefront/contract/domain/cards'
import type { ChargeInput } from '@tradefront/processors/processor'
import { detectCardKind } from '@tradefront/rules/cards/card-number'
import { findCardProblem } from '@tradefront/rules/cards/find-card-problem'
import { maskCardDataInName } from '@tradefront/rules/cards/mask-card-data'
import { ok, refuse, type Result } from '@tradefront/rules/result'

import type { Clock } from '../../platform/clock.ts'
import { type ResealCount, resealRows } from '../../platform/crypto/reseal.ts'
import type { Seal } from '../../platform/crypto/seal.ts'
import type { Db } from '../../platform/database/database.ts'
import {
  findCardById,
  insertCard,
  listCards,
  listSealedNumbers,
  removeCard,
  replaceSealedNumber,
  type StoredCard,
} from './card-store.ts'

export type SavedCards = ReturnType<typeof createSavedCards>

/** Decrypted only for an outgoing call. */
export function createSavedCards({ db, seal, clock }: { db: Db; seal: Seal; clock: Clock }) {
  const openNumber = ({ userId, numberSealed }: StoredCard): string | null => {
    try {
      return seal.openText(numberSealed, sealContext(userId))
    } catch {
      return null
    }
  }

  const findCard = async (userId: number, publicId: string | null): Promise<StoredCard | null> => {
    const cards = await listCards(db, userId)
    return cards.find((card) => publicId === null || card.publicId === publicId) ?? null
  }

  return {
    /** The card of the next payment. */
    async saveCard(userId: number, card: CardToSave): Promise<Result> {
      const { number } = card
      const problem = findCardProblem(
        { number, month: Number(card.month), year: Number(card.year) },
        clock.now().getTime(),
      )
      const brand = detectCardKind(number)?.type ?? null
      if (problem !== null || brand === null) return refuse(problem ?? 'cards.invalid_type')
      if (card.state !== null && card.country !== 'US') return refuse('cards.state_only_us')
      const holder = maskCardDataInName({ first: card.firstName, last: card.lastName })
      const isInserted = await insertCard(
        db,
        {
          userId,
          numberSealed: seal.sealText(number, sealContext(userId)),
          numberHash: seal.computeHash(number, 'card-number'),
          last4: number.slice(-4),
          brand,
          expMonth: Number(card.month),
          expYear: Number(card.year),
          firstName: holder.first,
          lastName: holder.last,
          country: card.country,
          state: card.state,
          keep: card.keep,
        },
        clock.now(),
      )
      return isInserted ? ok() : refuse('cards.too_many')
    },

    /** @param publicId null for the current card */
    async removeCard(userId: number, publicId: string | null): Promise<Result> {
      const card = await findCard(userId, publicId)
      if (card !== null) await removeCard(db, userId, card.id, clock.now())
      else if (publicId !== null) return refuse('cards.no_such_card')
      return ok()
    },

    findCard,

    /** The card that a payment charges if it names none, and all saved cards. */
    async listCards(userId: number): Promise<{ current: SavedCard | null; saved: SavedCard[] }> {
      const cards = await listCards(db, userId)
      const [current] = cards
      return {
        current: current === undefined ? null : toSavedCard(current),
        saved: cards.filter(({ isSaved }) => isSaved).map(toSavedCard),
      }
    },

    reseal: (): Promise<ResealCount> =>
      resealRows(
        seal,
        async (after: number | null) =>
          (await listSealedNumbers(db, after ?? 0, 500)).map((row) => ({ ...row, context: sealContext(row.userId) })),
        ({ id }, sealed, before) => replaceSealedNumber(db, id, sealed, before),
      ),

    canOpen: (card: StoredCard): boolean => openNumber(card) !== null,

    /** Null if the card's number is gone or was sealed with a key that is no longer known. */
    async decryptForCharge(cardId: number | null): Promise<NonNullable<ChargeInput['card']> | null> {
      const card = cardId === null ? null : await findCardById(db, cardId)
      const number = card === null ? null : openNumber(card)
      if (card === null || number === null) return null
      return {
        number,
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
    id: card.publicId,
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

/** Cannot be decrypted in another user's row. */
function sealContext(userId: number): string {
  return `card:${userId}`
}
