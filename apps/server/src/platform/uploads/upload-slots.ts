import { AppError } from '../http/errors.ts'

/** A trader has at most this many uploads at a time: the pages have three upload fields. */
const maxUploadsPerTrader = 3
const maxUploads = 100
/** Limit of the memory that all uploads use together. */
const defaultMaxBytes = 64 * 1024 * 1024

type Slot = { readonly userId: number; bytes: number; cut: (() => void) | null }

export type UploadSlot = {
  readonly addBytes: (count: number) => void
  /** Ends receiving: from now on the upload cannot be cut off. */
  readonly endReceiving: () => void
  readonly leave: () => void
}

export type UploadSlots = ReturnType<typeof createUploadSlots>

/** Limits the uploads that are received or drawn, so that slow and large ones of one trader do not delay another’s. */
export function createUploadSlots(maxBytes = defaultMaxBytes) {
  const slots = new Set<Slot>()

  const countBytes = (userId?: number) =>
    [...slots].reduce((sum, slot) => sum + (userId === undefined || slot.userId === userId ? slot.bytes : 0), 0)

  /** Cuts off an upload of the user with the most memory in use. */
  const cutLargest = (): void => {
    const [largest] = [...slots]
      .filter(({ cut }) => cut !== null)
      .toSorted((a, b) => countBytes(b.userId) - countBytes(a.userId) || b.bytes - a.bytes)
    largest?.cut?.()
    if (largest) slots.delete(largest)
  }

  return {
    /** Enters an upload. @param cut ends the connection @throws AppError 429 */
    enter: (userId: number, cut: () => void): UploadSlot => {
      const own = [...slots].filter((slot) => slot.userId === userId).length
      if (own >= maxUploadsPerTrader || slots.size >= maxUploads) throw new AppError('errors.too_many')
      const slot: Slot = { userId, bytes: 0, cut }
      slots.add(slot)
      return {
        addBytes: (count) => {
          slot.bytes += count
          while (countBytes() > maxBytes && [...slots].some((each) => each.cut !== null)) cutLargest()
        },
        endReceiving: () => {
          slot.cut = null
        },
        leave: () => void slots.delete(slot),
      }
    },
  }
}
