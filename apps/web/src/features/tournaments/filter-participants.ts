import type { Participant } from '@tradefront/contract/domain/tournaments'

export type ShownParticipant = { readonly participant: Participant; readonly isFound: boolean }

/** Returns the participants whose name contains the search, in any case. The trader's own row is always shown. */
export function filterParticipants(participants: readonly Participant[], search: string): ShownParticipant[] {
  const wanted = normalize(search)
  return participants
    .map((participant) => ({ participant, isFound: normalize(participant.name).includes(wanted) }))
    .filter(({ participant, isFound }) => isFound || participant.isOwn)
}

function normalize(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').trim().toLowerCase()
}
