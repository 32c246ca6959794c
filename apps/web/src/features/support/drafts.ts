import * as z from 'zod/mini'

import { useUser } from '../../platform/current-user.ts'
import { localStore, userStorageKey } from '../../platform/storage/local-storage.ts'

const replyDraft = z.object({ content: z.string() })
const ticketValues = z.object({
  departments: z.string(),
  priority: z.string(),
  subject: z.string(),
  content: z.string(),
})
/** `about` is the id of the deposit, trade or withdrawal. */
const ticketDraft = z.extend(ticketValues, { about: z.nullable(z.string()) })
export type TicketValues = z.infer<typeof ticketValues>
export type TicketDraft = z.infer<typeof ticketDraft>

type DraftStore<Draft> = {
  readonly read: () => Draft | null
  /** Saves a draft, or deletes an empty one. */
  readonly write: (draft: Draft) => void
}

/** Draft of a new ticket. It is kept on this device until it is sent. */
export function useTicketDraft(): DraftStore<TicketDraft> {
  const key = userStorageKey('ticket-draft', useUser().userId)
  return {
    read: () => localStore.readItem(key, ticketDraft),
    write: (draft) => {
      if (draft.content === '' && draft.subject === '') localStore.deleteItem(key)
      else localStore.writeItem(key, draft)
    },
  }
}

export function useReplyDraft(ticketId: string): DraftStore<string> {
  const key = userStorageKey(`reply-draft.${ticketId}`, useUser().userId)
  return {
    read: () => localStore.readItem(key, replyDraft)?.content ?? null,
    write: (content) => {
      if (content === '') localStore.deleteItem(key)
      else localStore.writeItem(key, { content })
    },
  }
}
