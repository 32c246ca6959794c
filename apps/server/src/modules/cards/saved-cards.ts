import type { CardToSave, SavedCard } from '@tradefront/contract/domain/cards'
import type { ChargeInput } from '@tradefront/processors/processor'
import { detectCardKind } from '@tradefront/rules/cards/card-number'
import { findCardProblem } from '@tradefront/rules/cards/find-card-problem'
import { maskCardDataInName } from '@tradefront/rules/cards/mask-card-data'
import { ok, refuse, type Result } from '@tradefront/rules/result'

import type { AppContext } from '../../context.ts'
import { dayMs, hourMs } from '../../platform/clock.ts'
import { type ResealCount, resealRows } from '../../platform/crypto/reseal.ts'
import { getCardSettings } from './card-settings.ts'
import {
  deleteCards,
  findCardById,
  insertCard,
  listCards,
  listSealedNumbers,
  replaceSealedNumber,
  type StoredCard,
  updateCardRemoved,
} from './card-store.ts'

const resealBatchSize = 500

// A number is decrypted only for an outgoing call, and to choose processors by its first digits.

/** Saves the card of the next payment. */
export async function saveCard({ clock, db, seal }: AppContext, userId: number, card: CardToSave): Promise<Result> {
  const { number } = card
  const problem = findCardProblem({ number, month: Number(card.month), year: Number(card.year) }, clock.now().getTime())
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
}

/** Removes a card. @param publicId null for the current card */
export async function removeCard(context: AppContext, userId: number, publicId: string | null): Promise<Result> {
  const card = await findCard(context, userId, publicId)
  if (card !== null) await updateCardRemoved(context.db, userId, card.id, context.clock.now())
  else if (publicId !== null) return refuse('cards.no_such_card')
  return ok()
}

/** Finds a card. @param publicId null for the current card */
export async function findCard(
  { db }: AppContext,
  userId: number,
  publicId: string | null,
): Promise<StoredCard | null> {
  const cards = await listCards(db, userId)
  return cards.find((card) => publicId === null || card.publicId === publicId) ?? null
}

/** Lists the card that a payment charges if it names none, and all saved cards. */
export async function listSavedCards(
  { db }: AppContext,
  userId: number,
): Promise<{ current: SavedCard | null; saved: SavedCard[] }> {
  const cards = await listCards(db, userId)
  const [current] = cards
  return {
    current: current === undefined ? null : toSavedCard(current),
    saved: cards.filter(({ isSaved }) => isSaved).map(toSavedCard),
  }
}

export function resealNumbers({ db, seal }: AppContext): Promise<ResealCount> {
  return resealRows(
    seal,
    async (after: number | null) =>
      (await listSealedNumbers(db, after ?? 0, resealBatchSize)).map((row) => ({
        ...row,
        context: sealContext(row.userId),
      })),
    ({ id }, sealed, before) => replaceSealedNumber(db, id, sealed, before),
  )
}

export async function eraseCards(context: AppContext): Promise<void> {
  const { cardNumberDays } = await getCardSettings(context)
  const now = context.clock.now()
  const timeAgo = (ms: number) => new Date(now.getTime() - ms)
  const before = { unusedBefore: timeAgo(hourMs), chargedBefore: timeAgo(cardNumberDays * dayMs), now }
  await deleteCards(context.db, before)
}

/** Null under the same conditions as `openNumber`. */
export async function decryptForCharge(
  context: AppContext,
  cardId: number | null,
): Promise<NonNullable<ChargeInput['card']> | null> {
  const card = cardId === null ? null : await findCardById(context.db, cardId)
  const number = card === null ? null : openNumber(context, card)
  if (card === null || number === null) return null
  return {
    number,
    expMonth: card.expMonth,
    expYear: card.expYear,
    firstName: card.firstName,
    lastName: card.lastName,
    brand: card.brand,
  }
}

/** Null if the card's number is gone or was sealed with a key that is no longer known. */
export function openNumber({ seal }: AppContext, { userId, numberSealed }: StoredCard): string | null {
  try {
    return seal.openText(numberSealed, sealContext(userId))
  } catch {
    return null
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

/** Names the owner, so that the number cannot be decrypted in another user's row. */
function sealContext(userId: number): string {
  return `card:${userId}`
}
