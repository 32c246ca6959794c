/** Shown to all participants: the name that the trader has chosen, else first name and initial. */
export function formatParticipantName(firstName: string, lastName: string, displayName: string | null): string {
  if (displayName !== null) return displayName
  const [initial = ''] = lastName.trim()
  return initial === '' ? firstName.trim() : `${firstName.trim()} ${initial.toUpperCase()}.`
}
